//! What all cells of a matrix have in common: `matrix.json`.

use std::collections::{BTreeMap, BTreeSet};

use decode::Settings;
use serde::{Deserialize, Serialize};
use task::Digest;

use super::key::{CellKey, folder_name};
use crate::error::BenchError;
use crate::strategy::Strategy;

/// The version of everything that a matrix writes.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The settings of a matrix. Two runs with equal ones may share a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// The version of the format.
    pub format_version: u32,
    /// What measures.
    pub program: ProgramIdentity,
    /// The preset that the settings came from, if they did.
    pub preset: Option<String>,
    /// The data set's name.
    pub data_set: String,
    /// The bugs, in the order of tables.
    pub bugs: Vec<MatrixBug>,
    /// Bugs that were asked for and cannot be tried, with the reason. They have no cells and are
    /// told beside every table.
    pub left_out: Vec<LeftOut>,
    /// The models.
    pub models: Vec<ModelIdentity>,
    /// How patches are asked for.
    pub strategies: Vec<Strategy>,
    /// The variants of guidance.
    pub variants: Vec<VariantRecord>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The most tokens of a prompt.
    pub prompt_tokens: usize,
    /// How long one cell may take in seconds; `None` for no limit.
    pub cell_time_seconds: Option<u64>,
    /// The most seconds for all tests of one module.
    pub test_time_seconds: u64,
    /// Whether tests are kept from the machine (`bubblewrap` or `none`).
    pub sandbox: String,
}

/// Which program measures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    /// Its version.
    pub version: String,
    /// The commit that it was built from, with `+changes` when files differed; `None` when unknown.
    pub commit: Option<String>,
}

/// A bug of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatrixBug {
    /// Its name.
    pub name: String,
    /// The digest of its bug file, of the files of its places and of its reference fix.
    pub digest: Digest,
}

/// A bug that has no cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name.
    pub bug: String,
    /// Why.
    pub reason: String,
}

/// A model of a matrix. Where its file lies and on how many threads it runs is a cell's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelIdentity {
    /// Its name in the registry, or its file's path.
    pub name: String,
    /// The SHA-256 of its file; `None` for a model without one.
    pub sha256: Option<String>,
}

/// A variant of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantRecord {
    /// Its name.
    pub name: String,
    /// How samples are drawn, with the seed 0: a cell's seed stands in its own place.
    pub decode: Settings,
}

impl Matrix {
    /// The version of the format that is written.
    pub const FORMAT_VERSION: u32 = FORMAT_VERSION;

    /// All cells: all variants of a bug before the next bug, all bugs before the next seed. So what
    /// a run that is ended early has is comparable, variant by variant.
    pub fn cells(&self) -> Vec<CellKey> {
        let mut cells = Vec::new();
        for &seed in &self.seeds {
            for bug in &self.bugs {
                cells.extend(self.configurations().map(|(model, strategy, variant)| CellKey {
                    bug: bug.name.clone(),
                    model: model.to_owned(),
                    strategy,
                    variant: variant.to_owned(),
                    seed,
                }));
            }
        }
        cells
    }

    /// What is compared: each model with each strategy and each variant.
    pub fn configurations(&self) -> impl Iterator<Item = (&str, Strategy, &str)> {
        self.models.iter().flat_map(move |model| {
            self.strategies.iter().flat_map(move |&strategy| {
                let variants = self.variants.iter();
                variants.map(move |variant| (model.name.as_str(), strategy, variant.name.as_str()))
            })
        })
    }

    /// The decoder's settings for a cell; `None` when the matrix has no such variant.
    pub fn decode_settings(&self, cell: &CellKey) -> Option<Settings> {
        let variant = self.variants.iter().find(|variant| variant.name == cell.variant)?;
        Some(Settings { seed: cell.seed, ..variant.decode })
    }

    /// Whether the matrix can be laid out: something to measure, and a folder for each cell.
    pub(super) fn check(&self) -> Result<(), BenchError> {
        let wrong = |text: String| Err(BenchError::Choice(text));
        let mut folders: BTreeMap<String, &str> = BTreeMap::new();
        for model in &self.models {
            if let Some(other) = folders.insert(folder_name(&model.name), &model.name) {
                let name = &model.name;
                return wrong(format!("`{other}` and `{name}` would have the same folders"));
            }
        }
        let variants: Vec<&str> = self.variants.iter().map(|known| known.name.as_str()).collect();
        let seeds: Vec<String> = self.seeds.iter().map(ToString::to_string).collect();
        let bugs: Vec<&str> = self.bugs.iter().map(|bug| bug.name.as_str()).collect();
        let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
        for (what, names) in [("variant", variants), ("seed", seeds), ("bug", bugs)] {
            let mut seen = BTreeSet::new();
            if let Some(twice) = names.iter().find(|name| !seen.insert(**name)) {
                return wrong(format!("the {what} `{twice}` is named twice"));
            }
        }
        if self.cells().is_empty() {
            return wrong(format!("there is no bug to try: {}", reasons(&self.left_out)));
        }
        Ok(())
    }
}

fn reasons(left_out: &[LeftOut]) -> String {
    let text = |left: &LeftOut| format!("`{}` is left out, for {}", left.bug, left.reason);
    left_out.iter().map(text).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
pub(crate) mod tests {
    use task::Digest;

    use super::{
        FORMAT_VERSION, Matrix, MatrixBug, ModelIdentity, ProgramIdentity, Strategy, VariantRecord,
    };
    use crate::variants::Variant;

    /// A small matrix for tests.
    pub(crate) fn matrix(bugs: &[&str], variants: &[&str], seeds: &[u64]) -> Matrix {
        let bug = |name: &&str| MatrixBug {
            name: (*name).to_owned(),
            digest: Digest::of([name.as_bytes()]),
        };
        let variant = |name: &&str| VariantRecord {
            name: (*name).to_owned(),
            decode: Variant::find(name).unwrap().settings(10, 0),
        };
        Matrix {
            format_version: FORMAT_VERSION,
            program: ProgramIdentity { version: "0".to_owned(), commit: None },
            preset: None,
            data_set: "set".to_owned(),
            bugs: bugs.iter().map(bug).collect(),
            left_out: Vec::new(),
            models: vec![ModelIdentity { name: "scripted".to_owned(), sha256: None }],
            strategies: vec![Strategy::Infill],
            variants: variants.iter().map(variant).collect(),
            seeds: seeds.to_vec(),
            prompt_tokens: 1024,
            cell_time_seconds: None,
            test_time_seconds: 600,
            sandbox: "none".to_owned(),
        }
    }

    #[test]
    fn all_variants_of_a_bug_come_before_the_next_bug_and_all_bugs_before_the_next_seed() {
        let cells = matrix(&["a", "b"], &["off", "full"], &[1, 2]).cells();
        let order: Vec<_> =
            cells.iter().map(|cell| format!("{}{}{}", cell.bug, cell.variant, cell.seed)).collect();
        let expected = ["aoff1", "afull1", "boff1", "bfull1", "aoff2", "afull2", "boff2", "bfull2"];
        assert_eq!(order, expected);
    }
}
