//! Where bugs come from; a new kind of data set is one file in `data_sets` and one line here.

use std::path::Path;

use crate::bug::Bug;
use crate::data_sets::bug_folders::BugFolders;
use crate::data_sets::defects4j_checkouts::Defects4JCheckouts;
use crate::error::BenchError;

/// A set of bugs.
pub trait DataSet: Send + Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// The bugs, ordered by their names with numbers as numbers.
    ///
    /// # Errors
    /// When a bug cannot be read, or there is none.
    fn bugs(&self) -> Result<Vec<Bug>, BenchError>;
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
