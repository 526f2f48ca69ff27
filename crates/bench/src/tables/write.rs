//! Tables on the disk.

use std::fs;
use std::path::{Path, PathBuf};

use super::Tables;
use super::csv::csv;
use super::markdown::markdown;
use crate::durable::write;
use crate::error::BenchError;

/// Writes `OUT/tables/`: `tables.md` and `times.md` for people, a CSV file for each table, an SVG
/// file for each chart. Gives the folder.
///
/// # Errors
/// When it cannot be written.
pub fn write_tables(tables: &Tables, out: &Path) -> Result<PathBuf, BenchError> {
    let folder = out.join("tables");
    fs::create_dir_all(&folder).map_err(BenchError::file("create", &folder))?;
    write(&folder.join("tables.md"), document(tables).as_bytes())?;
    let times = format!("# Times: {}\n\n{}", tables.title, tables.times_to_markdown());
    write(&folder.join("times.md"), times.as_bytes())?;
    for table in tables.tables.iter().chain(&tables.times) {
        write(&folder.join(format!("{}.csv", table.name)), csv(table).as_bytes())?;
    }
    for chart in &tables.charts {
        write(&folder.join(format!("{}.svg", chart.name)), chart.to_svg().as_bytes())?;
    }
    Ok(folder)
}

impl Tables {
    /// The whole as one page of Markdown, the times left out.
    pub fn to_markdown(&self) -> String {
        let listed = |lines: &[String]| -> String {
            lines.iter().map(|line| format!("* {line}\n")).collect()
        };
        let mut text = format!("# Measured: {}\n\n{}", self.title, listed(&self.notes));
        for table in self.tables.iter().chain(&self.published) {
            text.push('\n');
            text.push_str(&markdown(table));
        }
        if !self.differences.is_empty() {
            text.push_str("\n## How this differs from what is published\n\n");
            text.push_str(&listed(&self.differences));
        }
        text
    }

    /// The times as Markdown.
    pub fn times_to_markdown(&self) -> String {
        self.times.iter().map(markdown).collect::<Vec<_>>().join("\n")
    }
}

/// The page with its charts.
fn document(tables: &Tables) -> String {
    let charts =
        tables.charts.iter().map(|chart| format!("\n![{}]({}.svg)\n", chart.title, chart.name));
    tables.to_markdown() + &charts.collect::<String>()
}
