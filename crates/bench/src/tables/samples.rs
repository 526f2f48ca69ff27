//! What became of the samples: shares of all that were drawn.

use super::configuration::Configuration;
use super::table::{Column, Table, Value};
use crate::matrix::Measurement;
use crate::metrics::Share;

/// A share of drawn samples: its key, its title, what counts.
type SampleShare = (&'static str, &'static str, fn(&Measurement) -> usize);

const SHARES: &[SampleShare] = &[
    ("compile_share", "compile", |cell| cell.samples.compiling),
    ("compile_share_as_drawn", "as drawn", |cell| cell.samples.compiling_as_drawn),
    ("ended_share", "ended", |cell| cell.samples.ended),
    ("trimmed_share", "trimmed", |cell| cell.samples.trimmed),
    ("dead_share", "dead", |cell| cell.samples.dead),
    ("cut_share", "cut", |cell| cell.samples.cut),
    ("unchanged_share", "unchanged", |cell| cell.samples.unchanged),
    ("plausible_sample_share", "plausible", |cell| cell.samples.plausible),
];

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    let mut columns = vec![
        Column::plain("configuration", "variant"),
        Column::plain("samples_drawn", "samples"),
        Column::plain("samples_planned", "of planned"),
        Column::plain("samples_not_judged", "not judged"),
    ];
    columns.extend(SHARES.iter().map(|(key, title, _)| Column::interval(*key, *title)));
    Table {
        name: "samples",
        title: "What became of the samples".to_owned(),
        columns,
        rows: configurations.iter().map(row).collect(),
        notes: vec![
            "Shares of all drawn samples. `compile` counts samples whose offered text compiles, \
             trimmed ones included, `as drawn` without them; what was not judged counts as not \
             compiling. `unchanged` is the text that stood there before, which compiles."
                .to_owned(),
        ],
    }
}

fn row(configuration: &Configuration<'_>) -> Vec<Value> {
    let sum = |count: fn(&Measurement) -> usize| {
        Value::Count(configuration.measurements().map(count).sum())
    };
    let mut row = vec![
        Value::text(&configuration.label),
        sum(|cell| cell.samples.drawn),
        sum(|cell| cell.samples.planned),
        sum(|cell| cell.samples.not_judged),
    ];
    row.extend(SHARES.iter().map(|(_, _, count)| {
        let share = |cell: &Measurement| Share::new(count(cell), cell.samples.drawn);
        Value::share(configuration.share(share))
    }));
    row
}
