//! A throw-away copy of a project, so that no build ever writes in the user's own tree.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::error::ProjectError;

/// Folders that are never part of a project's sources.
const NEVER_COPIED: [&str; 7] =
    [".git", ".hg", ".svn", ".patchwright", ".gradle", "node_modules", ".idea"];

/// A folder of build output, and the build files of which one stands beside it. Without that, the
/// name means nothing: `build` and `target` are good names for packages too.
const BUILD_OUTPUT: [(&str, &[&str]); 2] =
    [("target", &["pom.xml"]), ("build", &["build.gradle", "build.gradle.kts"])];

/// How large a project may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyLimits {
    /// The most files, links included.
    pub files: u64,
    /// The most bytes.
    pub bytes: u64,
}

impl CopyLimits {
    /// The limits when nobody says otherwise: 200,000 files, 4 GiB.
    pub const USUAL: CopyLimits = CopyLimits { files: 200_000, bytes: 4 << 30 };
}

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// The number of files.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// What a copy cannot safely hold: links to folders outside the project, sockets, pipes.
    pub left_out: Vec<PathBuf>,
}

/// Copies a project without build output, version control and run records into the folder `to`,
/// which is made.
///
/// A link to something inside the project is a link in the copy. A link to a file outside becomes
/// a file of its own: through a link, a build could write outside the copy.
///
/// # Errors
/// When a file cannot be read or written, or the project is larger than the limits.
pub fn copy_project(
    from: &Path,
    to: &Path,
    limits: CopyLimits,
) -> Result<CopyReport, ProjectError> {
    let from = from.canonicalize().map_err(ProjectError::read(from))?;
    fs::create_dir_all(to).map_err(ProjectError::write(to))?;
    let to = to.canonicalize().map_err(ProjectError::write(to))?;
    let mut report = CopyReport::default();
    let inside = |entry: &DirEntry| !is_left_out(entry) && entry.path() != to;
    for entry in WalkDir::new(&from).min_depth(1).into_iter().filter_entry(inside) {
        let entry = entry.map_err(|error| walk_error(&from, error))?;
        copy_entry(&entry, &from, &to, &mut report)?;
        check_limits(&from, &report, limits)?;
    }
    Ok(report)
}

fn copy_entry(
    entry: &DirEntry,
    from: &Path,
    to: &Path,
    report: &mut CopyReport,
) -> Result<(), ProjectError> {
    let source = entry.path();
    let Ok(below) = source.strip_prefix(from) else { return Ok(()) };
    let target = to.join(below);
    let kind = entry.file_type();
    if kind.is_dir() {
        return fs::create_dir_all(&target).map_err(ProjectError::write(&target));
    }
    if kind.is_symlink() && copy_link(source, &target, from, to)? {
        report.files += 1;
        return Ok(());
    }
    if fs::metadata(source).is_ok_and(|metadata| metadata.is_file()) {
        report.bytes += copy_file(source, &target)?;
        report.files += 1;
    } else {
        report.left_out.push(source.to_owned());
    }
    Ok(())
}

/// Makes a link to what is inside the project; false when the link leads elsewhere.
fn copy_link(source: &Path, target: &Path, from: &Path, to: &Path) -> Result<bool, ProjectError> {
    let Ok(destination) = source.canonicalize() else { return Ok(false) };
    let Ok(below) = destination.strip_prefix(from) else { return Ok(false) };
    std::os::unix::fs::symlink(to.join(below), target).map_err(ProjectError::write(target))?;
    Ok(true)
}

fn copy_file(source: &Path, target: &Path) -> Result<u64, ProjectError> {
    fs::copy(source, target).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::NotFound => {
            ProjectError::Read { path: source.to_owned(), source: error }
        }
        _ => ProjectError::Write { path: target.to_owned(), source: error },
    })
}

/// Whether a file or folder is no part of a project's sources.
pub(crate) fn is_left_out(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    if !entry.file_type().is_dir() {
        // In a worktree or a submodule, `.git` is a file.
        return name == ".git";
    }
    let beside = |file: &&str| entry.path().with_file_name(file).is_file();
    NEVER_COPIED.iter().any(|never| name == *never)
        || BUILD_OUTPUT.iter().any(|(output, files)| name == *output && files.iter().any(beside))
}

fn check_limits(root: &Path, report: &CopyReport, limits: CopyLimits) -> Result<(), ProjectError> {
    let over = |limit, unit| Err(ProjectError::CopyLimit { root: root.to_owned(), limit, unit });
    if report.files > limits.files {
        return over(limits.files, "files");
    }
    if report.bytes > limits.bytes {
        return over(limits.bytes, "bytes");
    }
    Ok(())
}

fn walk_error(root: &Path, error: walkdir::Error) -> ProjectError {
    let path = error.path().unwrap_or(root).to_owned();
    ProjectError::Read { path, source: error.into() }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::{CopyLimits, copy_project};

    fn write(root: &Path, file: &str, text: &str) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn output_and_version_control_stay_behind_but_packages_of_that_name_come() {
        let from = tempfile::tempdir().unwrap();
        let to = tempfile::tempdir().unwrap();
        let copied = ["pom.xml", "src/main/java/build/A.java", "src/main/java/target/B.java"];
        let left = ["target/classes/A.class", ".git/HEAD", ".patchwright/runs/1/run.json"];
        for file in copied.iter().chain(&left) {
            write(from.path(), file, "x\r\n");
        }
        let target = to.path().join("copy");
        let report = copy_project(from.path(), &target, CopyLimits::USUAL).unwrap();
        assert_eq!((report.files, report.bytes), (3, 9));
        assert!(copied.iter().all(|file| fs::read(target.join(file)).unwrap() == b"x\r\n"));
        assert!(left.iter().all(|file| !target.join(file).exists()));
    }

    #[test]
    fn nothing_in_the_copy_leads_out_of_it() {
        let outside = tempfile::tempdir().unwrap();
        let from = tempfile::tempdir().unwrap();
        let to = tempfile::tempdir().unwrap();
        write(outside.path(), "secret.txt", "before");
        write(from.path(), "a/inner.txt", "inner");
        symlink("a/inner.txt", from.path().join("relative")).unwrap();
        symlink(from.path().join("a"), from.path().join("absolute")).unwrap();
        symlink(outside.path().join("secret.txt"), from.path().join("file")).unwrap();
        symlink(outside.path(), from.path().join("folder")).unwrap();
        symlink("nowhere", from.path().join("dangling")).unwrap();
        let report = copy_project(from.path(), to.path(), CopyLimits::USUAL).unwrap();
        let mut names: Vec<_> =
            report.left_out.iter().map(|path| path.file_name().unwrap().to_owned()).collect();
        names.sort();
        assert_eq!(names, ["dangling", "folder"]);
        for (file, text) in [("relative", "new"), ("absolute/inner.txt", "new"), ("file", "new")] {
            fs::write(to.path().join(file), text).unwrap();
        }
        assert_eq!(fs::read_to_string(outside.path().join("secret.txt")).unwrap(), "before");
        assert_eq!(fs::read_to_string(from.path().join("a/inner.txt")).unwrap(), "inner");
    }

    #[test]
    fn the_limit_that_was_hit_is_named() {
        let from = tempfile::tempdir().unwrap();
        let to = tempfile::tempdir().unwrap();
        write(from.path(), "a", "12345");
        write(from.path(), "b", "12345");
        for (limits, expected) in [
            (CopyLimits { files: 1, bytes: 99 }, "more than 1 files"),
            (CopyLimits { files: 9, bytes: 9 }, "more than 9 bytes"),
        ] {
            let message = copy_project(from.path(), to.path(), limits).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn a_copy_inside_the_project_does_not_copy_itself() {
        let from = tempfile::tempdir().unwrap();
        write(from.path(), "a", "1");
        let to = from.path().join("scratch/copy");
        let report = copy_project(from.path(), &to, CopyLimits::USUAL).unwrap();
        assert_eq!(report.files, 1);
    }
}
