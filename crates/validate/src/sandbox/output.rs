//! Reads what a command writes, up to a limit.

use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The streams of one command, each read by a thread of its own so that a full pipe never blocks
/// the command. Without a sandbox a process that fled from its group can hold a pipe open for
/// ever, so the threads are given up after a while instead of being waited for.
pub(crate) struct Collector {
    budget: Arc<Budget>,
    done: (Sender<()>, Receiver<()>),
    streams: usize,
}

/// What was read from one stream so far.
#[derive(Clone, Default)]
pub(crate) struct Stream(Arc<Mutex<Vec<u8>>>);

struct Budget {
    left: AtomicU64,
    exceeded: AtomicBool,
}

impl Collector {
    /// A collector for `limit` bytes of all streams together.
    pub(crate) fn new(limit: u64) -> Self {
        let budget = Budget { left: AtomicU64::new(limit), exceeded: AtomicBool::new(false) };
        Self { budget: Arc::new(budget), done: channel(), streams: 0 }
    }

    /// Reads `source` until its end or until the limit.
    pub(crate) fn read(&mut self, mut source: impl Read + Send + 'static) -> Stream {
        let stream = Stream::default();
        let (target, budget, done) =
            (stream.clone(), Arc::clone(&self.budget), self.done.0.clone());
        self.streams += 1;
        thread::spawn(move || {
            let mut chunk = [0; 16 * 1024];
            while let Ok(count @ 1..) = source.read(&mut chunk) {
                if !budget.take(count as u64) {
                    break;
                }
                target.append(&chunk[..count]);
            }
            // The receiver is gone when the command was given up; then nobody waits.
            let _ = done.send(());
        });
        stream
    }

    /// Whether more than the limit was written.
    pub(crate) fn exceeded(&self) -> bool {
        self.budget.exceeded.load(Ordering::Relaxed)
    }

    /// Waits until all streams have ended, at most `patience`.
    pub(crate) fn finish(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        for _ in 0..self.streams {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.done.1.recv_timeout(left).is_err() {
                return;
            }
        }
    }
}

impl Budget {
    fn take(&self, count: u64) -> bool {
        let subtract = |left: u64| left.checked_sub(count);
        let enough = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, subtract).is_ok();
        if !enough {
            self.exceeded.store(true, Ordering::Relaxed);
        }
        enough
    }
}

impl Stream {
    fn append(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    }

    /// What was read; the stream is empty afterwards.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Collector;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn all_streams_share_one_limit() {
        for (limit, exceeded) in [(5, true), (6, false)] {
            let mut collector = Collector::new(limit);
            collector.read(&b"one"[..]);
            collector.read(&b"two"[..]);
            collector.finish(LONG);
            assert_eq!(collector.exceeded(), exceeded, "a limit of {limit} bytes");
        }
    }

    #[test]
    fn what_was_written_is_kept_in_order() {
        let mut collector = Collector::new(100);
        let stream = collector.read(&b"some text"[..]);
        collector.finish(LONG);
        assert_eq!(stream.take(), b"some text");
    }
}
