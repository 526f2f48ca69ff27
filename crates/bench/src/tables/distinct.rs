//! The compile share in the convention of the Repilot paper's table 2.

use super::configuration::Configuration;
use super::table::{Column, Table, Value};
use crate::matrix::Measurement;
use crate::metrics::{FirstDistinct, Share, TOP};

pub(super) fn table(configurations: &[Configuration<'_>]) -> Table {
    let mut columns = vec![Column::plain("configuration", "variant")];
    for top in TOP {
        columns.push(Column::interval(format!("compile_top_{top}"), format!("first {top}")));
        columns.push(Column::plain(format!("judged_top_{top}"), "of"));
        columns.push(Column::plain(format!("not_judged_top_{top}"), "not judged"));
    }
    columns.push(Column::interval("plausible_distinct", "plausible, all of them"));
    Table {
        name: "distinct",
        title: "Compile share of the first distinct samples".to_owned(),
        columns,
        rows: configurations.iter().map(row).collect(),
        notes: vec![
            "Of each cell the first so many distinct finished samples, in the order in which they \
             were drawn (the convention of table 2 of the Repilot paper; that one counts the \
             patches of one run a bug). `of` are those that were judged, the denominator; a cell \
             with fewer distinct samples counts with those it has. `plausible`: the share of \
             the first 5,000 that pass all tests."
                .to_owned(),
        ],
    }
}

fn row(configuration: &Configuration<'_>) -> Vec<Value> {
    let mut row = vec![Value::text(&configuration.label)];
    for top in TOP {
        let all: Vec<FirstDistinct> =
            configuration.measurements().map(|cell| first(cell, top)).collect();
        let of: usize = all.iter().map(|first| judged(*first)).sum();
        let found: usize = all.iter().map(|first| first.found).sum();
        row.push(Value::share(configuration.share(|cell| {
            let first = first(cell, top);
            Share::new(first.compiling, judged(first))
        })));
        row.push(Value::Count(of));
        row.push(Value::Count(found - of));
    }
    let most = TOP.into_iter().max().unwrap_or_default();
    row.push(Value::share(configuration.share(|cell| {
        let all = first(cell, most);
        Share::new(all.plausible, judged(all))
    })));
    row
}

/// The first `top` distinct samples of a cell.
fn first(cell: &Measurement, top: usize) -> FirstDistinct {
    let known = cell.distinct.first.iter().find(|first| first.top == top);
    let none = FirstDistinct { top, found: 0, compiling: 0, not_compiling: 0, plausible: 0 };
    known.copied().unwrap_or(none)
}

/// How many of them are known to compile or not to.
fn judged(first: FirstDistinct) -> usize {
    first.compiling + first.not_compiling
}
