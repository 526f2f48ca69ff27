//! The end of what a process writes to standard error.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How much is kept, in bytes and in lines.
const KEPT_BYTES: usize = 8 << 10;
const KEPT_LINES: usize = 30;

/// How long to wait for the rest of the output of a process that has ended.
const REST_LIMIT: Duration = Duration::from_secs(1);

/// Reads a stream to its end on a thread of its own, so that it never fills up, and keeps its last
/// lines.
#[derive(Debug)]
pub(crate) struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    ended: Receiver<()>,
}

impl StderrTail {
    pub(crate) fn follow(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (end, ended) = channel();
        let shared = Arc::clone(&kept);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                keep(&mut shared.lock().unwrap_or_else(PoisonError::into_inner), &buffer[..length]);
            }
            // Dropping it is the message.
            drop(end);
        });
        Self { kept, ended }
    }

    /// The last lines of a process that has ended.
    pub(crate) fn last_lines(&self) -> String {
        // Something else may hold the stream open; what is there by then must do.
        let _ = self.ended.recv_timeout(REST_LIMIT);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous());
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(KEPT_LINES)..].join("\n")
    }
}

fn keep(kept: &mut VecDeque<u8>, bytes: &[u8]) {
    kept.extend(bytes);
    let surplus = kept.len().saturating_sub(KEPT_BYTES);
    kept.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::{KEPT_BYTES, KEPT_LINES, StderrTail};

    #[test]
    fn only_the_end_is_kept() {
        let text: String = (0..100_000).map(|number| format!("line {number}\n")).collect();
        let lines = StderrTail::follow(std::io::Cursor::new(text.into_bytes())).last_lines();
        assert_eq!(lines.lines().count(), KEPT_LINES);
        assert!(lines.ends_with("line 99999"), "{lines}");
    }

    #[test]
    fn one_endless_line_is_cut() {
        let lines = StderrTail::follow(std::io::Cursor::new(vec![b'x'; 1 << 20])).last_lines();
        assert_eq!(lines.len(), KEPT_BYTES);
    }
}
