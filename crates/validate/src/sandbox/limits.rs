//! What a sandboxed command may use.

use std::time::Duration;

/// The limits of one command. Each is hard: what goes past it is killed, and the answer says which
/// limit it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time. Default: 600 seconds.
    pub time: Duration,
    /// Resident memory of all processes together, in MiB, looked at every
    /// [`WATCH_INTERVAL`](super::WATCH_INTERVAL). Default: 3,072.
    pub resident_mebibytes: u64,
    /// Address space of each process, in MiB. A Java virtual machine reserves far more than it
    /// uses, so less than 3,072 does not start one. Default: 10,240.
    pub address_space_mebibytes: u64,
    /// Size of each file that is written, in MiB; also of each file that is copied for a
    /// [`Mount::CopyOf`](super::Mount::CopyOf). Default: 256.
    pub file_size_mebibytes: u64,
    /// Processes and threads together. As root, the kernel counts those of all sandboxes that
    /// run at the same time. Default: 1,024.
    pub processes: u64,
    /// Memory for files in each scratch folder beyond what it holds at the start, in MiB.
    /// Default: 512.
    pub scratch_mebibytes: u64,
    /// What may be written to standard output and standard error together, in bytes.
    /// Default: 16 MiB.
    pub output_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(600),
            resident_mebibytes: 3 * 1024,
            address_space_mebibytes: 10 * 1024,
            file_size_mebibytes: 256,
            processes: 1024,
            scratch_mebibytes: 512,
            output_bytes: 16 * MEBIBYTE,
        }
    }
}

impl Limits {
    /// The same limits with another time.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { time, ..self }
    }
}

/// Bytes in a MiB.
pub(crate) const MEBIBYTE: u64 = 1024 * 1024;
