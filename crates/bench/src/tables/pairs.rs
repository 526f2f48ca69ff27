//! Two variants on the same bugs.

use super::configuration::{Configuration, compared};
use super::table::{Column, Table, Value};
use crate::metrics::compare_pairs;

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    let mut rows = Vec::new();
    for (index, first) in configurations.iter().enumerate() {
        rows.extend(configurations[index + 1..].iter().map(|second| row(first, second)));
    }
    Table {
        name: "pairs",
        title: "Variants in pairs".to_owned(),
        columns: vec![
            Column::plain("first", "first"),
            Column::plain("second", "second"),
            Column::plain("bugs", "bugs"),
            Column::plain("both", "both"),
            Column::plain("only_first", "only first"),
            Column::plain("only_second", "only second"),
            Column::plain("neither", "neither"),
            Column::plain("p", "p"),
        ],
        rows,
        notes: vec![
            "Bugs with a plausible patch, on the cells that both have measured. `p` is the \
             two-sided value of McNemar's exact test, not corrected for the number of pairs."
                .to_owned(),
        ],
    }
}

fn row(first: &Configuration<'_>, second: &Configuration<'_>) -> Vec<Value> {
    let bugs = compared(&[first, second]);
    let pairs = compare_pairs(bugs.iter().map(|(_, found)| (found[0], found[1])));
    let p = (!bugs.is_empty()).then(|| pairs.p_value());
    vec![
        Value::text(&first.label),
        Value::text(&second.label),
        Value::Count(bugs.len()),
        Value::Count(pairs.both),
        Value::Count(pairs.only_first),
        Value::Count(pairs.only_second),
        Value::Count(pairs.neither),
        Value::number(p),
    ]
}
