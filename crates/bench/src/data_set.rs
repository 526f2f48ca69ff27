//! Where bugs come from; a new kind of data set is one file in `data_sets` and one line here.

use std::path::{Path, PathBuf};

use crate::bug::Bug;
use crate::data_sets::bug_folders::BugFolders;
use crate::data_sets::defects4j_checkouts::Defects4JCheckouts;
use crate::data_sets::natural_key;
use crate::error::BenchError;

/// A set of bugs.
pub trait DataSet: Send + Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// The folders that hold a bug each.
    ///
    /// # Errors
    /// When they cannot be looked for, or there is none.
    fn folders(&self) -> Result<Vec<PathBuf>, BenchError>;

    /// The bug in one of these folders.
    ///
    /// # Errors
    /// When it cannot be read.
    fn open(&self, folder: &Path) -> Result<Bug, BenchError>;

    /// All bugs, ordered by their names with numbers as numbers.
    ///
    /// # Errors
    /// When one of them cannot be read, or there is none.
    fn bugs(&self) -> Result<Vec<Bug>, BenchError> {
        let folders = self.folders()?;
        let mut bugs =
            folders.iter().map(|folder| self.open(folder)).collect::<Result<Vec<_>, _>>()?;
        bugs.sort_by_cached_key(|bug| natural_key(bug.name()));
        Ok(bugs)
    }
}

/// The data set that a path stands for.
///
/// # Errors
/// When there is nothing of the kind.
pub fn find_data_set(path: &Path) -> Result<Box<dyn DataSet>, BenchError> {
    if let Some(checkouts) = Defects4JCheckouts::find(path)? {
        return Ok(Box::new(checkouts));
    }
    Ok(Box::new(BugFolders::at(path)?))
}
