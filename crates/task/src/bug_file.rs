//! A bug as data: the neutral format `bug.toml`, documented in `docs/bug-format.md`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Location, TestName};

/// The version of the format that this program writes, and the newest that it reads.
const FORMAT_VERSION: u32 = 1;

/// What `bug.toml` holds. Paths are relative to its folder unless they are said to be relative to
/// the project's folder, or absolute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugFile {
    /// The version of the format.
    pub format_version: u32,
    /// The bug's name, the same in every table: letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// One line for people; it must not give the fix away, for it may be shown to them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The folder of the project; `.` when it is left out.
    #[serde(default = "this_folder")]
    pub project: PathBuf,
    /// How the project is compiled; `None` when its own build tool does that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<BugBuild>,
    /// The tests.
    pub tests: BugTests,
    /// Where a fix is to be written: one place or several.
    #[serde(default)]
    pub holes: Vec<BugHole>,
    /// The fix of the developers, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<BugReference>,
}

/// How a project is compiled without its build tool. Sources and resources are relative to the
/// project's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugBuild {
    /// The language level, handed to `javac --release`.
    pub source_level: u32,
    /// The encoding of the sources; UTF-8 when it is left out.
    #[serde(default = "utf_8")]
    pub encoding: String,
    /// The folders of the program's sources.
    pub sources: Vec<PathBuf>,
    /// The folders of the tests' sources.
    pub test_sources: Vec<PathBuf>,
    /// Folders whose files other than Java stand beside the program's classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<PathBuf>,
    /// The same for the tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub test_resources: Vec<PathBuf>,
    /// What the program is compiled against.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub class_path: Vec<PathBuf>,
    /// What the tests need besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub test_class_path: Vec<PathBuf>,
    /// Patterns of source files below the source folders that are left out, such as
    /// `org/example/broken/*.java`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave_out: Vec<String>,
    /// Further options of `javac`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub javac_options: Vec<String>,
}

/// Which tests show the bug, and how tests are run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugTests {
    /// The tests that fail on the program with the bug and pass on the fixed one.
    pub failing: Vec<TestName>,
    /// The test classes that a patch is judged by, the failing ones among them; all when the list
    /// is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relevant: Vec<String>,
    /// Tests whose outcome says nothing about a patch: unstable ones, and those that fail with the
    /// reference fix as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disregarded: Vec<TestName>,
    /// Options of the test machine, each a word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jvm_options: Vec<String>,
    /// Environment variables of the test machine.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// The folder that tests start in, relative to the project's folder.
    #[serde(default = "this_folder")]
    pub working_folder: PathBuf,
}

/// A place that a fix is written in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugHole {
    /// The file, relative to the project's folder, and its lines.
    pub at: Location,
}

/// The fix of the developers. Only the judge reads the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugReference {
    /// A patch that `git apply` takes in the project's folder.
    pub patch: PathBuf,
}

/// Why a text is no `bug.toml`.
#[derive(Debug, thiserror::Error)]
pub enum BugFileError {
    /// It does not have the form.
    #[error("`{}` is not a bug file: {reason}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        reason: String,
    },
    /// A later program wrote it.
    #[error(
        "`{}` has the format version {found}, and this program reads {FORMAT_VERSION} at most",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A value is not allowed.
    #[error("`{}`: `{key}` {reason}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
        /// What is wrong.
        reason: String,
    },
}

impl BugFile {
    /// The name of the file.
    pub const NAME: &'static str = "bug.toml";
    /// The version of the format.
    pub const FORMAT_VERSION: u32 = FORMAT_VERSION;

    /// Reads the text of `path`, which is for messages only.
    ///
    /// # Errors
    /// When the text is not a bug file of a version that is known.
    pub fn parse(text: &str, path: &Path) -> Result<Self, BugFileError> {
        let path = || path.to_owned();
        let form = |error: toml::de::Error| BugFileError::Form {
            path: path(),
            reason: error.to_string().trim_end().to_owned(),
        };
        // The version is looked at first: a later format may have keys that are unknown here.
        let table: toml::Table = toml::from_str(text).map_err(form)?;
        let version = table.get("format_version").and_then(toml::Value::as_integer);
        if let Some(found) = version.and_then(|version| u32::try_from(version).ok())
            && found > FORMAT_VERSION
        {
            return Err(BugFileError::Version { path: path(), found });
        }
        let file: Self = toml::from_str(text).map_err(form)?;
        let wrong = |key, reason: &str| {
            Err(BugFileError::Value { path: path(), key, reason: reason.to_owned() })
        };
        let named = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if file.name.is_empty() || file.name.starts_with('.') || !file.name.chars().all(named) {
            return wrong("name", "takes letters, digits, `-`, `_` and `.`");
        }
        if file.tests.failing.is_empty() {
            return wrong("tests.failing", "names no test");
        }
        Ok(file)
    }

    /// The text of a file with these values.
    ///
    /// # Errors
    /// When a path is not UTF-8.
    pub fn to_text(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
}

fn this_folder() -> PathBuf {
    PathBuf::from(".")
}

fn utf_8() -> String {
    "UTF-8".to_owned()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::BugFile;

    const SMALL: &str = r#"
format_version = 1
name = "shop-3"

[tests]
failing = ["shop.CartTest#sums"]

[[holes]]
at = "src/shop/Cart.java:41-42"
"#;

    fn parse(text: &str) -> Result<BugFile, String> {
        BugFile::parse(text, Path::new("d/bug.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let bug = parse(SMALL).unwrap();
        assert_eq!(bug.project, Path::new("."));
        assert_eq!((bug.build, bug.reference), (None, None));
        assert_eq!(bug.holes[0].at.to_string(), "src/shop/Cart.java:41-42");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = format!(
            "{SMALL}\n[build]\nsource_level = 8\nsources = [\"src\"]\ntest_sources = [\"test\"]\n\
             class_path = [\"lib/a.jar\"]\n[reference]\npatch = \"reference.diff\"\n"
        );
        let bug = parse(&text).unwrap();
        assert_eq!(parse(&bug.to_text().unwrap()).unwrap(), bug);
        assert_eq!(bug.build.unwrap().encoding, "UTF-8");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, expected) in [
            ("format_version = 1", "format_version = 2", "has the format version 2"),
            ("format_version = 1", "", "missing field `format_version`"),
            ("\"shop-3\"", "\"shop 3\"", "`name` takes letters"),
            ("\"shop-3\"", "\"../3\"", "`name` takes letters"),
            ("[\"shop.CartTest#sums\"]", "[]", "`tests.failing` names no test"),
            ("shop.CartTest#sums", "shop Cart", "is not a test"),
            (":41-42", ":42-41", "is not a location"),
            ("[tests]", "[tests]\nfailling = []", "unknown field `failling`"),
            ("[tests]", "[tests", "d/bug.toml` is not a bug file: TOML parse error at line 5"),
        ] {
            let message = parse(&SMALL.replace(from, to)).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
