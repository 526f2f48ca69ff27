//! What it cost, and on what.

use std::collections::BTreeMap;

use super::configuration::Configuration;
use super::table::{Column, Table, Value};
use crate::matrix::{CellRecord, CellTimes};

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    Table {
        name: "times",
        title: "Times".to_owned(),
        columns: vec![
            Column::plain("configuration", "variant"),
            Column::plain("seconds_a_sample", "seconds a sample"),
            Column::plain("engine_share", "of it the engine"),
            Column::plain("model_share", "of it the model"),
            Column::plain("rows_a_sample", "rows a sample"),
            Column::plain("prefill_seconds", "prompt, seconds"),
            Column::plain("cell_seconds", "cell, seconds"),
            Column::plain("taken_over_share", "verdicts taken over"),
        ],
        rows: configurations.iter().map(row).collect(),
        notes: vec![
            "`seconds a sample` is the time of the drawing over all drawn samples, the prompt and \
             the judging not included; judging goes on beside it on the same cores. `prompt` and \
             `cell` are means over cells; a cell's time holds building, testing and judging, too, \
             but for the verdicts that it took over from earlier cells of the same bug: where \
             variants took over different shares, their cells' times do not compare."
                .to_owned(),
        ],
    }
}

fn row(configuration: &Configuration<'_>) -> Vec<Value> {
    let cells = configuration.measured() as f64;
    let drawn: usize = configuration.measurements().map(|cell| cell.samples.drawn).sum();
    let sum = |time: fn(&CellTimes) -> f64| -> f64 {
        configuration.measurements().map(|cell| time(&cell.times)).sum()
    };
    let ratio = |part: f64, whole: f64| Value::number((whole > 0.0).then(|| part / whole));
    let draw = sum(|times| times.draw);
    let verdicts: usize =
        configuration.measurements().map(|cell| cell.candidates.values().sum::<usize>()).sum();
    let taken_over: usize = configuration.measurements().map(|cell| cell.taken_over).sum();
    vec![
        Value::text(&configuration.label),
        ratio(draw, drawn as f64),
        ratio(sum(|times| times.engine), draw),
        ratio(sum(|times| times.decode), draw),
        ratio(sum(|times| times.rows as f64), drawn as f64),
        ratio(sum(|times| times.prefill), cells),
        ratio(sum(|times| times.total), cells),
        ratio(taken_over as f64, verdicts as f64),
    ]
}

/// The machines that cells were measured on.
pub(super) fn machines(cells: &[CellRecord]) -> Table {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for record in cells {
        *counts.entry((&record.settings.machine, record.settings.threads)).or_default() += 1;
    }
    let rows = counts.into_iter().map(|((machine, threads), count)| {
        let memory = machine.memory_mib.and_then(|memory| usize::try_from(memory).ok());
        vec![
            Value::text(&machine.processor),
            Value::Count(machine.cores),
            memory.map_or(Value::Missing, Value::Count),
            Value::text(&machine.system),
            Value::Count(threads),
            Value::Count(count),
        ]
    });
    Table {
        name: "machines",
        title: "Machines".to_owned(),
        columns: vec![
            Column::plain("processor", "processor"),
            Column::plain("cores", "cores"),
            Column::plain("memory_mib", "memory, MiB"),
            Column::plain("system", "system"),
            Column::plain("threads", "threads of the model"),
            Column::plain("cells", "cells"),
        ],
        rows: rows.collect(),
        notes: vec!["Times of different machines must not be compared.".to_owned()],
    }
}
