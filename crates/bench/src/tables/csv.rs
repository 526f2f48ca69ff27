//! A table as CSV (RFC 4180 with `\n`): a header of keys, raw numbers, nothing where there is no
//! value.

use super::table::{Table, Value};

/// The whole file. A column with intervals becomes three: `key`, `key_low`, `key_high`.
pub(super) fn csv(table: &Table) -> String {
    let mut header = Vec::new();
    for column in &table.columns {
        header.push(quoted(&column.key));
        if column.interval {
            header.extend([format!("{}_low", column.key), format!("{}_high", column.key)]);
        }
    }
    let mut lines = vec![header.join(",")];
    for row in &table.rows {
        let fields = row.iter().zip(&table.columns);
        let fields = fields.flat_map(|(value, column)| fields_of(value, column.interval));
        lines.push(fields.collect::<Vec<_>>().join(","));
    }
    lines.join("\n") + "\n"
}

fn fields_of(value: &Value, interval: bool) -> Vec<String> {
    let number = |number: f64| format!("{number:.6}");
    let mut fields = match value {
        Value::Text(text) => vec![quoted(text)],
        Value::Count(count) => vec![count.to_string()],
        Value::Number(value) => vec![number(*value)],
        Value::Share(share) => vec![number(share.value), number(share.low), number(share.high)],
        Value::Missing => vec![String::new()],
    };
    fields.resize(if interval { 3 } else { 1 }, String::new());
    fields
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::csv;
    use crate::metrics::Interval;
    use crate::tables::{Column, Table, Value};

    #[test]
    fn a_table_for_programs() {
        let share = Interval { value: 0.5, low: 0.25, high: 0.75 };
        let table = Table {
            name: "t",
            title: String::new(),
            columns: vec![Column::plain("a", "A"), Column::interval("c", "C")],
            rows: vec![
                vec![Value::text("x, \"y\""), Value::Share(share)],
                vec![Value::Number(1.5), Value::Missing],
            ],
            notes: Vec::new(),
        };
        let expected =
            "a,c,c_low,c_high\n\"x, \"\"y\"\"\",0.500000,0.250000,0.750000\n1.500000,,,\n";
        assert_eq!(csv(&table), expected);
    }
}
