//! The main table: one row a configuration.

use super::configuration::{BugCells, Configuration};
use super::table::{Column, Table, Value};
use crate::matrix::Measurement;
use crate::metrics::{Equality, pass_at_k};
use crate::variants::Variant;

/// The numbers of samples of which one is to pass.
const PASS_AT: [usize; 3] = [1, 10, 100];

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    let mut columns = vec![
        Column::plain("model", "model"),
        Column::plain("strategy", "strategy"),
        Column::plain("variant", "variant"),
        Column::plain("nearest_in_paper", "nearest in the paper"),
        Column::plain("cells_measured", "cells"),
        Column::plain("cells_planned", "of"),
        Column::plain("cells_failed", "failed"),
        Column::plain("cells_cut_short", "cut short"),
        Column::plain("bugs", "bugs"),
        Column::plain("plausible_bugs", "plausible bugs"),
        Column::interval("plausible_share", "plausible bugs a seed"),
        Column::plain("plausible_patches", "plausible patches"),
        Column::plain("equal_bugs", "equal to reference"),
        Column::plain("same_tree_bugs", "same tree"),
        Column::plain("comparable_bugs", "of comparable"),
    ];
    for k in PASS_AT {
        columns.push(Column::interval(format!("pass_at_{k}"), format!("pass@{k}")));
    }
    Table {
        name: "summary",
        title: "What came of it".to_owned(),
        columns,
        rows: configurations.iter().map(row).collect(),
        notes: vec![
            "`failed` cells could not be measured and count nowhere else; those that are `cut \
             short` reached the time limit of a cell and count with what they had. `plausible \
             bugs` have a plausible patch with any seed; `a seed` is the mean over bugs of the \
             share of seeds that have one. pass@k takes each bug's samples of all seeds together \
             and is there when every bug has as many."
                .to_owned(),
        ],
    }
}

fn row(configuration: &Configuration<'_>) -> Vec<Value> {
    let sum = |count: fn(&Measurement) -> usize| {
        Value::Count(configuration.measurements().map(count).sum())
    };
    let bugs = |is: fn(&BugCells<'_>) -> bool| {
        Value::Count(configuration.bugs.iter().filter(|bug| is(bug)).count())
    };
    let nearest = Variant::find(configuration.variant).and_then(|known| known.nearest_in_paper);
    let mut row = vec![
        Value::text(configuration.model),
        Value::text(configuration.strategy.name()),
        Value::text(configuration.variant),
        nearest.map_or(Value::Missing, Value::text),
        Value::Count(configuration.measured()),
        Value::Count(configuration.planned),
        Value::Count(configuration.failed),
        sum(|cell| usize::from(cell.cut.is_some())),
        Value::Count(configuration.bugs.len()),
        bugs(|bug| bug.is_plausible()),
        Value::share(configuration.mean(|bug| bug.plausible_seeds().value())),
        sum(Measurement::plausible_patches),
        bugs(|bug| {
            any(bug, |equality| matches!(equality, Equality::Compared { plausible: true, .. }))
        }),
        bugs(|bug| {
            any(bug, |equality| {
                matches!(equality, Equality::Compared { same_tree: Some(true), .. })
            })
        }),
        bugs(|bug| any(bug, |equality| matches!(equality, Equality::Compared { .. }))),
    ];
    for k in PASS_AT {
        row.push(Value::share(configuration.mean(|bug| pass(bug, k))));
    }
    row
}

fn any(bug: &BugCells<'_>, is: fn(&Equality) -> bool) -> bool {
    bug.by_seed.values().any(|cell| is(&cell.equality))
}

fn pass(bug: &BugCells<'_>, k: usize) -> Option<f64> {
    let samples = bug.by_seed.values().map(|cell| cell.samples);
    let (drawn, plausible) = samples.fold((0, 0), |(drawn, plausible), counts| {
        (drawn + counts.drawn, plausible + counts.plausible)
    });
    pass_at_k(drawn, plausible, k)
}
