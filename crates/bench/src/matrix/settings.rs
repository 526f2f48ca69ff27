//! What all cells of a matrix have in common: `matrix.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

use decode::Settings;
use serde::{Deserialize, Serialize};
use task::{BugFile, Digest};

use super::difference::differences;
use super::key::{CellKey, folder_name};
use crate::bug::Bug;
use crate::durable::{read_json, write_json};
use crate::error::BenchError;
use crate::repair_side::RepairSide;
use crate::strategy::Strategy;

/// The name of the file.
pub const MATRIX_FILE: &str = "matrix.json";
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

    /// All cells: all variants of a bug before the next bug, all bugs before the next seed. So what a
    /// run that is ended early has is comparable, variant by variant.
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
    fn check(&self) -> Result<(), BenchError> {
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

/// Divides bugs into those that can be tried and those that cannot. `wanted` names the bugs, all when
/// it is `None`; one that the data set does not have is left out.
///
/// # Errors
/// When a file of a bug cannot be read.
pub fn choose_bugs(
    bugs: Vec<Bug>,
    wanted: Option<&[String]>,
) -> Result<(Vec<Bug>, Vec<MatrixBug>, Vec<LeftOut>), BenchError> {
    let is_wanted = |bug: &Bug| wanted.is_none_or(|names| names.iter().any(|n| n == bug.name()));
    let (mut chosen, mut records, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for name in wanted.unwrap_or_default() {
        if !bugs.iter().any(|bug| bug.name() == name) {
            let reason = "the data set does not have it".to_owned();
            left_out.push(LeftOut { bug: name.clone(), reason });
        }
    }
    for bug in bugs.into_iter().filter(is_wanted) {
        match RepairSide::of(&bug) {
            Ok(_) => {
                let digest = digest_of(&bug)?;
                records.push(MatrixBug { name: bug.name().to_owned(), digest });
                chosen.push(bug);
            }
            Err(reason) => left_out.push(LeftOut { bug: bug.name().to_owned(), reason }),
        }
    }
    Ok((chosen, records, left_out))
}

/// The name of what a bug is for this measurement. Its project may have thousands of files; those
/// that nobody edits between two runs are not looked at.
fn digest_of(bug: &Bug) -> Result<Digest, BenchError> {
    let mut paths = vec![bug.folder.join(BugFile::NAME)];
    paths.extend(bug.file.holes.iter().map(|hole| bug.project().join(hole.at.file())));
    paths.extend(bug.reference_patch());
    let mut contents = Vec::new();
    for path in paths {
        // What is missing shows when the bug is tried.
        match fs::read(&path) {
            Ok(content) => contents.push(content),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => contents.push(Vec::new()),
            Err(error) => return Err(BenchError::file("read", &path)(error)),
        }
    }
    Ok(Digest::of(contents.iter().map(Vec::as_slice)))
}

/// Makes `out` the folder of this matrix, or goes on in it when it is that already.
///
/// # Errors
/// As [`check_matrix`], and when the folder cannot be written.
pub fn open_matrix(matrix: &Matrix, out: &Path) -> Result<(), BenchError> {
    matrix.check()?;
    fs::create_dir_all(out).map_err(BenchError::file("create", out))?;
    // Two shards may begin at the same time.
    let lock = out.join("matrix.lock");
    let held = File::create(&lock).map_err(BenchError::file("write", &lock))?;
    held.lock().map_err(BenchError::file("lock", &lock))?;
    if is_matrix_of(matrix, out)? { Ok(()) } else { write_json(&out.join(MATRIX_FILE), matrix) }
}

/// Whether `out` could be the folder of this matrix. Nothing is written.
///
/// # Errors
/// When the matrix is no matrix, or the folder holds one with other settings; then the error names
/// what differs.
pub fn check_matrix(matrix: &Matrix, out: &Path) -> Result<(), BenchError> {
    matrix.check()?;
    is_matrix_of(matrix, out).map(drop)
}

/// Whether `out` is the folder of this matrix already; an error when it is that of another.
fn is_matrix_of(matrix: &Matrix, out: &Path) -> Result<bool, BenchError> {
    let path = out.join(MATRIX_FILE);
    let Some(before) = read_json::<Matrix>(&path, FORMAT_VERSION)? else { return Ok(false) };
    let json = |matrix: &Matrix| {
        serde_json::to_value(matrix)
            .map_err(|source| BenchError::Json { path: path.clone(), source })
    };
    let differences = differences(&json(&before)?, &json(matrix)?);
    if differences.is_empty() {
        return Ok(true);
    }
    Err(BenchError::OtherMatrix { path: out.to_owned(), differences })
}

/// The matrix whose folder `out` is.
///
/// # Errors
/// When there is none, or its file cannot be read.
pub fn read_matrix(out: &Path) -> Result<Matrix, BenchError> {
    let matrix = read_json(&out.join(MATRIX_FILE), FORMAT_VERSION)?;
    matrix.ok_or_else(|| BenchError::NoMatrix { path: out.to_owned() })
}

#[cfg(test)]
pub(crate) mod tests {
    use task::Digest;

    use super::{
        FORMAT_VERSION, Matrix, MatrixBug, ModelIdentity, ProgramIdentity, Strategy, VariantRecord,
        open_matrix, read_matrix,
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

    #[test]
    fn a_folder_takes_one_matrix_only_and_says_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        assert!(read_matrix(folder.path()).unwrap_err().to_string().contains("no measurements"));
        let first = matrix(&["a"], &["off"], &[1]);
        open_matrix(&first, &out).unwrap();
        open_matrix(&first, &out).unwrap();
        assert_eq!(read_matrix(&out).unwrap(), first);
        let mut other = matrix(&["a"], &["off"], &[1]);
        other.variants[0].decode.samples = 20;
        other.cell_time_seconds = Some(60);
        let message = open_matrix(&other, &out).unwrap_err().to_string();
        for expected in [
            "`variants[0].decode.samples` was 10 and is 20",
            "`cell_time_seconds` was null and is 60",
            "name another folder",
        ] {
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn what_is_no_matrix_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |matrix: &Matrix| open_matrix(matrix, folder.path()).unwrap_err().to_string();
        let twice = matrix(&["a"], &["off", "off"], &[1]);
        assert!(refused(&twice).contains("the variant `off` is named twice"));
        assert!(refused(&matrix(&["a"], &["off"], &[3, 3])).contains("the seed `3`"));
        assert!(refused(&matrix(&[], &["off"], &[3])).contains("there is no bug to try"));
        let mut same_folder = matrix(&["a"], &["off"], &[1]);
        for name in ["/one/m.gguf", "/two/m.gguf"] {
            same_folder.models.push(ModelIdentity { name: name.to_owned(), sha256: None });
        }
        assert!(refused(&same_folder).contains("would have the same folders"));
    }
}
