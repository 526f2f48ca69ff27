//! Folders with a bug file each.

use std::path::{Path, PathBuf};

use task::BugFile;
use walkdir::WalkDir;

use crate::bug::Bug;
use crate::data_set::DataSet;
use crate::error::BenchError;

/// How deep below the named folder bug files are looked for.
const DEEPEST: usize = 3;

/// All bug folders in a folder, or the folder itself when it is one.
#[derive(Clone, Debug)]
pub struct BugFolders {
    name: String,
    path: PathBuf,
}

impl BugFolders {
    /// The bugs at `path`.
    ///
    /// # Errors
    /// When the path does not exist.
    pub fn at(path: &Path) -> Result<Self, BenchError> {
        let path = path.canonicalize().map_err(BenchError::file("read", path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Self { name: name.unwrap_or_default(), path })
    }
}

impl DataSet for BugFolders {
    fn name(&self) -> &str {
        &self.name
    }

    fn folders(&self) -> Result<Vec<PathBuf>, BenchError> {
        // A project inside a bug folder may hold bug files of its own, which are not meant.
        let mut walk = WalkDir::new(&self.path).max_depth(DEEPEST).sort_by_file_name().into_iter();
        let mut folders = Vec::new();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| BenchError::File {
                what: "read",
                path: self.path.clone(),
                source: error.into(),
            })?;
            if entry.file_type().is_dir() && entry.path().join(BugFile::NAME).is_file() {
                folders.push(entry.into_path());
                walk.skip_current_dir();
            }
        }
        if folders.is_empty() {
            return Err(BenchError::NoBugs { path: self.path.clone() });
        }
        Ok(folders)
    }

    fn open(&self, folder: &Path) -> Result<Bug, BenchError> {
        Bug::open(folder)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::BugFolders;
    use crate::data_set::DataSet;
    use crate::error::BenchError;

    #[test]
    fn bugs_are_found_and_ordered_as_people_count() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Lang-21", "Lang-9", "more/Csv-1", "Lang-9/program"] {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).unwrap();
            let name = name.rsplit('/').next().unwrap();
            let text =
                format!("format_version = 1\nname = \"{name}\"\n[tests]\nfailing = [\"a.B#c\"]\n");
            fs::write(path.join("bug.toml"), text).unwrap();
        }
        let set = BugFolders::at(folder.path()).unwrap();
        let names: Vec<_> = set.bugs().unwrap().into_iter().map(|bug| bug.file.name).collect();
        assert_eq!(names, ["Csv-1", "Lang-9", "Lang-21"]);
        let one = BugFolders::at(&folder.path().join("Lang-9")).unwrap();
        assert_eq!(one.bugs().unwrap().len(), 1);

        let empty = tempfile::tempdir().unwrap();
        let none = BugFolders::at(empty.path()).unwrap().bugs();
        assert!(matches!(none, Err(BenchError::NoBugs { .. })));
    }
}
