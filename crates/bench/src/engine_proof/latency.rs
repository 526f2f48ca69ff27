//! How long answers took.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::settings::MOST_TIMES;

/// Times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Percentiles {
    /// How many there were.
    pub count: usize,
    /// Half of them took no longer.
    pub median: f64,
    /// 95 of 100 took no longer.
    pub p95: f64,
    /// 99 of 100 took no longer.
    pub p99: f64,
    /// The longest one.
    pub maximum: f64,
}

impl Percentiles {
    /// The percentiles of some times by nearest rank; zeros when there is none.
    pub(super) fn of(times: &[Duration]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1) - 1;
            sorted.get(rank).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        Self { count: sorted.len(), median: at(50), p95: at(95), p99: at(99), maximum: at(100) }
    }
}

/// The times of each kind of question, at most [`MOST_TIMES`] each.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(BTreeMap<&'static str, Vec<Duration>>);

impl Times {
    pub(super) fn add(&mut self, question: &'static str, time: Duration) {
        let times = self.0.entry(question).or_default();
        if times.len() < MOST_TIMES {
            times.push(time);
        }
    }

    pub(super) fn percentiles(&self) -> BTreeMap<&'static str, Percentiles> {
        self.0.iter().map(|(question, times)| (*question, Percentiles::of(times))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Percentiles;

    #[test]
    fn percentiles_by_nearest_rank() {
        let times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        let found = Percentiles::of(&times);
        let expected =
            Percentiles { count: 200, median: 100.0, p95: 190.0, p99: 198.0, maximum: 200.0 };
        assert_eq!(found, expected);
        assert_eq!(Percentiles::of(&times[..1]).median, 200.0);
        assert_eq!(Percentiles::of(&[]), Percentiles::default());
    }
}
