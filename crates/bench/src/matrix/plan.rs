//! What is left to do, and how long it may take.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use serde::Serialize;

use super::cell::{CellRecord, CellResult, read_cell};
use super::key::CellKey;
use super::settings::Matrix;
use crate::error::BenchError;
use crate::strategy::Strategy;

/// What a cell is thought to take before any was measured: copying, compiling and testing the
/// program, in seconds.
pub const GUESSED_SECONDS_A_CELL: f64 = 60.0;
/// And each of its samples, drawn and judged, in seconds. A guess for a model of 1.5 billion
/// weights on two cores; the first finished cells replace it.
pub const GUESSED_SECONDS_A_SAMPLE: f64 = 1.5;

/// A part of the bugs of a matrix, for a machine of its own. All cells of a bug are in one shard,
/// so that its variants are compared on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Whether the bug at this place of the matrix, from 0, is in it.
    fn has(self, bug: usize) -> bool {
        bug % self.count == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `2/3`: the second of three.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no shard: write 2/3 for the second of three");
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let (number, count) =
            (number.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
        if number == 0 || number > count {
            return Err(wrong());
        }
        Ok(Self { number, count })
    }
}

/// Which cells of a matrix a run is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The bugs.
    pub shard: Shard,
    /// The names of the variants; `None` for all.
    pub variants: Option<Vec<String>>,
    /// Whether cells that could not be measured are to be run again.
    pub retry_failed: bool,
}

impl Selection {
    /// All that was not run yet.
    pub const ALL: Selection =
        Selection { shard: Shard::WHOLE, variants: None, retry_failed: false };

    fn has(&self, cell: &CellKey, bug: Option<usize>) -> bool {
        let variant = |variants: &Vec<String>| variants.contains(&cell.variant);
        bug.is_some_and(|bug| self.shard.has(bug)) && self.variants.as_ref().is_none_or(variant)
    }
}

/// The selected cells by what is known of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// All cells of the matrix.
    pub in_matrix: usize,
    /// Those that are selected.
    pub selected: usize,
    /// Those of them that are measured.
    pub measured: usize,
    /// Those of them that could not be measured.
    pub failed: usize,
    /// What is to be run, in order.
    pub to_do: Vec<CellKey>,
    /// How long that may take.
    pub estimate: Estimate,
}

/// A guess at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// In seconds.
    pub seconds: f64,
    /// How many finished cells it rests on; with none it rests on [`GUESSED_SECONDS_A_CELL`] and
    /// [`GUESSED_SECONDS_A_SAMPLE`].
    pub finished_cells: usize,
}

/// Looks at what is in the folder.
///
/// # Errors
/// When a finished cell cannot be read.
pub fn plan(matrix: &Matrix, out: &Path, selection: &Selection) -> Result<Plan, BenchError> {
    let place_of: BTreeMap<&str, usize> =
        matrix.bugs.iter().enumerate().map(|(place, bug)| (bug.name.as_str(), place)).collect();
    let cells = matrix.cells();
    let in_matrix = cells.len();
    let mut plan = Plan {
        in_matrix,
        selected: 0,
        measured: 0,
        failed: 0,
        to_do: Vec::new(),
        estimate: Estimate { seconds: 0.0, finished_cells: 0 },
    };
    let mut times = Times::default();
    for cell in cells {
        let record = read_cell(&cell, out)?;
        times.add(record.as_ref());
        if !selection.has(&cell, place_of.get(cell.bug.as_str()).copied()) {
            continue;
        }
        plan.selected += 1;
        let failed = match record.map(|record| record.result) {
            None => false,
            Some(CellResult::Measured(_)) => {
                plan.measured += 1;
                continue;
            }
            Some(CellResult::Failed { .. }) => true,
        };
        plan.failed += usize::from(failed);
        if !failed || selection.retry_failed {
            plan.to_do.push(cell);
        }
    }
    plan.estimate = times.estimate(&plan.to_do, matrix);
    Ok(plan)
}

/// How long finished cells took.
#[derive(Default)]
struct Times {
    by_configuration: BTreeMap<(String, Strategy, String), Vec<f64>>,
}

impl Times {
    fn add(&mut self, record: Option<&CellRecord>) {
        let Some(CellRecord { cell, result: CellResult::Measured(measured), .. }) = record else {
            return;
        };
        self.by_configuration.entry(configuration(cell)).or_default().push(measured.times.total);
    }

    fn estimate(&self, to_do: &[CellKey], matrix: &Matrix) -> Estimate {
        let all: Vec<f64> = self.by_configuration.values().flatten().copied().collect();
        let seconds = to_do.iter().map(|cell| {
            let same = self.by_configuration.get(&configuration(cell));
            let known = same.and_then(|times| mean(times)).or_else(|| mean(&all));
            let seconds = known.unwrap_or_else(|| guess(cell, matrix));
            matrix.cell_time_seconds.map_or(seconds, |limit| seconds.min(limit as f64))
        });
        Estimate { seconds: seconds.sum(), finished_cells: all.len() }
    }
}

fn configuration(cell: &CellKey) -> (String, Strategy, String) {
    (cell.model.clone(), cell.strategy, cell.variant.clone())
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn guess(cell: &CellKey, matrix: &Matrix) -> f64 {
    let samples = matrix.decode_settings(cell).map_or(0, |settings| settings.samples);
    GUESSED_SECONDS_A_CELL + GUESSED_SECONDS_A_SAMPLE * samples as f64
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Matrix, Selection, Shard, plan};
    use crate::durable::write_json;
    use crate::matrix::CELL_FILE;
    use crate::matrix::settings::tests::matrix;
    use crate::test_cells::{failed, measured};

    #[test]
    fn shards_as_people_write_them() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, count: 3 }));
        for text in ["", "0/2", "3/2", "1", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("write 2/3"), "`{text}`");
        }
    }

    #[test]
    fn every_bug_is_in_one_shard() {
        let matrix = matrix(&["a", "b", "c"], &["off", "full"], &[1]);
        let folder = tempfile::tempdir().unwrap();
        let mut seen = Vec::new();
        for shard in ["1/2", "2/2"] {
            let selection = Selection { shard: shard.parse().unwrap(), ..Selection::ALL };
            let plan = plan(&matrix, folder.path(), &selection).unwrap();
            assert_eq!((plan.in_matrix, plan.selected), (6, plan.to_do.len()));
            seen.extend(plan.to_do);
        }
        seen.sort();
        let mut all = matrix.cells();
        all.sort();
        assert_eq!(seen, all);
    }

    #[test]
    fn one_variant_can_be_run_before_the_others() {
        let matrix = matrix(&["a", "b"], &["off", "full"], &[1]);
        let folder = tempfile::tempdir().unwrap();
        let variants = Some(vec!["full".to_owned()]);
        let selection = Selection { variants, ..Selection::ALL };
        let plan = plan(&matrix, folder.path(), &selection).unwrap();
        let chosen: Vec<_> =
            plan.to_do.iter().map(|cell| (cell.bug.as_str(), cell.variant.as_str())).collect();
        assert_eq!(chosen, [("a", "full"), ("b", "full")]);
        assert_eq!((plan.in_matrix, plan.selected), (4, 2));
    }

    #[test]
    fn the_estimate_rests_on_what_is_finished() {
        let mut matrix = matrix(&["a", "b", "c"], &["off", "full"], &[1]);
        let folder = tempfile::tempdir().unwrap();
        let plan_now = |matrix: &Matrix| plan(matrix, folder.path(), &Selection::ALL).unwrap();
        let before = plan_now(&matrix);
        assert_eq!((before.estimate.seconds, before.estimate.finished_cells), (6.0 * 75.0, 0));

        let cells = matrix.cells();
        for (index, record) in [
            (0, measured(&cells[0], 100.0)),
            (1, measured(&cells[1], 10.0)),
            (2, failed(&cells[2], "no sandbox")),
        ] {
            let path = cells[index].folder(folder.path());
            fs::create_dir_all(&path).unwrap();
            write_json(&path.join(CELL_FILE), &record).unwrap();
        }
        let now = plan_now(&matrix);
        assert_eq!((now.measured, now.failed, now.to_do.len()), (2, 1, 3));
        // b full, c off, c full
        assert_eq!((now.estimate.seconds, now.estimate.finished_cells), (120.0, 2));
        let retrying = Selection { retry_failed: true, ..Selection::ALL };
        let again = plan(&matrix, folder.path(), &retrying).unwrap();
        assert_eq!((again.failed, again.to_do.len()), (1, 4));
        matrix.cell_time_seconds = Some(30);
        assert_eq!(plan_now(&matrix).estimate.seconds, 50.0);
    }
}
