//! What a repair gets to know of a bug.

use std::path::PathBuf;

use task::{Location, TestName};

use crate::bug::Bug;

/// A bug without its reference fix. Cells build their requests from this and nothing else, so that
/// no sample can have seen the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepairSide {
    /// The bug's folder, where the project is found from.
    pub(crate) project: PathBuf,
    /// The folder that the place is relative to.
    pub(crate) sources: PathBuf,
    /// The place.
    pub(crate) location: Location,
    /// The tests that fail.
    pub(crate) tests: Vec<TestName>,
}

impl RepairSide {
    /// The side of a bug that a repair may see.
    ///
    /// # Errors
    /// The reason why a repair cannot try this bug.
    pub(crate) fn of(bug: &Bug) -> Result<Self, String> {
        match bug.file.holes.as_slice() {
            [hole] => Ok(Self {
                project: bug.folder.clone(),
                sources: bug.project(),
                location: hole.at.clone(),
                tests: bug.file.tests.failing.clone(),
            }),
            [] => Err("it names no place for a fix".to_owned()),
            holes => Err(format!("it has {} places, and a repair fills one", holes.len())),
        }
    }
}
