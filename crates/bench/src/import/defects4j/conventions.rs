//! What Defects4J does with every bug, and what old programs need on a JDK of today.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The time zone that Defects4J runs all tests in.
pub(crate) const TIME_ZONE: &str = "America/Los_Angeles";
/// What old libraries and tests need on a JDK of today.
pub(crate) const JVM_OPTIONS: [&str; 3] = [
    "-Dfile.encoding=UTF-8",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
];
/// Where resources stand in Maven's layout.
pub(crate) const RESOURCES: &str = "src/main/resources";
/// The same for the tests.
pub(crate) const TEST_RESOURCES: &str = "src/test/resources";

/// A folder of a program, and a further one when the program has it.
pub(crate) fn with_further(program: &Path, folder: &Path, further: &str) -> Vec<PathBuf> {
    let further = PathBuf::from(further);
    let there = program.join(&further).is_dir() && further != folder;
    let mut folders = vec![folder.to_owned()];
    folders.extend(there.then_some(further));
    folders
}

/// UTF-8 unless a source file is not.
pub(crate) fn encoding(program: &Path, folders: &[PathBuf]) -> String {
    let files = folders.iter().flat_map(|folder| WalkDir::new(program.join(folder)));
    let is_utf_8 = |path: &Path| fs::read(path).is_ok_and(|bytes| str::from_utf8(&bytes).is_ok());
    let all = files
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "java"))
        .all(|entry| is_utf_8(entry.path()));
    if all { "UTF-8".to_owned() } else { "ISO-8859-1".to_owned() }
}
