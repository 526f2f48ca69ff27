//! The end of what a process writes for people to read.
//!
//! That is its standard error, and what it writes to standard output though it is no frame: a Java
//! virtual machine that dies says so there.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How much is kept, in bytes and in lines.
const KEPT_BYTES: usize = 8 << 10;
const KEPT_LINES: usize = 30;

/// How long to wait for the rest of the output of a process that has ended.
const REST_LIMIT: Duration = Duration::from_secs(1);

/// The last lines of what its followers have read.
#[derive(Debug)]
pub(crate) struct OutputTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

/// Reads for an [`OutputTail`], on a thread of its own.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    kept: Arc<Mutex<VecDeque<u8>>>,
    /// The tail learns that all followers are gone when no sender is left.
    _alive: Sender<()>,
}

impl OutputTail {
    pub(crate) fn new() -> (Self, Follower) {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (alive, ended) = channel();
        (Self { kept: Arc::clone(&kept), ended }, Follower { kept, _alive: alive })
    }

    /// The last lines of a process that has ended.
    pub(crate) fn last_lines(&self) -> String {
        // Something else may hold the streams open; what is there by then must do.
        let _ = self.ended.recv_timeout(REST_LIMIT);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous());
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(KEPT_LINES)..].join("\n")
    }
}

impl Follower {
    /// Reads a stream to its end, so that it never fills up.
    pub(crate) fn follow(&self, mut stream: impl Read) {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            self.keep(&buffer[..length]);
        }
    }

    pub(crate) fn keep(&self, bytes: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(KEPT_BYTES);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_BYTES, KEPT_LINES, OutputTail};

    fn tail_of(bytes: &[u8]) -> String {
        let (tail, follower) = OutputTail::new();
        follower.follow(bytes);
        drop(follower);
        tail.last_lines()
    }

    #[test]
    fn only_the_end_is_kept() {
        let text: String = (0..100_000).map(|number| format!("line {number}\n")).collect();
        let lines = tail_of(text.as_bytes());
        assert_eq!(lines.lines().count(), KEPT_LINES);
        assert!(lines.ends_with("line 99999"), "{lines}");
    }

    #[test]
    fn one_endless_line_is_cut() {
        assert_eq!(tail_of(&vec![b'x'; 1 << 20]).len(), KEPT_BYTES);
    }
}
