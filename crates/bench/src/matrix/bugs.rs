//! Which bugs have cells.

use std::fs;

use task::{BugFile, Digest};

use super::settings::{LeftOut, MatrixBug};
use crate::bug::Bug;
use crate::error::BenchError;
use crate::repair_side::RepairSide;

/// The bugs of a matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenBugs {
    /// Those that can be tried.
    pub bugs: Vec<Bug>,
    /// The same for the record.
    pub records: Vec<MatrixBug>,
    /// Those that were asked for and cannot be tried.
    pub left_out: Vec<LeftOut>,
}

/// Divides bugs into those that can be tried and those that cannot. `wanted` names the bugs, all
/// when it is `None`; one that the data set does not have is left out.
///
/// # Errors
/// When a file of a bug cannot be read.
pub fn choose_bugs(bugs: Vec<Bug>, wanted: Option<&[String]>) -> Result<ChosenBugs, BenchError> {
    let is_wanted = |bug: &Bug| wanted.is_none_or(|names| names.iter().any(|n| n == bug.name()));
    let mut chosen = ChosenBugs::default();
    for name in wanted.unwrap_or_default() {
        if !bugs.iter().any(|bug| bug.name() == name) {
            let reason = "the data set does not have it".to_owned();
            chosen.left_out.push(LeftOut { bug: name.clone(), reason });
        }
    }
    for bug in bugs.into_iter().filter(is_wanted) {
        match RepairSide::of(&bug) {
            Ok(_) => {
                let digest = digest_of(&bug)?;
                chosen.records.push(MatrixBug { name: bug.name().to_owned(), digest });
                chosen.bugs.push(bug);
            }
            Err(reason) => chosen.left_out.push(LeftOut { bug: bug.name().to_owned(), reason }),
        }
    }
    Ok(chosen)
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
