//! The distinct plausible patches of a measurement.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use syntax::tokens::token_key;

use crate::durable::read_json;
use crate::error::BenchError;
use crate::matrix::{CELL_FILE, Matrix};

/// Where the cells of a measurement lie: `cells/BUG/CELL`, with the run that `cell.json` names.
const CELLS: &str = "cells";
const REPORT: &str = "report.json";
/// The newest version of a report that is read.
const NEWEST_REPORT: u32 = 1;

/// What is read of a cell's file: where its run is.
#[derive(Deserialize)]
struct Cell {
    result: CellEnd,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum CellEnd {
    Measured {
        /// The folder of the repair's run, from the cell's folder.
        run: PathBuf,
    },
    Failed,
}

/// What is read of a run's report.
#[derive(Deserialize)]
struct Report {
    patches: Vec<FoundPatch>,
}

/// A patch of one run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct FoundPatch {
    /// Its place among those of the run, from 1.
    rank: usize,
    /// The text in the hole.
    pub(super) text: String,
    /// The difference to the program with the bug.
    pub(super) diff: String,
}

/// The patches of all runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FoundPatches {
    /// By bug, then by the patch's tokens. Of patches with the same tokens the one with the best
    /// rank is kept.
    pub(super) by_bug: BTreeMap<String, BTreeMap<String, FoundPatch>>,
    /// Cells that are not finished: they are under way or were stopped.
    pub(super) unfinished: usize,
}

/// Reads the reports of a measurement.
///
/// # Errors
/// When there are no cells, or a report cannot be read.
pub(super) fn found_patches(out: &Path) -> Result<FoundPatches, BenchError> {
    let mut found = FoundPatches::default();
    for bug in folders(&out.join(CELLS))? {
        let name = bug.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut patches: BTreeMap<String, FoundPatch> = BTreeMap::new();
        for cell in folders(&bug)? {
            let run = match read_json::<Cell>(&cell.join(CELL_FILE), Matrix::FORMAT_VERSION)? {
                Some(Cell { result: CellEnd::Measured { run } }) => cell.join(run),
                Some(Cell { result: CellEnd::Failed }) => continue,
                None => {
                    found.unfinished += 1;
                    continue;
                }
            };
            for patch in read_report(&run.join(REPORT))?.patches {
                let known = patches.entry(token_key(&patch.text)).or_insert_with(|| patch.clone());
                if patch.rank < known.rank {
                    *known = patch;
                }
            }
        }
        found.by_bug.insert(name, patches);
    }
    Ok(found)
}

/// The folders in a folder, by name.
fn folders(path: &Path) -> Result<Vec<PathBuf>, BenchError> {
    let fail = || BenchError::file("read", path);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(fail())? {
        let path = entry.map_err(fail())?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read_report(path: &Path) -> Result<Report, BenchError> {
    let missing = || BenchError::file("read", path)(io::ErrorKind::NotFound.into());
    read_json(path, NEWEST_REPORT)?.ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::found_patches;

    /// The part of a cell's file that is read.
    const CELL: &str =
        r#"{ "format_version": 1, "result": { "kind": "measured", "run": "runs/1" } }"#;

    fn write(out: &Path, cell: &str, text: &str) {
        let folder = out.join("cells").join(cell);
        fs::create_dir_all(folder.join("runs/1")).unwrap();
        fs::write(folder.join("cell.json"), CELL).unwrap();
        fs::write(folder.join("runs/1/report.json"), text).unwrap();
    }

    fn report(patches: &[(usize, &str)]) -> String {
        let patch = |(rank, text): &(usize, &str)| serde_json::json!({ "rank": rank, "text": text, "diff": text, "file": "x", "draws": 1 });
        let patches: Vec<_> = patches.iter().map(patch).collect();
        serde_json::json!({ "format_version": 1, "patches": patches, "run": "r" }).to_string()
    }

    #[test]
    fn patches_with_the_same_tokens_are_one() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), "shop-1/none-1", &report(&[(1, "b();"), (2, "a( ); // now")]));
        write(out.path(), "shop-1/prune-1", &report(&[(1, "a();"), (2, "c();")]));
        write(out.path(), "shop-2/none-1", &report(&[]));
        // One under way and one that could not be measured.
        fs::create_dir_all(out.path().join("cells/shop-2/prune-1")).unwrap();
        let failed = out.path().join("cells/shop-2/prune-2");
        fs::create_dir_all(&failed).unwrap();
        let text = r#"{ "format_version": 1, "result": { "kind": "failed", "reason": "r" } }"#;
        fs::write(failed.join("cell.json"), text).unwrap();
        let found = found_patches(out.path()).unwrap();
        assert_eq!(found.unfinished, 1);
        let texts: Vec<&str> =
            found.by_bug["shop-1"].values().map(|patch| patch.text.as_str()).collect();
        assert_eq!(texts, ["a();", "b();", "c();"]);
        assert!(found.by_bug["shop-2"].is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let out = tempfile::tempdir().unwrap();
        let message = || found_patches(out.path()).unwrap_err().to_string();
        assert!(message().contains("could not read"), "{}", message());
        write(out.path(), "a/b", "{\n\"format_version\": 1}");
        assert!(
            message().contains("report.json` does not have the form: missing field `patches`"),
            "{}",
            message()
        );
        write(
            out.path(),
            "a/b",
            &report(&[]).replace("\"format_version\":1", "\"format_version\":2"),
        );
        assert!(message().contains("format version 2"), "{}", message());
    }
}
