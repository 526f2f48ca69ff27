//! The figures that a paper published, as they stand there.

use super::table::{Column, Table, Value};
use crate::presets::Preset;

pub(super) fn tables(preset: &Preset) -> Vec<Table> {
    let table = |published: &crate::presets::Published| Table {
        name: "published",
        title: format!("Published: {}", published.title),
        columns: published.columns.iter().map(|title| Column::plain(title, title)).collect(),
        rows: published.rows.iter().map(|row| row.iter().map(Value::text).collect()).collect(),
        notes: vec![format!("Source: {}.", published.source)],
    };
    preset.published.iter().map(table).collect()
}
