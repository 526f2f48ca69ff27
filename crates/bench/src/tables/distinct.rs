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
    Table {
        name: "distinct",
        title: "Compile share of the first distinct samples".to_owned(),
        columns,
        rows: configurations.iter().map(row).collect(),
        notes: vec![
            "Of each cell the first so many distinct finished samples, in the order in which they \
             were drawn (the convention of table 2 of the Repilot paper; that one counts the \
             patches of one run a bug). `of` are those that were judged, the denominator; a cell \
             with fewer distinct samples counts with those it has."
                .to_owned(),
        ],
    }
}

fn row(configuration: &Configuration<'_>) -> Vec<Value> {
    let mut row = vec![Value::text(&configuration.label)];
    for top in TOP {
        let first = |cell: &Measurement| {
            let known = cell.distinct.first.iter().find(|first| first.top == top);
            known.copied().unwrap_or(FirstDistinct {
                top,
                found: 0,
                compiling: 0,
                not_compiling: 0,
                plausible: 0,
            })
        };
        let judged = |first: FirstDistinct| first.compiling + first.not_compiling;
        let all: Vec<FirstDistinct> = configuration.measurements().map(first).collect();
        let of: usize = all.iter().map(|first| judged(*first)).sum();
        let found: usize = all.iter().map(|first| first.found).sum();
        row.push(Value::share(configuration.share(|cell| {
            let first = first(cell);
            Share::new(first.compiling, judged(first))
        })));
        row.push(Value::Count(of));
        row.push(Value::Count(found - of));
    }
    row
}
