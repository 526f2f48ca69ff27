//! Every environment variable that this crate reads or passes on.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// The JDK that Maven and the tests use.
pub(crate) const JAVA_HOME: &str = "JAVA_HOME";

/// What a run of the project's tests gets to see. Keys and tokens often stand in other variables,
/// and the tests are code that nobody has looked at.
const PASSED_TO_TESTS: [&str; 12] = [
    "PATH",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TERM",
    "USER",
    "HOME",
    "TMPDIR",
    "MAVEN_OPTS",
    "M2_HOME",
];

/// The environment of a run of the build tool that resolves and compiles: the user's own.
pub(crate) fn of_build() -> BTreeMap<OsString, OsString> {
    std::env::vars_os().collect()
}

/// The environment of a run of the project's tests.
pub(crate) fn of_tests() -> BTreeMap<OsString, OsString> {
    let passed = |name: &OsString| PASSED_TO_TESTS.iter().any(|passed| name == passed);
    std::env::vars_os().filter(|(name, _)| passed(name)).collect()
}

pub(crate) fn java_home() -> Option<PathBuf> {
    std::env::var_os(JAVA_HOME).filter(|value| !value.is_empty()).map(PathBuf::from)
}

pub(crate) fn home() -> Option<PathBuf> {
    std::env::home_dir()
}

/// The first program of this name in the folders of `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
