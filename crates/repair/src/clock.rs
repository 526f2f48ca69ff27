//! The end of a run from outside: its time limit, and the user's Ctrl-C.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use project::StopFlag;

use crate::report::Cut;

/// How often the clock looks. A stop is noticed within this time.
const INTERVAL: Duration = Duration::from_millis(50);

/// Knows since when a run goes on and whether it is to end.
#[derive(Debug)]
pub(crate) struct Clock {
    started: Instant,
    limit: Option<Duration>,
    user: StopFlag,
    /// Raised when the run is to end, whoever wants it; every part of the run looks at it.
    pub(crate) halt: StopFlag,
    over: StopFlag,
    cause: Mutex<Option<Cut>>,
}

impl Clock {
    /// A clock that starts now.
    pub(crate) fn start(limit: Option<Duration>, user: StopFlag) -> Self {
        Self {
            started: Instant::now(),
            limit,
            user,
            halt: StopFlag::default(),
            over: StopFlag::default(),
            cause: Mutex::new(None),
        }
    }

    /// The seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Why the run was ended from outside, if it was.
    pub(crate) fn cause(&self) -> Option<Cut> {
        *self.cause.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends [`Clock::watch`].
    pub(crate) fn finish(&self) {
        self.over.raise();
    }

    /// Watches until the run is over. Runs in a thread of its own.
    pub(crate) fn watch(&self) {
        while !self.over.is_raised() {
            let cut = if self.user.is_raised() {
                Some(Cut::Interrupted)
            } else if self.limit.is_some_and(|limit| self.started.elapsed() >= limit) {
                Some(Cut::TimeLimit)
            } else {
                None
            };
            if cut.is_some() {
                *self.cause.lock().unwrap_or_else(PoisonError::into_inner) = cut;
                self.halt.raise();
                return;
            }
            thread::sleep(INTERVAL);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use project::StopFlag;

    use super::{Clock, Cut};

    #[test]
    fn the_cause_of_the_end_is_known() {
        let interrupted = Clock::start(None, StopFlag::default());
        interrupted.user.raise();
        interrupted.watch();
        assert_eq!(interrupted.cause(), Some(Cut::Interrupted));
        assert!(interrupted.halt.is_raised());

        let late = Clock::start(Some(Duration::ZERO), StopFlag::default());
        late.watch();
        assert_eq!(late.cause(), Some(Cut::TimeLimit));

        let undisturbed = Clock::start(Some(Duration::from_secs(3600)), StopFlag::default());
        undisturbed.finish();
        undisturbed.watch();
        assert_eq!(undisturbed.cause(), None);
        assert!(!undisturbed.halt.is_raised());
    }
}
