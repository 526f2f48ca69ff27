//! Every environment variable that this crate reads or takes from its children.

use std::path::PathBuf;

/// The user's choice of a JDK.
const JAVA_HOME: &str = "JAVA_HOME";
/// The folders of programs.
const PATH: &str = "PATH";
/// Replaces the cache folder of the system.
const PATCHWRIGHT_CACHE: &str = "PATCHWRIGHT_CACHE";

/// Variables by which options slip into every Java program. Our own programs start without them:
/// an agent or a heap limit meant for the user's application must not change our answers.
pub(crate) const JAVA_OPTION_VARIABLES: [&str; 5] =
    ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "CLASSPATH"];

pub(crate) fn java_home() -> Option<PathBuf> {
    folder(JAVA_HOME)
}

pub(crate) fn path_folders() -> Vec<PathBuf> {
    std::env::var_os(PATH).map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

pub(crate) fn cache_override() -> Option<PathBuf> {
    folder(PATCHWRIGHT_CACHE)
}

fn folder(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
