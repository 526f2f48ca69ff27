//! Runs a process under limits.

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use companion::ChildGroup;

use crate::command::{CommandOutput, Limits, RunError};

/// How often the stop flag is looked at.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// How long the end of the output is waited for after the process has ended. Only a process that
/// left the group can keep the pipe open, and it has nothing to say.
const OUTPUT_GRACE: Duration = Duration::from_secs(2);

/// Runs a command to its end with its output collected, and kills its process group at a limit.
///
/// # Errors
/// When it does not start, hits the time limit or is stopped.
pub fn run_process(command: &mut Command, limits: &Limits) -> Result<CommandOutput, RunError> {
    let program = PathBuf::from(command.get_program());
    let start = |source| RunError::Start { program: program.clone(), source };
    let (reader, writer) = io::pipe().map_err(start)?;
    command.stdout(writer.try_clone().map_err(start)?).stderr(writer);
    let mut group = ChildGroup::spawn(command).map_err(start)?;
    // The command holds the pipe's other end too; while it does, the output has no end.
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let collector = Collector::start(reader, limits.output_bytes);

    let deadline = Instant::now() + Duration::from_secs(limits.time_seconds);
    loop {
        if limits.stop.is_raised() {
            return Err(RunError::Stopped);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if let Some(status) = group.wait_for(left.min(STOP_INTERVAL)).map_err(start)? {
            return Ok(CommandOutput { exit_code: status.code(), text: collector.finish() });
        }
        if left.is_zero() {
            group.end().map_err(start)?;
            let limit_seconds = limits.time_seconds;
            return Err(RunError::TimeLimit { limit_seconds, text: collector.finish() });
        }
    }
}

/// Reads a pipe on a thread of its own, so that a full pipe never stops the process.
struct Collector {
    kept: Arc<Mutex<KeptOutput>>,
    end: mpsc::Receiver<()>,
}

impl Collector {
    fn start(mut reader: io::PipeReader, limit: usize) -> Self {
        let kept = Arc::new(Mutex::new(KeptOutput::new(limit)));
        let (at_end, end) = mpsc::channel();
        let shared = Arc::clone(&kept);
        std::thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            loop {
                match reader.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => lock(&shared).push(buffer.get(..count).unwrap_or_default()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            // Nobody listens any more after the grace time.
            let _ = at_end.send(());
        });
        Self { kept, end }
    }

    fn finish(self) -> String {
        // Both ways to end mean the same: take what is there.
        let _ = self.end.recv_timeout(OUTPUT_GRACE);
        lock(&self.kept).text()
    }
}

fn lock(kept: &Mutex<KeptOutput>) -> std::sync::MutexGuard<'_, KeptOutput> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first and the last half of `limit` bytes of an output.
struct KeptOutput {
    limit: usize,
    first: Vec<u8>,
    last: Vec<u8>,
    left_out: usize,
}

impl KeptOutput {
    fn new(limit: usize) -> Self {
        Self { limit, first: Vec::new(), last: Vec::new(), left_out: 0 }
    }

    fn push(&mut self, bytes: &[u8]) {
        let half = self.limit / 2;
        let (first, rest) = bytes.split_at(bytes.len().min(half - self.first.len()));
        self.first.extend_from_slice(first);
        self.last.extend_from_slice(rest);
        // Dropping only when twice as much is there keeps the cost of a byte constant.
        if self.last.len() > 2 * half {
            self.drop_middle(half);
        }
    }

    fn drop_middle(&mut self, half: usize) {
        let surplus = self.last.len().saturating_sub(half);
        self.last.drain(..surplus);
        self.left_out += surplus;
    }

    fn text(&mut self) -> String {
        self.drop_middle(self.limit / 2);
        let mut text = String::from_utf8_lossy(&self.first).into_owned();
        if self.left_out > 0 {
            text.push_str(&format!("\n[{} bytes of output left out]\n", self.left_out));
        }
        text.push_str(&String::from_utf8_lossy(&self.last));
        text
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{KeptOutput, run_process};
    use crate::command::{Limits, RunError, StopFlag};

    fn shell(script: &str, limits: &Limits) -> Result<crate::CommandOutput, RunError> {
        run_process(Command::new("sh").args(["-c", script]), limits)
    }

    #[test]
    fn both_streams_come_in_order_with_the_exit_code() {
        let limits = Limits::usual(StopFlag::default());
        let output = shell("echo one; echo two >&2; echo three; exit 3", &limits).unwrap();
        assert_eq!(output.text, "one\ntwo\nthree\n");
        assert_eq!(output.exit_code, Some(3));
    }

    #[test]
    fn the_time_limit_ends_it_and_keeps_what_was_written() {
        let limits = Limits { time_seconds: 1, ..Limits::usual(StopFlag::default()) };
        match shell("echo before; sleep 3600 & sleep 3600", &limits) {
            Err(RunError::TimeLimit { limit_seconds: 1, text }) => assert_eq!(text, "before\n"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_raised_flag_stops_it() {
        let limits = Limits::usual(StopFlag::default());
        limits.stop.raise();
        assert!(matches!(shell("sleep 3600", &limits), Err(RunError::Stopped)));
    }

    #[test]
    fn a_missing_program_is_named() {
        let limits = Limits::usual(StopFlag::default());
        let error = run_process(&mut Command::new("/no/such/program"), &limits).unwrap_err();
        assert!(error.to_string().contains("`/no/such/program`"), "{error}");
    }

    #[test]
    fn of_too_much_output_both_ends_are_kept() {
        let mut kept = KeptOutput::new(8);
        for piece in ["ab", "cdef", "ghijklmnop", "qrst", "uvwxyz"] {
            kept.push(piece.as_bytes());
        }
        assert_eq!(kept.text(), "abcd\n[18 bytes of output left out]\nwxyz");
    }
}
