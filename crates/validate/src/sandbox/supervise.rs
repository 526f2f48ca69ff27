//! Starts a process, watches it and kills it when it goes past a limit.
//!
//! Everything happens on the calling thread, which stays here until the process has ended: Linux
//! ties `--die-with-parent` to the thread that spawned, so a child must never be spawned from a
//! thread that ends before it.

use std::io;
use std::process::{Command, ExitStatus, Stdio};

use std::time::{Duration, Instant};

use companion::ChildGroup;
use project::StopFlag;

use super::gate::{Gate, StartsWhen};
use super::limits::{Limits, MEBIBYTE};
use super::output::{Collector, Stream};
use super::processes::usage_of_tree;

/// How often memory, processes, output and the stop signal are looked at.
pub const WATCH_INTERVAL: Duration = Duration::from_millis(50);

/// How long to wait for the streams of a process that is dead. Without a sandbox, something that
/// fled from its process group can hold them open.
const STREAM_PATIENCE: Duration = Duration::from_secs(5);

/// How a command came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself; a signal counts as 128 and its number.
    Exited {
        /// The exit code.
        code: i32,
    },
    /// It was killed because it went past a limit.
    LimitExceeded(ExceededLimit),
    /// It was killed because the caller said stop.
    Stopped,
}

/// The limit that a command went past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExceededLimit {
    /// [`Limits::time`].
    #[error("the time limit of {} seconds", .0.as_secs_f64())]
    Time(Duration),
    /// [`Limits::resident_mebibytes`].
    #[error("the memory limit of {0} MiB for all its processes together")]
    ResidentMebibytes(u64),
    /// [`Limits::processes`].
    #[error("the limit of {0} processes and threads")]
    Processes(u64),
    /// [`Limits::output_bytes`].
    #[error("the output limit of {0} bytes")]
    OutputBytes(u64),
}

/// What became of a command.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output, up to the limit.
    pub standard_output: Vec<u8>,
    /// What it wrote to standard error, up to the limit.
    pub standard_error: Vec<u8>,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// The highest resident memory of all processes together that the watcher saw, in bytes.
    /// 0 when the command ended before the first look.
    pub peak_resident_bytes: u64,
}

struct Watched {
    group: ChildGroup,
    collector: Collector,
    started: Instant,
    peak_resident_bytes: u64,
}

/// Runs `command` to its end, whatever that is.
pub(crate) fn supervise(
    mut command: Command,
    input: Vec<u8>,
    starts: StartsWhen,
    limits: &Limits,
    stop: &StopFlag,
) -> io::Result<Finished> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut group = ChildGroup::spawn(&mut command)?;
    let mut collector = Collector::new(limits.output_bytes);
    let child = group.child_mut();
    let standard_error = child.stderr.take().map(|pipe| collector.read(pipe));
    let gate = Gate::new(child.stdin.take(), input, starts);
    let standard_output =
        child.stdout.take().map(|pipe| collector.read(gate.opened_by_first_byte(pipe)));
    let mut watched = Watched { group, collector, started, peak_resident_bytes: 0 };
    let ending = watched.until_the_end(limits, stop)?;
    let elapsed = started.elapsed();
    gate.close();
    watched.collector.finish(STREAM_PATIENCE);
    let text = |stream: Option<Stream>| stream.map(|stream| stream.take()).unwrap_or_default();
    Ok(Finished {
        // The command may have ended before the watcher looked at what it had written.
        ending: if watched.collector.exceeded() {
            Ending::LimitExceeded(ExceededLimit::OutputBytes(limits.output_bytes))
        } else {
            ending
        },
        standard_output: text(standard_output),
        standard_error: text(standard_error),
        elapsed,
        peak_resident_bytes: watched.peak_resident_bytes,
    })
}

impl Watched {
    fn until_the_end(&mut self, limits: &Limits, stop: &StopFlag) -> io::Result<Ending> {
        loop {
            let left = limits.time.saturating_sub(self.started.elapsed());
            if let Some(status) = self.group.wait_for(WATCH_INTERVAL.min(left))? {
                return Ok(Ending::Exited { code: exit_code(status) });
            }
            let reason = if stop.is_raised() {
                Some(Ending::Stopped)
            } else {
                self.exceeded_limit(limits).map(Ending::LimitExceeded)
            };
            if let Some(ending) = reason {
                self.group.end()?;
                return Ok(ending);
            }
        }
    }

    fn exceeded_limit(&mut self, limits: &Limits) -> Option<ExceededLimit> {
        let usage = usage_of_tree(self.group.id());
        self.peak_resident_bytes = self.peak_resident_bytes.max(usage.resident_bytes);
        if self.started.elapsed() >= limits.time {
            Some(ExceededLimit::Time(limits.time))
        } else if usage.resident_bytes > limits.resident_mebibytes * MEBIBYTE {
            Some(ExceededLimit::ResidentMebibytes(limits.resident_mebibytes))
        } else if usage.threads > limits.processes {
            Some(ExceededLimit::Processes(limits.processes))
        } else if self.collector.exceeded() {
            Some(ExceededLimit::OutputBytes(limits.output_bytes))
        } else {
            None
        }
    }
}

fn exit_code(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt as _;
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(-1)
}
