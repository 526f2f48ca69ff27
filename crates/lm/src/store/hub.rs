//! Models from the Hugging Face hub.
//!
//! The hub's own crate knows its addresses and its answers; the bytes are fetched here in ranges,
//! because its download can neither be stopped nor say how far an earlier one came.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use hf_hub::api::sync::{Api, ApiBuilder};
use hf_hub::{Cache, Repo, RepoType};
use ureq::Agent;

use super::StoreError;
use super::assemble::{CheckedFile, check_file};
use super::pull::{Job, PullEvent, Watcher};

/// Bytes asked for in one request.
const RANGE_BYTES: u64 = 32 << 20;
/// Bytes taken from a connection at once; between two the caller can stop.
const BUFFER_BYTES: usize = 64 << 10;
/// How long a connection may take to be made.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
/// How long one request may take in all: slower than 55 kB a second is no use.
const REQUEST_LIMIT: Duration = Duration::from_secs(600);

/// A file on the hub.
pub(super) struct RemoteFile<'a> {
    pub(super) repository: &'a str,
    pub(super) revision: &'a str,
    pub(super) file: &'a str,
}

/// Fetches the file, going on where an earlier try stopped.
pub(super) fn fetch(
    job: &Job<'_>,
    remote: &RemoteFile<'_>,
    watcher: &mut Watcher<'_>,
) -> Result<CheckedFile, StoreError> {
    let address = find(job, remote)?;
    let total = job.model.bytes;
    let mut download = Download::open(job, address)?;
    job.check_room(total.saturating_sub(download.bytes))?;
    let agent = agent();
    while download.bytes < total {
        let (start, end) = (download.bytes, total.min(download.bytes + RANGE_BYTES));
        let body = request(&agent, &download.address, start, end)?;
        download.append(body.take(end - start), watcher)?;
        if download.bytes == start {
            return Err(failed(&download.address, "the connection ended without a byte"));
        }
    }
    check_file(job, download.path, watcher)
}

/// The address of a file that has the size that the registry names.
fn find(job: &Job<'_>, remote: &RemoteFile<'_>) -> Result<String, StoreError> {
    let api = api(job)?;
    let (owner, revision) = (remote.repository.to_owned(), remote.revision.to_owned());
    let repository = api.repo(Repo::with_revision(owner, RepoType::Model, revision));
    let address = repository.url(remote.file);
    let metadata = api.metadata(&address).map_err(|error| failed(&address, error))?;
    let (expected, found) = (job.model.bytes, metadata.size() as u64);
    if found == expected { Ok(address) } else { Err(StoreError::Size { expected, found }) }
}

/// The part of a file that is here.
struct Download<'a> {
    job: &'a Job<'a>,
    address: String,
    path: PathBuf,
    file: File,
    bytes: u64,
}

impl<'a> Download<'a> {
    fn open(job: &'a Job<'a>, address: String) -> Result<Self, StoreError> {
        let path = job.parts.join("hub.gguf");
        let opened = File::options().create(true).append(true).open(&path);
        let file = opened.map_err(|error| job.file_error(&path, error))?;
        let bytes = file.metadata().map_err(|error| job.file_error(&path, error))?.len();
        Ok(Self { job, address, path, file, bytes })
    }

    /// Appends all that a connection gives; what came before it broke is kept.
    fn append(&mut self, mut body: impl Read, watcher: &mut Watcher<'_>) -> Result<(), StoreError> {
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            watcher.check(self.job)?;
            let count = body.read(&mut buffer).map_err(|error| failed(&self.address, error))?;
            if count == 0 {
                return Ok(());
            }
            let written = self.file.write_all(&buffer[..count]);
            written.map_err(|error| self.job.file_error(&self.path, error))?;
            self.bytes += count as u64;
            watcher.tell(PullEvent::Fetched { bytes: self.bytes, total: self.job.model.bytes });
        }
    }
}

/// The hub's interface without an account: its cache, where it would look for a token, is a
/// folder of ours.
fn api(job: &Job<'_>) -> Result<Api, StoreError> {
    let hub = &job.settings.hub;
    let builder = ApiBuilder::from_cache(Cache::new(job.parts.join("hub")));
    let builder = builder.with_endpoint(hub.clone()).with_token(None).with_progress(false);
    builder.build().map_err(|error| failed(hub, error))
}

fn agent() -> Agent {
    let configuration = Agent::config_builder()
        .timeout_connect(Some(CONNECT_LIMIT))
        .timeout_global(Some(REQUEST_LIMIT));
    configuration.build().into()
}

fn request(
    agent: &Agent,
    address: &str,
    start: u64,
    end: u64,
) -> Result<impl Read + use<>, StoreError> {
    let range = format!("bytes={start}-{}", end - 1);
    let answer = agent.get(address).header("Range", range).call();
    let answer = answer.map_err(|error| failed(address, error))?;
    // Without this, a server that knows no ranges would send the beginning once more.
    if answer.status() != 206 {
        return Err(failed(address, format!("it answered {} to a range", answer.status())));
    }
    Ok(answer.into_body().into_reader())
}

fn failed(address: &str, reason: impl ToString) -> StoreError {
    StoreError::Hub { address: address.to_owned(), reason: reason.to_string() }
}
