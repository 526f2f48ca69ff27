//! A bug in its folder.

use std::path::{Path, PathBuf};

use project::read_bug_file;
use task::BugFile;

use crate::error::BenchError;

/// A folder with a bug file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The folder.
    pub folder: PathBuf,
    /// What its bug file says.
    pub file: BugFile,
}

impl Bug {
    /// Opens the bug in a folder.
    ///
    /// # Errors
    /// When there is no bug file, or it does not have the form.
    pub fn open(folder: &Path) -> Result<Self, BenchError> {
        let folder = folder.canonicalize().map_err(BenchError::file("read", folder))?;
        let file = read_bug_file(&folder.join(BugFile::NAME))?;
        Ok(Self { folder, file })
    }

    /// The name, the same in every table.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// The folder of the project.
    pub fn project(&self) -> PathBuf {
        self.folder.join(&self.file.project)
    }

    /// The patch that leads from the bug to the developers' fix. Only a judge reads it.
    pub fn reference_patch(&self) -> Option<PathBuf> {
        self.file.reference.as_ref().map(|reference| self.folder.join(&reference.patch))
    }
}
