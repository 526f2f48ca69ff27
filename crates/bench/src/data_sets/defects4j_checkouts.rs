//! Bugs that Defects4J itself has checked out (`defects4j checkout -p Lang -v 9b -w Lang-9`).
//!
//! A checkout knows where its sources are and which tests show the bug; its git repository holds the
//! fixed version under a tag. What only Defects4J's build knows, the class path above all, the
//! user's own `defects4j export` says. What is found is written down as a bug file in `.patchwright`
//! inside of the checkout, and nothing else in it changes.

mod checkout;
mod exported;
mod fix;

use std::fs;
use std::path::{Path, PathBuf};

use checkout::Checkout;

use crate::bug::Bug;
use crate::data_set::DataSet;
use crate::error::BenchError;

/// The file that makes a folder a checkout.
const CONFIG: &str = ".defects4j.config";

/// All checkouts in a folder, or the folder itself when it is one.
#[derive(Clone, Debug)]
pub struct Defects4JCheckouts {
    name: String,
    path: PathBuf,
    command: PathBuf,
}

impl Defects4JCheckouts {
    /// The checkouts at `path`; nothing when there are none.
    ///
    /// # Errors
    /// When the path cannot be read.
    pub fn find(path: &Path) -> Result<Option<Self>, BenchError> {
        let path = path.canonicalize().map_err(BenchError::file("read", path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let set =
            Self { name: name.unwrap_or_default(), path, command: PathBuf::from("defects4j") };
        Ok(if set.checkouts()?.is_empty() { None } else { Some(set) })
    }

    /// The same with another program than the `defects4j` on the search path.
    pub fn with_command(self, command: PathBuf) -> Self {
        Self { command, ..self }
    }

    fn checkouts(&self) -> Result<Vec<PathBuf>, BenchError> {
        if self.path.join(CONFIG).is_file() {
            return Ok(vec![self.path.clone()]);
        }
        let fail = || BenchError::file("read", &self.path);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fail())? {
            let path = entry.map_err(fail())?.path();
            if path.join(CONFIG).is_file() {
                found.push(path);
            }
        }
        Ok(found)
    }
}

impl DataSet for Defects4JCheckouts {
    fn name(&self) -> &str {
        &self.name
    }

    fn folders(&self) -> Result<Vec<PathBuf>, BenchError> {
        self.checkouts()
    }

    fn open(&self, folder: &Path) -> Result<Bug, BenchError> {
        Checkout::open(folder.to_owned(), &self.command)?.bug()
    }
}
