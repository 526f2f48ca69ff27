//! The bugs that one variant alone has a plausible patch for.

use std::collections::{BTreeMap, BTreeSet};

use super::configuration::{Configuration, compared};
use super::table::{Column, Table, Value};
use crate::metrics::unique_fixes;

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    let all: Vec<&Configuration<'_>> = configurations.iter().collect();
    let compared = compared(&all);
    let plausible: BTreeMap<&str, BTreeSet<&str>> = configurations
        .iter()
        .enumerate()
        .map(|(place, configuration)| {
            let found = compared.iter().filter(|(_, found)| found[place]).map(|(bug, _)| *bug);
            (configuration.label.as_str(), found.collect())
        })
        .collect();
    let unique = unique_fixes(&plausible);
    let rows = configurations.iter().map(|configuration| {
        let label = configuration.label.as_str();
        let own: Vec<&str> = unique.get(label).into_iter().flatten().copied().collect();
        vec![
            Value::text(label),
            Value::Count(plausible.get(label).map_or(0, BTreeSet::len)),
            Value::Count(own.len()),
            Value::text(own.join(" ")),
        ]
    });
    Table {
        name: "unique",
        title: "Bugs that one variant alone has a plausible patch for".to_owned(),
        columns: vec![
            Column::plain("configuration", "variant"),
            Column::plain("plausible_bugs", "plausible bugs"),
            Column::plain("unique_bugs", "alone"),
            Column::plain("names", "which"),
        ],
        rows: rows.collect(),
        notes: vec![format!(
            "On the {} bugs with cells that all variants have measured, and on those cells.",
            compared.len()
        )],
    }
}
