//! What could not be measured, and why. None of it is a miss of a variant.

use super::table::{Column, Table, Value};
use crate::matrix::{CellRecord, CellResult, Matrix};

pub(super) fn table(matrix: &Matrix, cells: &[CellRecord]) -> Table {
    let left_out = matrix.left_out.iter().map(|left_out| {
        vec![Value::text(&left_out.bug), Value::text("all"), Value::text(&left_out.reason)]
    });
    let failed = cells.iter().filter_map(|record| match &record.result {
        CellResult::Failed { reason } => Some(vec![
            Value::text(&record.cell.bug),
            Value::text(record.cell.name()),
            Value::text(reason),
        ]),
        CellResult::Measured(_) => None,
    });
    Table {
        name: "failures",
        title: "What could not be measured".to_owned(),
        columns: vec![
            Column::plain("bug", "bug"),
            Column::plain("cell", "cell"),
            Column::plain("reason", "reason"),
        ],
        rows: left_out.chain(failed).collect(),
        notes: vec!["`bench repair --retry-failed` runs failed cells again.".to_owned()],
    }
}
