//! A table as Markdown.

use super::table::{Table, Value};

/// The table under a heading, with its notes below.
pub(super) fn markdown(table: &Table) -> String {
    let titles: Vec<String> = table.columns.iter().map(|column| escaped(&column.title)).collect();
    let mut text = format!("## {}\n\n", table.title);
    if table.rows.is_empty() {
        text.push_str("Nothing.\n");
    } else {
        text.push_str(&format!("| {} |\n", titles.join(" | ")));
        text.push_str(&format!("|{}\n", "---|".repeat(titles.len())));
        for row in &table.rows {
            let cells: Vec<String> = row.iter().map(shown).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
    }
    for note in &table.notes {
        text.push_str(&format!("\n{note}\n"));
    }
    text
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => escaped(text),
        Value::Count(count) => count.to_string(),
        Value::Number(number) => decimals(*number),
        Value::Share(share) => format!(
            "{:.1} % [{:.1}, {:.1}]",
            share.value * 100.0,
            share.low * 100.0,
            share.high * 100.0
        ),
        Value::Missing => "–".to_owned(),
    }
}

/// Three digits that mean something, more for small p-values.
fn decimals(number: f64) -> String {
    match number.abs() {
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 1.0 || size == 0.0 => format!("{number:.2}"),
        size if size >= 0.001 => format!("{number:.3}"),
        _ => format!("{number:.1e}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::{decimals, markdown};
    use crate::metrics::Interval;
    use crate::tables::{Column, Table, Value};

    #[test]
    fn a_table_for_people() {
        let share = Interval { value: 0.3125, low: 0.25, high: 0.4 };
        let table = Table {
            name: "t",
            title: "Title".to_owned(),
            columns: vec![Column::plain("a", "A|B"), Column::interval("c", "C")],
            rows: vec![
                vec![Value::text("x\ny"), Value::Share(share)],
                vec![Value::Count(3), Value::Missing],
            ],
            notes: vec!["Note.".to_owned()],
        };
        let expected = "## Title\n\n| A\\|B | C |\n|---|---|\n| x y | 31.2 % [25.0, 40.0] |\n\
                        | 3 | – |\n\nNote.\n";
        assert_eq!(markdown(&table), expected);
        assert_eq!(
            markdown(&Table { rows: Vec::new(), ..table }),
            "## Title\n\nNothing.\n\nNote.\n"
        );
    }

    #[test]
    fn numbers_keep_the_digits_that_mean_something() {
        for (number, expected) in [
            (1234.5, "1234"),
            (12.34, "12.3"),
            (1.234, "1.23"),
            (0.1234, "0.123"),
            (0.0, "0.00"),
            (0.000_012_3, "1.2e-5"),
        ] {
            assert_eq!(decimals(number), expected);
        }
    }
}
