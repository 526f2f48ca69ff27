//! What could not be measured, and why. None of it is a miss of a variant.

use std::collections::BTreeMap;

use super::table::{Column, Table, Value};
use crate::matrix::{CellRecord, CellResult, Matrix};
use crate::shortened::shortened;

/// How much of a reason is shown, in characters; the whole is in the cell's file.
const LONGEST: usize = 300;

pub(super) fn table(matrix: &Matrix, cells: &[CellRecord]) -> Table {
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for left_out in &matrix.left_out {
        rows.push(vec![
            Value::text(&left_out.bug),
            Value::Missing,
            Value::text("it has no cells"),
            Value::text(&left_out.reason),
        ]);
    }
    for bug in &matrix.bugs {
        for (reason, names) in reasons(&bug.name, cells) {
            rows.push(vec![
                Value::text(&bug.name),
                Value::Count(names.len()),
                Value::text(some_of(&names)),
                Value::text(shortened(reason, LONGEST)),
            ]);
        }
    }
    Table {
        name: "failures",
        title: "What could not be measured".to_owned(),
        columns: vec![
            Column::plain("bug", "bug"),
            Column::plain("cells", "cells"),
            Column::plain("which", "which"),
            Column::plain("reason", "reason"),
        ],
        rows,
        notes: vec![
            "`bench repair --retry-failed` runs failed cells again. `cell.json` has whole reasons."
                .to_owned(),
        ],
    }
}

/// The reasons why cells of a bug failed, with the cells' names.
fn reasons<'a>(bug: &str, cells: &'a [CellRecord]) -> BTreeMap<&'a str, Vec<String>> {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for record in cells.iter().filter(|record| record.cell.bug == bug) {
        if let CellResult::Failed { reason } = &record.result {
            names.entry(reason).or_default().push(record.cell.name());
        }
    }
    names
}

fn some_of(names: &[String]) -> String {
    match names {
        [first, _, ..] => format!("{first} and {} more", names.len() - 1),
        names => names.concat(),
    }
}
