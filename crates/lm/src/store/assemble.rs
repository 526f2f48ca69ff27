//! Putting a model's file together and checking it on the way.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::StoreError;
use super::pull::{Job, PullEvent, Watcher};

/// Bytes that are read at once; between two reads the caller can stop.
const BUFFER_BYTES: usize = 1 << 20;

/// A file with the digest of its content.
pub(super) struct CheckedFile {
    path: PathBuf,
    sha256: String,
}

/// A file that is being written, with the digest of what was written so far. It always starts
/// empty: joining parts again is cheap beside fetching them.
pub(super) struct Destination {
    path: PathBuf,
    file: File,
    hasher: Sha256,
    bytes: u64,
}

impl Destination {
    pub(super) fn create(job: &Job<'_>) -> Result<Self, StoreError> {
        let path = job.parts.join("joined.gguf");
        let file = File::create(&path).map_err(|error| job.file_error(&path, error))?;
        Ok(Self { path, file, hasher: Sha256::new(), bytes: 0 })
    }

    /// Appends all of an input; `from` is what it is called in an error.
    pub(super) fn append(
        &mut self,
        job: &Job<'_>,
        from: &Path,
        mut input: impl Read,
        watcher: &mut Watcher<'_>,
    ) -> Result<(), StoreError> {
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            watcher.check(job)?;
            let count = input.read(&mut buffer).map_err(|error| job.file_error(from, error))?;
            if count == 0 {
                return Ok(());
            }
            let written = self.file.write_all(&buffer[..count]);
            written.map_err(|error| job.file_error(&self.path, error))?;
            self.hasher.update(&buffer[..count]);
            self.bytes += count as u64;
            let total = job.model.bytes;
            watcher.tell(PullEvent::Assembled { bytes: self.bytes, total });
        }
    }

    pub(super) fn finish(self, job: &Job<'_>) -> Result<CheckedFile, StoreError> {
        self.file.sync_all().map_err(|error| job.file_error(&self.path, error))?;
        Ok(CheckedFile { path: self.path, sha256: hexadecimal(&self.hasher.finalize()) })
    }
}

/// Computes the digest of a file that came in one piece.
pub(super) fn check_file(
    job: &Job<'_>,
    path: PathBuf,
    watcher: &mut Watcher<'_>,
) -> Result<CheckedFile, StoreError> {
    let mut bytes = 0;
    let digest = digest_of(&path, |count| {
        bytes += count;
        watcher.tell(PullEvent::Assembled { bytes, total: job.model.bytes });
        watcher.check(job)
    });
    let sha256 = digest.map_err(|stop| stop.into_error(&path))?;
    Ok(CheckedFile { path, sha256 })
}

/// Moves a whole file to its place when it is the right one, and removes all parts either way: of
/// a wrong file nobody knows which part was wrong.
pub(super) fn move_into_place(
    job: &Job<'_>,
    whole: &CheckedFile,
    place: &Path,
) -> Result<(), StoreError> {
    let found = &whole.sha256;
    let moved = match *found == job.model.sha256 {
        true => fs::rename(&whole.path, place).map_err(|error| job.file_error(place, error)),
        false => {
            Err(StoreError::Digest { expected: job.model.sha256.clone(), found: found.clone() })
        }
    };
    fs::remove_dir_all(&job.parts).map_err(|error| job.file_error(&job.parts, error))?;
    if moved.is_err() {
        fs::create_dir_all(&job.parts).map_err(|error| job.file_error(&job.parts, error))?;
    }
    moved
}

/// The SHA-256 of a file, 64 lower-case hexadecimal digits.
///
/// # Errors
/// When the file cannot be read.
pub fn sha256_of_file(path: &Path) -> Result<String, StoreError> {
    digest_of(path, |_| Ok(())).map_err(|stop| stop.into_error(path))
}

/// Why a digest was not computed.
enum Stop {
    Read(std::io::Error),
    Caller(StoreError),
}

impl Stop {
    fn into_error(self, path: &Path) -> StoreError {
        match self {
            Stop::Read(source) => StoreError::File { path: path.to_owned(), source },
            Stop::Caller(error) => error,
        }
    }
}

/// The digest of a file; `step` is told the size of each piece and can stop.
fn digest_of(
    path: &Path,
    mut step: impl FnMut(u64) -> Result<(), StoreError>,
) -> Result<String, Stop> {
    let mut file = File::open(path).map_err(Stop::Read)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let count = file.read(&mut buffer).map_err(Stop::Read)?;
        if count == 0 {
            return Ok(hexadecimal(&hasher.finalize()));
        }
        hasher.update(&buffer[..count]);
        step(count as u64).map_err(Stop::Caller)?;
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
