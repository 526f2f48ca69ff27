//! The candidates that wait to be judged, the most probable first.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use decode::FoundCandidate;

#[derive(Debug, Default)]
struct Waiting {
    candidates: Vec<FoundCandidate>,
    closed: bool,
}

/// A queue between the thread that finds candidates and the one that judges them.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Backlog {
    /// Adds a candidate.
    pub(crate) fn add(&self, candidate: FoundCandidate) {
        self.lock().candidates.push(candidate);
        // Not all who wait, wait for a candidate.
        self.changed.notify_all();
    }

    /// Says that no further candidate comes.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Waits until the backlog is closed.
    pub(crate) fn wait_until_closed(&self) {
        let mut waiting = self.lock();
        while !waiting.closed {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The number of candidates that wait.
    pub(crate) fn len(&self) -> usize {
        self.lock().candidates.len()
    }

    /// Takes the most probable candidate out; waits for one until the backlog is closed.
    pub(crate) fn next(&self) -> Option<FoundCandidate> {
        let mut waiting = self.lock();
        loop {
            if let Some(best) = most_probable(&waiting.candidates) {
                return Some(waiting.candidates.swap_remove(best));
            }
            if waiting.closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread that panicked while it held the lock left the queue whole: it is only pushed to
    /// and taken from.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn most_probable(candidates: &[FoundCandidate]) -> Option<usize> {
    (0..candidates.len()).max_by(|&a, &b| {
        let (a, b) = (&candidates[a], &candidates[b]);
        let score = |found: &FoundCandidate| found.candidate.mean_log_probability();
        score(a).total_cmp(&score(b)).then(b.index.cmp(&a.index))
    })
}

#[cfg(test)]
mod tests {
    use decode::{FoundCandidate, Origin};
    use task::Candidate;

    use super::Backlog;

    fn candidate(index: usize, log_probability: f64) -> FoundCandidate {
        FoundCandidate {
            index,
            candidate: Candidate { text: String::new(), log_probability, token_count: 1 },
            origin: Origin::Drawn,
            draws: 1,
            first_sample: 0,
            passes_end_check: None,
        }
    }

    #[test]
    fn the_most_probable_comes_first_and_the_end_after_the_last() {
        let backlog = Backlog::default();
        for (index, score) in [-3.0, -1.0, -2.0, -1.0].into_iter().enumerate() {
            backlog.add(candidate(index, score));
        }
        backlog.close();
        let order: Vec<usize> =
            std::iter::from_fn(|| backlog.next()).map(|found| found.index).collect();
        assert_eq!(order, [1, 3, 2, 0]);
    }

    #[test]
    fn whoever_waits_for_the_end_waits_no_longer() {
        let backlog = Backlog::default();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| {
                backlog.wait_until_closed();
                backlog.next().map(|found| found.index)
            });
            backlog.add(candidate(7, 0.0));
            assert!(!waiter.is_finished());
            backlog.close();
            assert_eq!(waiter.join().unwrap(), Some(7));
        });
    }

    #[test]
    fn whoever_takes_waits_for_who_adds() {
        let backlog = Backlog::default();
        std::thread::scope(|scope| {
            let taker = scope.spawn(|| backlog.next().map(|found| found.index));
            backlog.add(candidate(7, 0.0));
            assert_eq!(taker.join().unwrap(), Some(7));
        });
    }
}
