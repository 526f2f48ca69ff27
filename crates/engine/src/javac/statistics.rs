//! What an engine was asked and how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

/// The times of one kind of request, as its caller waited for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestTimes {
    /// How many there were.
    pub count: u64,
    /// All of them together.
    pub total: Duration,
    /// The longest one.
    pub longest: Duration,
}

/// Counters over a javac engine's life.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineStatistics {
    /// By the request's name: `names`, `check`, `end`, `compile`, `open hole` and so on.
    pub requests: BTreeMap<&'static str, RequestTimes>,
    /// Answers that were known already.
    pub memo_hits: u64,
    /// How often the companion was started again.
    pub restarts: u32,
    /// What the running companion counts itself (`heap_bytes`, `open_files`, `open_holes`,
    /// `states`, `recovered_crashes`); empty when none runs.
    pub companion: BTreeMap<String, u64>,
}

impl EngineStatistics {
    pub(super) fn add(&mut self, request: &'static str, time: Duration) {
        let times = self.requests.entry(request).or_default();
        times.count += 1;
        times.total += time;
        times.longest = times.longest.max(time);
    }
}
