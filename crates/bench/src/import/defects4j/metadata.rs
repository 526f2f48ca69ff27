//! The metadata: one bug a line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use task::{Location, TestName};

use crate::error::BenchError;

/// A bug as the metadata have it. Keys that are not needed here are passed over.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BugRecord {
    /// Its name, such as `Lang-9`.
    pub key: String,
    /// The project in Defects4J, such as `Lang`.
    pub project: String,
    /// The number in Defects4J.
    pub id: u32,
    /// Whether the bug was seen to reproduce.
    #[serde(default)]
    pub verified: bool,
    /// The language level that compiles it.
    pub release: u32,
    /// The revision with the developers' fix.
    pub revision_fixed: String,
    /// The folder of the program's sources.
    pub source_dir: PathBuf,
    /// The folder of the tests' sources.
    pub test_dir: PathBuf,
    /// The tests that show the bug.
    pub trigger_tests: Vec<TestName>,
    /// Those that do so on the JDK that the metadata were made with; all when there are none.
    #[serde(default)]
    pub effective_triggers: Vec<TestName>,
    /// The files that the fix changes.
    pub modified_files: Vec<PathBuf>,
    /// The changed places in the buggy program.
    pub hunks: Vec<Hunk>,
}

/// A changed place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hunk {
    /// The file.
    pub file: PathBuf,
    /// Its first line in the buggy file.
    pub buggy_start: usize,
    /// Its last line; `buggy_start - 1` where the fix only inserts.
    pub buggy_end: usize,
}

impl Hunk {
    /// As a place that a fix is written in.
    pub(super) fn location(&self) -> Location {
        let file = self.file.clone();
        if self.buggy_end < self.buggy_start {
            Location::After { file, line: self.buggy_end }
        } else {
            Location::Lines { file, first: self.buggy_start, last: self.buggy_end }
        }
    }
}

impl BugRecord {
    /// The tests that fail here.
    pub(super) fn failing(&self) -> &[TestName] {
        if self.effective_triggers.is_empty() {
            &self.trigger_tests
        } else {
            &self.effective_triggers
        }
    }
}

/// The bugs with these keys in their order, or all bugs.
pub(super) fn chosen(path: &Path, keys: &[String]) -> Result<Vec<BugRecord>, BenchError> {
    let all = read(path)?;
    if keys.is_empty() {
        return Ok(all);
    }
    let by_key: BTreeMap<&str, &BugRecord> =
        all.iter().map(|record| (record.key.as_str(), record)).collect();
    let find = |key: &String| {
        let found = by_key.get(key.as_str()).copied().cloned();
        found.ok_or_else(|| BenchError::NoSuchBug { key: key.clone() })
    };
    keys.iter().map(find).collect()
}

fn read(path: &Path) -> Result<Vec<BugRecord>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let record = |(index, line): (usize, &str)| {
        let wrong = |reason: String| BenchError::Metadata {
            path: path.to_owned(),
            line: index + 1,
            reason,
        };
        let record: BugRecord =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        // The key becomes the name of a folder.
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if record.key.is_empty() || !record.key.chars().all(plain) {
            return Err(wrong(format!("`{}` is no key", record.key)));
        }
        Ok(record)
    };
    lines.map(record).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::chosen;

    const LINE: &str = r#"{"key":"Lang-9","project":"Lang","id":9,"verified":true,"release":8,
        "revision_fixed":"65a6","source_dir":"src/main/java","test_dir":"src/test/java",
        "trigger_tests":["a.BTest::c"],"effective_triggers":["a.BTest::c"],"paper":[],
        "modified_files":["src/main/java/a/B.java"],
        "hunks":[{"file":"a/B.java","buggy_start":144,"buggy_end":143,"function":null},
                 {"file":"a/B.java","buggy_start":150,"buggy_end":151}]}"#;

    fn read(text: &str, keys: &[&str]) -> Result<Vec<super::BugRecord>, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        chosen(file.path(), &keys).map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_is_a_bug() {
        let line = LINE.replace('\n', "");
        let other = line.replace("Lang-9", "Lang-10");
        let bugs = read(&format!("{line}\n\n{other}\n"), &["Lang-10"]).unwrap();
        let [bug] = bugs.as_slice() else { panic!("{bugs:?}") };
        assert_eq!((bug.key.as_str(), bug.verified), ("Lang-10", true));
        let places: Vec<String> =
            bug.hunks.iter().map(|hunk| hunk.location().to_string()).collect();
        assert_eq!(places, ["a/B.java:143+", "a/B.java:150-151"]);
        assert_eq!(bug.failing()[0].to_string(), "a.BTest#c");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let line = LINE.replace('\n', "");
        for (text, keys, expected) in [
            (format!("{line}\n{{}}\n"), vec![], "line 2: missing field"),
            (line.replace("\"Lang-9\"", "\"../x\""), vec![], "`../x` is no key"),
            (line, vec!["Lang-1"], "the metadata have no bug `Lang-1`"),
        ] {
            let message = read(&text, &keys).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
