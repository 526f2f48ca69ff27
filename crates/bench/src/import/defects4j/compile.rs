//! Old revisions hold files that no compiler of today takes: a package named `enum`, a test that
//! uses what a later JDK has removed. What nothing else needs is left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use project::{BuildSettings, DirectRunner, ProjectError, Workspace, discover};
use task::BugFile;

use super::lay_out::write_bug_file;
use super::metadata::BugRecord;
use crate::error::{BenchError, temporary_folder};

/// How often the project is compiled. The compiler stops at a number of errors, and a file that is
/// left out may be missed by another one.
const MOST_ROUNDS: usize = 12;
/// How many files may be left out.
const MOST_FILES: usize = 60;

/// Compiles the project and leaves out the files with errors until it compiles.
///
/// # Errors
/// When a file with errors is needed, or the limits are hit.
pub(super) fn leave_out_what_does_not_compile(
    file: &mut BugFile,
    record: &BugRecord,
    place: &Path,
    settings: &BuildSettings,
) -> Result<(), BenchError> {
    let mut rounds = 0;
    loop {
        write_bug_file(file, place)?;
        let errors = match compile(place, settings)? {
            Ok(()) => return Ok(()),
            Err(lines) => lines,
        };
        rounds += 1;
        let faulty = faulty_files(&errors, file);
        let needed = faulty.iter().find(|path| is_needed(path, record));
        let Some(build) = file.build.as_mut() else { return Ok(()) };
        let before = build.leave_out.len();
        build.leave_out.extend(faulty.iter().map(|path| path.display().to_string()));
        build.leave_out.sort();
        build.leave_out.dedup();
        let reason = match needed {
            Some(path) => format!("`{}` is needed", path.display()),
            None if build.leave_out.len() == before => "no file can be left out".to_owned(),
            None if build.leave_out.len() > MOST_FILES => {
                format!("more than {MOST_FILES} files would have to be left out")
            }
            None if rounds == MOST_ROUNDS => format!("not after {MOST_ROUNDS} rounds"),
            None => continue,
        };
        let shown = errors.iter().take(8).cloned().collect::<Vec<_>>().join("\n");
        return Err(BenchError::LayOut(format!(
            "`{}` does not compile, {reason}:\n{shown}",
            record.key
        )));
    }
}

/// The lines of the compiler when there are errors.
fn compile(place: &Path, settings: &BuildSettings) -> Result<Result<(), Vec<String>>, BenchError> {
    let folder = temporary_folder()?;
    let build = discover(place)?;
    // Nothing of the project runs: there are no annotation processors.
    match Workspace::create(&build, folder.path(), settings, &DirectRunner) {
        Ok(_) => Ok(Ok(())),
        Err(ProjectError::Build(failure)) => Ok(Err(failure.lines)),
        Err(error) => Err(error.into()),
    }
}

/// The files that lines such as `./src/a/B.java:3: error: …` name, below their source folders.
fn faulty_files(lines: &[String], file: &BugFile) -> BTreeSet<PathBuf> {
    let folders: Vec<&PathBuf> = file
        .build
        .iter()
        .flat_map(|build| build.sources.iter().chain(&build.test_sources))
        .collect();
    let named = |line: &String| {
        let (path, _) = line.split_once(": error: ")?;
        let (path, _) = path.rsplit_once(':')?;
        let path = Path::new(path.strip_prefix("./")?);
        folders.iter().find_map(|folder| path.strip_prefix(folder).ok()).map(Path::to_owned)
    };
    lines.iter().filter_map(named).collect()
}

/// Whether the bug is about a file: the fix changes it, or a test that shows the bug is in it.
fn is_needed(path: &Path, record: &BugRecord) -> bool {
    let test_file = |class: &str| {
        let class = class.split('$').next().unwrap_or(class);
        PathBuf::from(format!("{}.java", class.replace('.', "/")))
    };
    record.modified_files.iter().any(|file| file.ends_with(path))
        || record.failing().iter().any(|test| test_file(&test.class) == path)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use task::BugFile;

    use super::faulty_files;

    #[test]
    fn the_files_of_errors_are_known_by_their_source_folder() {
        let text = "format_version = 1\nname = \"b\"\n[tests]\nfailing = [\"a.B#c\"]\n[build]\n\
                    source_level = 8\nsources = [\"src/main/java\"]\ntest_sources = [\"test\"]\n";
        let file = BugFile::parse(text, Path::new("bug.toml")).unwrap();
        let lines = [
            "./src/main/java/a/enum/E.java:3: error: <identifier> expected",
            "package a.enum;",
            "         ^",
            "./test/a/T.java:7: error: cannot find symbol",
            "./test/a/T.java:9: error: cannot find symbol",
            "./test/a/T.java:9: warning: odd",
            "error: invalid flag",
            "3 errors",
        ]
        .map(str::to_owned);
        let found: Vec<PathBuf> = faulty_files(&lines, &file).into_iter().collect();
        assert_eq!(found, [PathBuf::from("a/T.java"), PathBuf::from("a/enum/E.java")]);
    }
}
