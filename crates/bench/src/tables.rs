//! What a matrix came to, as tables and charts.
//!
//! Everything is made from `matrix.json`, the cells' files and the judgements beside them, so tables can be made again at
//! any time, on another machine, of a run that is not over. One table is one file here. Times stand
//! in a table of their own: all others are the same to the last byte for a run that was killed and
//! resumed as for an undisturbed one.

mod bugs;
mod chart;
mod configuration;
mod csv;
mod distinct;
mod failures;
mod judged;
mod markdown;
mod pairs;
mod published;
mod samples;
mod summary;
mod table;
mod times;
mod unique;
mod write;

use std::path::Path;

use serde::Serialize;

use crate::error::BenchError;
use crate::judgements::Judgements;
use crate::matrix::{Matrix, read_cells, read_matrix};
use crate::presets::Preset;
use configuration::Configuration;

pub use chart::{Bar, Chart};
pub use table::{Column, Table, Value};
pub use write::write_tables;

/// Everything that is told of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tables {
    /// What was measured, in one line.
    pub title: String,
    /// What must be said beside the tables.
    pub notes: Vec<String>,
    /// The tables that do not depend on the machine's speed.
    pub tables: Vec<Table>,
    /// The tables of times.
    pub times: Vec<Table>,
    /// The charts.
    pub charts: Vec<Chart>,
    /// The preset's published figures and the differences to them, if there is a preset.
    pub published: Vec<Table>,
    /// How the settings differ from those of the published figures.
    pub differences: Vec<String>,
}

/// Makes the tables of the matrix in a folder from its finished cells. Nothing is run.
///
/// # Errors
/// When there is no matrix, or a file of it cannot be read.
pub fn make_tables(out: &Path) -> Result<Tables, BenchError> {
    let matrix = read_matrix(out)?;
    let cells = read_cells(&matrix, out)?;
    let configurations = configuration::configurations(&matrix, &cells);
    let preset = matrix.preset.as_deref().and_then(Preset::find).transpose()?;
    let judgements = Judgements::read(out)?;
    let mut tables = vec![
        summary::table(&configurations),
        samples::table(&configurations),
        distinct::table(&configurations),
        bugs::table(&matrix, &configurations),
        pairs::table(&configurations),
        unique::table(&configurations),
        failures::table(&matrix, &cells),
    ];
    tables.extend(judged::table(&configurations, &judgements));
    Ok(Tables {
        title: title(&matrix),
        notes: notes(&matrix, &configurations),
        tables,
        times: vec![times::table(&configurations), times::machines(&cells)],
        charts: chart::charts(&configurations),
        published: preset.as_ref().map(published::tables).unwrap_or_default(),
        differences: preset.map(|preset| preset.differences).unwrap_or_default(),
    })
}

fn title(matrix: &Matrix) -> String {
    let samples: Vec<String> = matrix
        .variants
        .first()
        .map(|variant| {
            let decode = variant.decode;
            format!("{} samples of {} tokens at most", decode.samples, decode.max_tokens)
        })
        .into_iter()
        .collect();
    let preset =
        matrix.preset.as_deref().map(|name| format!("preset {name}, ")).unwrap_or_default();
    format!(
        "{preset}data set {}, {} bugs, {} seeds, {}",
        matrix.data_set,
        matrix.bugs.len(),
        matrix.seeds.len(),
        samples.join(", ")
    )
}

fn notes(matrix: &Matrix, configurations: &[Configuration<'_>]) -> Vec<String> {
    let (finished, planned) = configurations.iter().fold((0, 0), |(finished, planned), known| {
        (finished + known.measured() + known.failed, planned + known.planned)
    });
    let mut notes = vec![
        format!("{finished} of {planned} cells are finished."),
        "A plausible patch passes all tests that the bug names. It is not called correct: that a \
         person has to judge."
            .to_owned(),
        format!(
            "Intervals are percentile intervals of {} bootstrap resamples over bugs, {:.0} %.",
            crate::metrics::RESAMPLES,
            crate::metrics::CONFIDENCE * 100.0
        ),
        "The variants are settings of this program's own decoder, not the paper's program."
            .to_owned(),
    ];
    if !matrix.left_out.is_empty() {
        let count = matrix.left_out.len();
        notes.push(format!("{count} bugs that were asked for have no cells; see the failures."));
    }
    let program = &matrix.program;
    let commit = program.commit.as_deref().unwrap_or("unknown");
    notes.push(format!("Measured by version {}, commit {commit}.", program.version));
    for model in &matrix.models {
        let digest = model.sha256.as_deref().unwrap_or("unknown");
        notes.push(format!("Model {}: SHA-256 {digest}.", model.name));
    }
    notes
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Tables, Value, make_tables, write_tables};
    use crate::durable::write_json;
    use crate::matrix::settings_for_tests::matrix;
    use crate::matrix::{CELL_FILE, CellRecord, Matrix, open_matrix};
    use crate::test_cells::{counted, failed};

    /// Three bugs under two variants, a cell failed and another not run.
    fn some_cells(out: &Path, preset: Option<&str>) -> Tables {
        let mut settings = matrix(&["a", "b", "c"], &["off", "full"], &[1]);
        settings.preset = preset.map(str::to_owned);
        let cells = settings.cells();
        write_cells(
            &settings,
            &[
                counted(&cells[0], 10.0, 10, 2, 0),
                counted(&cells[1], 20.0, 10, 10, 5),
                counted(&cells[2], 10.0, 10, 4, 1),
                counted(&cells[3], 20.0, 10, 10, 0),
                failed(&cells[4], "no sandbox"),
            ],
            out,
        );
        make_tables(out).unwrap()
    }

    fn write_cells(settings: &Matrix, records: &[CellRecord], out: &Path) {
        open_matrix(settings, out).unwrap();
        for record in records {
            let folder = record.cell.folder(out);
            fs::create_dir_all(&folder).unwrap();
            write_json(&folder.join(CELL_FILE), record).unwrap();
        }
    }

    /// The values of a column of a table, as text.
    fn column(tables: &Tables, table: &str, key: &str) -> Vec<String> {
        let all = tables.tables.iter().chain(&tables.times);
        let table = all.into_iter().find(|known| known.name == table).unwrap();
        let place = table.columns.iter().position(|column| column.key == key).unwrap();
        let shown = |row: &Vec<Value>| match &row[place] {
            Value::Text(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Number(number) => format!("{number:.3}"),
            Value::Share(share) => format!("{:.3}", share.value),
            Value::Missing => "-".to_owned(),
        };
        table.rows.iter().map(shown).collect()
    }

    #[test]
    fn every_figure_has_the_denominator_that_it_says() {
        let out = tempfile::tempdir().unwrap();
        let tables = some_cells(out.path(), None);
        for (table, key, expected) in [
            ("summary", "cells_measured", ["2", "2"]),
            ("summary", "cells_planned", ["3", "3"]),
            ("summary", "cells_failed", ["1", "0"]),
            ("summary", "bugs", ["2", "2"]),
            ("summary", "plausible_bugs", ["1", "1"]),
            ("summary", "plausible_share", ["0.500", "0.500"]),
            ("summary", "plausible_patches", ["1", "5"]),
            ("summary", "equal_bugs", ["1", "1"]),
            ("samples", "compile_share", ["0.300", "1.000"]),
            ("summary", "pass_at_1", ["0.050", "0.250"]),
            ("summary", "pass_at_10", ["0.500", "0.500"]),
            ("summary", "pass_at_100", ["-", "-"]),
            ("distinct", "compile_top_30", ["0.300", "1.000"]),
            ("distinct", "judged_top_5000", ["20", "20"]),
            ("unique", "names", ["b", "a"]),
            ("times", "seconds_a_sample", ["1.000", "2.000"]),
        ] {
            assert_eq!(column(&tables, table, key), expected, "{table} {key}");
        }
        for (key, expected) in [
            ("bugs", "2"),
            ("only_first", "1"),
            ("only_second", "1"),
            ("both", "0"),
            ("p", "1.000"),
        ] {
            assert_eq!(column(&tables, "pairs", key), [expected], "{key}");
        }
        assert_eq!(column(&tables, "bugs", "full"), ["plausible, equal", "none", "-"]);
        assert_eq!(column(&tables, "failures", "reason"), ["no sandbox"]);
        assert!(tables.notes[0].contains("5 of 6 cells"), "{:?}", tables.notes);
        assert!(tables.published.is_empty());
    }

    #[test]
    fn what_is_published_stands_below_with_its_source_and_the_differences() {
        let out = tempfile::tempdir().unwrap();
        let tables = some_cells(out.path(), Some("rq3"));
        let page = tables.to_markdown();
        for expected in ["ESEC/FSE 2023, table 3", "| 63.4% | 5.21% | 63 | 42 |", "CodeT5-large"] {
            assert!(page.contains(expected), "{expected} in {page}");
        }
        let folder = write_tables(&tables, out.path()).unwrap();
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let expected = [
            "bugs.csv",
            "compile-share.svg",
            "distinct.csv",
            "failures.csv",
            "machines.csv",
            "pairs.csv",
            "plausible-bugs.svg",
            "samples.csv",
            "summary.csv",
            "tables.md",
            "times.csv",
            "times.md",
            "unique.csv",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_matrix_without_cells_has_tables_without_figures() {
        let out = tempfile::tempdir().unwrap();
        write_cells(&matrix(&["a"], &["off", "full"], &[1]), &[], out.path());
        let tables = make_tables(out.path()).unwrap();
        assert_eq!(column(&tables, "samples", "compile_share"), ["-", "-"]);
        assert_eq!(column(&tables, "pairs", "p"), ["-"]);
        assert!(tables.charts[0].to_svg().contains("not measured"));
    }
}
