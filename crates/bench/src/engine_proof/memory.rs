//! How much memory a companion takes.

use std::fs;

/// The most memory that a process has held resident, in MiB; `None` where the system has no
/// `/proc` or the process is gone.
pub(super) fn peak_resident_mebibytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}
