//! What a run leaves on the disk.
//!
//! `.patchwright/runs/ID/` in the project's folder holds `run.json` (settings and versions),
//! `samples.jsonl` (one line a drawn sample), `verdicts.jsonl` (one line a judged candidate),
//! `patches/NN.diff` and `report.json`, or `error.json` when there is no result. Lines are appended
//! as things happen, so that a run that is killed leaves what it had; whole files are replaced in
//! one step. A run's folder is made by it alone: two runs at once do not share one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use task::with_causes;

use crate::error::{Fault, RepairError};

/// The version of everything in a run folder. A reader refuses a newer one.
pub const FORMAT_VERSION: u32 = 1;

/// Why a run's files could not be written.
#[derive(Debug, thiserror::Error)]
#[error("could not write `{}`: {source}{}", path.display(), disk_advice(source))]
pub struct RunFolderError {
    path: PathBuf,
    source: io::Error,
}

fn disk_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull => "; free some space, what was written before is readable",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; name another folder with `--runs`"
        }
        _ => "",
    }
}

/// Why a run has no report, as `error.json` has it.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorRecord {
    format_version: u32,
    /// The error with its causes.
    error: String,
    fault: Fault,
}

impl ErrorRecord {
    pub(crate) fn new(error: &RepairError) -> Self {
        Self { format_version: FORMAT_VERSION, error: with_causes(error), fault: error.fault() }
    }
}

/// The folder of one run.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    id: String,
    samples: File,
    verdicts: File,
}

impl RunFolder {
    /// Makes a new folder for a run below `runs`. A file beside it keeps the folders out of git.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn create(runs: &Path, now: &jiff::ZonedDateTime) -> Result<Self, RunFolderError> {
        let fail = |path: &Path| {
            let path = path.to_owned();
            move |source| RunFolderError { path, source }
        };
        fs::create_dir_all(runs).map_err(fail(runs))?;
        ignore_in_git(runs).map_err(fail(runs))?;
        let (path, id) = unused_folder(runs, now).map_err(fail(runs))?;
        fs::create_dir(path.join("patches")).map_err(fail(&path))?;
        let open = |name: &str| {
            let file = path.join(name);
            let opened = OpenOptions::new().create_new(true).append(true).open(&file);
            opened.map_err(fail(&file))
        };
        let (samples, verdicts) = (open("samples.jsonl")?, open("verdicts.jsonl")?);
        Ok(Self { path, id, samples, verdicts })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run's name: the time it started, with a number when several started in that second.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Writes a whole file as JSON in one step.
    ///
    /// # Errors
    /// When the disk is full or the folder was removed.
    pub fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), RunFolderError> {
        write_json(&self.path.join(name), value)
    }

    /// Appends a sample's line.
    ///
    /// # Errors
    /// When the disk is full or the folder was removed.
    pub fn append_sample(&mut self, sample: &impl Serialize) -> Result<(), RunFolderError> {
        append(&mut self.samples, sample)
            .map_err(|source| RunFolderError { path: self.path.join("samples.jsonl"), source })
    }

    /// Appends a judged candidate's line.
    ///
    /// # Errors
    /// When the disk is full or the folder was removed.
    pub fn append_verdict(&mut self, verdict: &impl Serialize) -> Result<(), RunFolderError> {
        append(&mut self.verdicts, verdict)
            .map_err(|source| RunFolderError { path: self.path.join("verdicts.jsonl"), source })
    }

    /// Writes the patch of a rank, from 1, and tells its file.
    ///
    /// # Errors
    /// When the disk is full or the folder was removed.
    pub fn write_patch(&self, rank: usize, diff: &str) -> Result<PathBuf, RunFolderError> {
        let path = self.path.join("patches").join(format!("{rank:02}.diff"));
        match replace(&path, diff.as_bytes()) {
            Ok(()) => Ok(path),
            Err(source) => Err(RunFolderError { path, source }),
        }
    }
}

/// Writes a whole file as JSON in one step.
///
/// # Errors
/// When the disk is full or the folder was removed.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), RunFolderError> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::from);
    text.and_then(|text| replace(path, format!("{text}\n").as_bytes()))
        .map_err(|source| RunFolderError { path: path.to_owned(), source })
}

/// Keeps `.patchwright` out of the user's commits without a change to a file of theirs.
fn ignore_in_git(runs: &Path) -> io::Result<()> {
    let Some(parent) = runs.parent().filter(|parent| parent.ends_with(".patchwright")) else {
        return Ok(());
    };
    let file = parent.join(".gitignore");
    if file.exists() { Ok(()) } else { fs::write(file, "*\n") }
}

fn unused_folder(runs: &Path, now: &jiff::ZonedDateTime) -> io::Result<(PathBuf, String)> {
    let time = now.strftime("%Y%m%d-%H%M%S").to_string();
    for number in 1.. {
        let id = if number == 1 { time.clone() } else { format!("{time}-{number}") };
        let path = runs.join(&id);
        match fs::create_dir(&path) {
            Ok(()) => return Ok((path, id)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// One write a line, so that no reader sees a half one and a kill loses one line at most.
fn append(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("partial");
    fs::write(&beside, content)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::RunFolder;

    #[test]
    fn runs_of_the_same_second_have_folders_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let runs = folder.path().join(".patchwright/runs");
        let now = jiff::ZonedDateTime::now();
        let first = RunFolder::create(&runs, &now).unwrap();
        let second = RunFolder::create(&runs, &now).unwrap();
        assert_ne!(first.id(), second.id());
        assert_eq!(fs::read_to_string(runs.join("../.gitignore")).unwrap(), "*\n");
    }

    #[test]
    fn lines_are_appended_and_files_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let mut run = RunFolder::create(folder.path(), &jiff::ZonedDateTime::now()).unwrap();
        run.append_sample(&serde_json::json!({"index": 0})).unwrap();
        run.append_sample(&serde_json::json!({"index": 1})).unwrap();
        let samples = fs::read_to_string(run.path().join("samples.jsonl")).unwrap();
        assert_eq!(samples, "{\"index\":0}\n{\"index\":1}\n");
        run.write_json("run.json", &1).unwrap();
        run.write_json("run.json", &2).unwrap();
        assert_eq!(fs::read_to_string(run.path().join("run.json")).unwrap(), "2\n");
        let patch = run.write_patch(3, "diff").unwrap();
        assert!(patch.ends_with("patches/03.diff"));
        assert!(!folder.path().join(".gitignore").exists());
    }

    /// `/dev/full` is a disk without room.
    #[test]
    fn a_full_disk_is_said_to_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut run = RunFolder::create(folder.path(), &jiff::ZonedDateTime::now()).unwrap();
        run.samples = fs::OpenOptions::new().append(true).open("/dev/full").unwrap();
        let message = run.append_sample(&1).unwrap_err().to_string();
        assert!(
            message.contains("samples.jsonl") && message.contains("free some space"),
            "{message}"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = RunFolder::create(&file.join("runs"), &jiff::ZonedDateTime::now()).unwrap_err();
        assert!(error.to_string().contains("file/runs"), "{error}");
    }
}
