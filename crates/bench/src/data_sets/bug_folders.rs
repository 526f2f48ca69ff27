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

    fn bugs(&self) -> Result<Vec<Bug>, BenchError> {
        // A project inside a bug folder may hold bug files of its own, which are not meant.
        let mut walk = WalkDir::new(&self.path).max_depth(DEEPEST).sort_by_file_name().into_iter();
        let mut bugs = Vec::new();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| BenchError::File {
                what: "read",
                path: self.path.clone(),
                source: error.into(),
            })?;
            if entry.file_type().is_dir() && entry.path().join(BugFile::NAME).is_file() {
                bugs.push(Bug::open(entry.path())?);
                walk.skip_current_dir();
            }
        }
        if bugs.is_empty() {
            return Err(BenchError::NoBugs { path: self.path.clone() });
        }
        bugs.sort_by_cached_key(|bug| natural_key(bug.name()));
        Ok(bugs)
    }
}

/// A key that orders `Lang-9` before `Lang-21`.
pub(super) fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text_end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(text_end);
        let digits_end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at(digits_end);
        key.push((text.to_owned(), digits.parse().unwrap_or(u64::MAX)));
        rest = after;
    }
    key
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
