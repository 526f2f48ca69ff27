//! Each bug by its name.

use super::configuration::{BugCells, Configuration};
use super::table::{Column, Table, Value};
use crate::matrix::Matrix;
use crate::metrics::Equality;

pub(super) fn table(matrix: &Matrix, configurations: &[Configuration<'_>]) -> Table {
    let mut columns = vec![Column::plain("bug", "bug")];
    columns.extend(configurations.iter().map(|known| Column::plain(&known.label, &known.label)));
    let rows = matrix.bugs.iter().map(|bug| {
        let mut row = vec![Value::text(&bug.name)];
        row.extend(configurations.iter().map(|configuration| {
            match configuration.bugs.iter().find(|known| known.bug == bug.name) {
                Some(cells) => Value::text(shown(cells)),
                None => Value::Missing,
            }
        }));
        row
    });
    Table {
        name: "bugs",
        title: "Bugs by name".to_owned(),
        columns,
        rows: rows.collect(),
        notes: vec![
            "`plausible`: a patch passes all tests, in so many of the seeds that were measured; \
             `equal`: a plausible patch has the reference fix's Java tokens; `same tree`: its \
             normalised syntax tree. `–`: not measured."
                .to_owned(),
        ],
    }
}

fn shown(cells: &BugCells<'_>) -> String {
    let seeds = cells.plausible_seeds();
    let equal =
        |equality: &Equality| matches!(equality, Equality::Compared { plausible: true, .. });
    let same_tree =
        |equality: &Equality| matches!(equality, Equality::Compared { same_tree: Some(true), .. });
    let mut text = match (seeds.count, seeds.of) {
        (0, 1) => "none".to_owned(),
        (1, 1) => "plausible".to_owned(),
        (0, of) => format!("none in {of}"),
        (count, of) => format!("plausible in {count} of {of}"),
    };
    if cells.by_seed.values().any(|cell| equal(&cell.equality)) {
        text.push_str(", equal");
    } else if cells.by_seed.values().any(|cell| same_tree(&cell.equality)) {
        text.push_str(", same tree");
    }
    text
}
