//! The cells of one row: everything that was measured under one model, strategy and variant.

use std::collections::{BTreeMap, BTreeSet};

use crate::matrix::{CellRecord, CellResult, Matrix, Measurement, folder_name};
use crate::metrics::{Interval, Share, bootstrap};
use crate::strategy::Strategy;

/// What was measured under one setting.
#[derive(Clone, Debug)]
pub(super) struct Configuration<'a> {
    /// The model's name.
    pub(super) model: &'a str,
    /// The strategy.
    pub(super) strategy: Strategy,
    /// The variant's name.
    pub(super) variant: &'a str,
    /// The shortest name that is different for each.
    pub(super) label: String,
    /// How many cells there are to be.
    pub(super) planned: usize,
    /// How many could not be measured.
    pub(super) failed: usize,
    /// The bugs with at least one measured cell, in the order of the matrix.
    pub(super) bugs: Vec<BugCells<'a>>,
}

/// The measured cells of a bug by their seeds.
#[derive(Clone, Debug)]
pub(super) struct BugCells<'a> {
    /// The bug's name.
    pub(super) bug: &'a str,
    /// What was counted, by seed; not empty.
    pub(super) by_seed: BTreeMap<u64, &'a Measurement>,
}

impl BugCells<'_> {
    /// The seeds with a plausible patch, out of those that were measured.
    pub(super) fn plausible_seeds(&self) -> Share {
        let count = self.by_seed.values().filter(|measured| measured.is_plausible()).count();
        Share::new(count, self.by_seed.len())
    }

    /// Whether any seed has a plausible patch.
    pub(super) fn is_plausible(&self) -> bool {
        self.plausible_seeds().count > 0
    }

    /// Whether one of these seeds has.
    fn is_plausible_with(&self, seeds: &BTreeSet<u64>) -> bool {
        let by_seed = self.by_seed.iter();
        by_seed.filter(|(seed, _)| seeds.contains(*seed)).any(|(_, found)| found.is_plausible())
    }
}

impl Configuration<'_> {
    /// How many cells are measured.
    pub(super) fn measured(&self) -> usize {
        self.bugs.iter().map(|bug| bug.by_seed.len()).sum()
    }

    /// All measured cells.
    pub(super) fn measurements(&self) -> impl Iterator<Item = &Measurement> {
        self.bugs.iter().flat_map(|bug| bug.by_seed.values().copied())
    }

    /// A share whose parts are counted in every cell, with its interval.
    pub(super) fn share(&self, count: impl Fn(&Measurement) -> Share) -> Option<Interval> {
        let of_bug = |bug: &BugCells<'_>| -> Share {
            bug.by_seed.values().map(|measured| count(measured)).sum()
        };
        let shares: Vec<Share> = self.bugs.iter().map(of_bug).collect();
        bootstrap(&shares, |bugs| bugs.iter().map(|share| **share).sum::<Share>().value())
    }

    /// The mean over bugs of a value of each bug, with its interval; `None` when a bug has none.
    pub(super) fn mean(&self, value: impl Fn(&BugCells<'_>) -> Option<f64>) -> Option<Interval> {
        let values: Vec<f64> = self.bugs.iter().map(value).collect::<Option<_>>()?;
        bootstrap(&values, |values| {
            let sum: f64 = values.iter().copied().sum();
            (!values.is_empty()).then(|| sum / values.len() as f64)
        })
    }
}

/// Which bugs several configurations have a plausible patch for, on the cells that all of them have
/// measured: another seed or another bug would favour the one that has it.
pub(super) fn compared<'a>(configurations: &[&Configuration<'a>]) -> Vec<(&'a str, Vec<bool>)> {
    let Some((first, others)) = configurations.split_first() else { return Vec::new() };
    let mut rows = Vec::new();
    for bug in &first.bugs {
        let mut same_bug = vec![bug];
        let find =
            |other: &&Configuration<'a>| other.bugs.iter().position(|known| known.bug == bug.bug);
        let places: Option<Vec<usize>> = others.iter().map(find).collect();
        let Some(places) = places else { continue };
        same_bug.extend(others.iter().zip(places).map(|(other, place)| &other.bugs[place]));
        let mut seeds: BTreeSet<u64> = bug.by_seed.keys().copied().collect();
        for other in &same_bug {
            seeds.retain(|seed| other.by_seed.contains_key(seed));
        }
        if !seeds.is_empty() {
            let found = same_bug.iter().map(|bug| bug.is_plausible_with(&seeds)).collect();
            rows.push((bug.bug, found));
        }
    }
    rows
}

/// The rows of a matrix, in its order.
pub(super) fn configurations<'a>(
    matrix: &'a Matrix,
    cells: &'a [CellRecord],
) -> Vec<Configuration<'a>> {
    let order: Vec<&str> = matrix.bugs.iter().map(|bug| bug.name.as_str()).collect();
    matrix
        .configurations()
        .map(|(model, strategy, variant)| {
            let own = cells.iter().filter(|record| {
                let cell = &record.cell;
                (cell.model.as_str(), cell.strategy, cell.variant.as_str())
                    == (model, strategy, variant)
            });
            let mut by_bug: BTreeMap<&str, BTreeMap<u64, &Measurement>> = BTreeMap::new();
            let mut failed = 0;
            for record in own {
                match &record.result {
                    CellResult::Failed { .. } => failed += 1,
                    CellResult::Measured(measured) => {
                        let bug = by_bug.entry(&record.cell.bug).or_default();
                        bug.insert(record.cell.seed, measured);
                    }
                }
            }
            let bugs =
                order.iter().filter_map(|bug| Some(BugCells { bug, by_seed: by_bug.remove(bug)? }));
            Configuration {
                model,
                strategy,
                variant,
                label: label(matrix, model, strategy, variant),
                planned: matrix.bugs.len() * matrix.seeds.len(),
                failed,
                bugs: bugs.collect(),
            }
        })
        .collect()
}

fn label(matrix: &Matrix, model: &str, strategy: Strategy, variant: &str) -> String {
    let mut words = Vec::new();
    if matrix.models.len() > 1 {
        words.push(folder_name(model));
    }
    if matrix.strategies.len() > 1 {
        words.push(strategy.name().to_owned());
    }
    words.push(variant.to_owned());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{compared, configurations};
    use crate::matrix::settings_for_tests::matrix;
    use crate::metrics::Share;
    use crate::test_cells::{counted, failed};

    #[test]
    fn only_cells_that_all_have_are_compared() {
        let matrix = matrix(&["a", "b", "c"], &["off", "full"], &[1, 2]);
        let cells = matrix.cells();
        let of = |bug: &str, variant: &str, seed: u64| {
            let same = |cell: &&crate::matrix::CellKey| {
                (cell.bug.as_str(), cell.variant.as_str(), cell.seed) == (bug, variant, seed)
            };
            cells.iter().find(same).unwrap()
        };
        let records = [
            counted(of("a", "off", 1), 1.0, 10, 5, 0),
            counted(of("a", "off", 2), 1.0, 10, 5, 1),
            counted(of("a", "full", 1), 1.0, 10, 10, 2),
            counted(of("b", "off", 1), 1.0, 10, 5, 0),
            failed(of("b", "full", 1), "no sandbox"),
            counted(of("c", "off", 1), 1.0, 10, 5, 3),
            counted(of("c", "full", 1), 1.0, 10, 10, 0),
        ];
        let rows = configurations(&matrix, &records);
        assert_eq!(rows.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["off", "full"]);
        assert_eq!((rows[0].planned, rows[0].measured(), rows[0].failed), (6, 4, 0));
        assert_eq!((rows[1].planned, rows[1].measured(), rows[1].failed), (6, 2, 1));
        // Off has a patch for `a` with the seed 2 only, which full has not tried.
        let both = compared(&[&rows[0], &rows[1]]);
        assert_eq!(both, [("a", vec![false, true]), ("c", vec![true, false])]);

        let compiling =
            rows[0].share(|cell| Share::new(cell.samples.compiling, cell.samples.drawn));
        assert_eq!(compiling.unwrap().value, 0.5);
        let plausible = rows[0].mean(|bug| bug.plausible_seeds().value()).unwrap();
        assert_eq!(plausible.value, 0.5);
        assert_eq!((plausible.low, plausible.high), (0.0, 1.0));
    }
}
