//! How a build runs the tests of a module.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use task::TestName;

use crate::test_patterns::matches_pattern;

/// The settings of the plugin that runs a module's tests (Maven Surefire).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestSettings {
    /// The version of the plugin.
    pub plugin_version: String,
    /// Options of the test JVM in one text, as the build writes them.
    pub argument_line: Option<String>,
    /// System properties of the test JVM.
    pub system_properties: BTreeMap<String, String>,
    /// Environment variables of the test JVM, in addition to the inherited ones.
    pub environment: BTreeMap<String, String>,
    /// Patterns of the test classes, the plugin's own defaults filled in.
    pub includes: Vec<String>,
    /// Patterns of classes that are left out.
    pub excludes: Vec<String>,
    /// Tests that run and whose results are passed over.
    #[serde(default)]
    pub disregarded: Vec<TestName>,
    /// The groups (tags, categories) that run, as the build writes them.
    pub groups: Option<String>,
    /// The groups that are left out.
    pub excluded_groups: Option<String>,
    /// Whether a project with a `module-info` runs on the module path.
    pub use_module_path: bool,
    /// The folder the test JVM starts in.
    pub working_folder: PathBuf,
    /// Where the report files go, one folder for each time the plugin runs.
    pub report_folders: Vec<PathBuf>,
    /// The `java` program of the test JVM, when it is not the one of the build's JDK.
    pub java_program: Option<PathBuf>,
    /// Whether the build skips the tests of this module.
    pub skipped: bool,
}

impl TestSettings {
    /// Whether the result of a test says something.
    pub fn counts(&self, test: &TestName) -> bool {
        !self.disregarded.iter().any(|disregarded| disregarded.covers(test))
    }

    /// Whether the build runs a class as a test by its name; `class` is the binary name. A pattern
    /// that cannot be decided here (a regular expression) counts as a match.
    pub fn runs_class(&self, class: &str) -> bool {
        let matches = |pattern: &String| matches_pattern(pattern, class);
        self.includes.iter().any(|pattern| matches(pattern).unwrap_or(true))
            && !self.excludes.iter().any(|pattern| matches(pattern).unwrap_or(false))
    }
}
