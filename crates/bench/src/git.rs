//! Git as a program: it knows its own repositories best.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::BenchError;

/// Git with the repository, index and work tree that a caller chooses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Git<'a> {
    /// The repository; `None` to work without one.
    pub(crate) repository: Option<&'a Path>,
    /// The file of the index, when it is not the repository's own.
    pub(crate) index: Option<&'a Path>,
    /// The folder of the files.
    pub(crate) work_tree: Option<&'a Path>,
}

impl Git<'_> {
    /// Runs git and gives what it printed.
    ///
    /// # Errors
    /// When git is not there or ends with another exit code than 0.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Result<Vec<u8>, BenchError> {
        let mut command = Command::new("git");
        // Neither the user's settings nor a repository around the folder may change the result.
        command
            .args(["-c", "core.autocrlf=false", "-c", "core.safecrlf=false"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .stdin(Stdio::null());
        if let Some(repository) = self.repository {
            command.env("GIT_DIR", repository);
        }
        if let Some(index) = self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        if let Some(folder) = self.work_tree {
            command.current_dir(folder);
            match self.repository {
                Some(_) => command.env("GIT_WORK_TREE", folder),
                // In a repository above the folder, git would pass over what is not in it.
                None => command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder)),
            };
        }
        let named = || {
            let words = arguments.iter().map(|word| word.as_ref().to_string_lossy().into_owned());
            words.collect::<Vec<_>>().join(" ")
        };
        let output = command
            .output()
            .map_err(|error| BenchError::Git { command: named(), output: error.to_string() })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(BenchError::Git { command: named(), output: text })
    }
}

/// Applies a patch to the files of a folder that is in no repository.
pub(crate) fn apply_patch(folder: &Path, patch: &Path, reverse: bool) -> Result<(), BenchError> {
    let git = Git { work_tree: Some(folder), ..Git::default() };
    let patch = patch.as_os_str();
    let mut arguments = vec![OsStr::new("apply"), OsStr::new("--whitespace=nowarn")];
    if reverse {
        arguments.push(OsStr::new("--reverse"));
    }
    arguments.push(patch);
    git.run(&arguments).map(drop)
}

/// The files that a patch changes, by the names on its new side.
///
/// # Errors
/// When it is no patch.
pub(crate) fn patched_files(patch: &Path) -> Result<Vec<PathBuf>, BenchError> {
    let folder = patch.parent().unwrap_or(Path::new("."));
    let git = Git { work_tree: Some(folder), ..Git::default() };
    let arguments = ["apply", "--numstat", "-z"].map(OsStr::new);
    let output = git.run(&[&arguments[..], &[patch.as_os_str()]].concat())?;
    // A record is `added TAB removed TAB path`.
    let path = |record: &[u8]| {
        let path = record.splitn(3, |byte| *byte == b'\t').nth(2)?;
        Some(PathBuf::from(OsStr::from_bytes(path)))
    };
    Ok(output.split(|byte| *byte == 0).filter_map(path).collect())
}
