//! Intervals by resampling bugs.

use serde::{Deserialize, Serialize};

use super::random::SplitMix;

/// How often the bugs are drawn anew.
pub const RESAMPLES: usize = 10_000;
/// The share of resamples that lies inside an interval.
pub const CONFIDENCE: f64 = 0.95;
/// The same for every table, so that a table that is built again is the same.
const SEED: u64 = 20_231_203;

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The figure itself.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The percentile interval of a statistic over bugs (Efron and Tibshirani, *An Introduction to the
/// Bootstrap*, 1993, chapter 13): as many of `bugs` are drawn with replacement as there are,
/// [`RESAMPLES`] times, and the interval leaves out as much of the ordered results on each side.
///
/// A bug is drawn with everything that was measured on it, for samples of one bug resemble one
/// another. The interval says how much other bugs of this kind could change the figure; nothing
/// about other seeds on these bugs.
///
/// `None` where the statistic of the bugs themselves is. Resamples without a result are left out.
pub fn bootstrap<T>(bugs: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> Option<Interval> {
    let all: Vec<&T> = bugs.iter().collect();
    let value = statistic(&all)?;
    let mut random = SplitMix::new(SEED);
    let mut results: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let drawn: Vec<&T> = bugs.iter().map(|_| &bugs[random.below(bugs.len())]).collect();
            statistic(&drawn)
        })
        .collect();
    results.sort_by(f64::total_cmp);
    let outside = (1.0 - CONFIDENCE) / 2.0;
    let low = at_share(&results, outside)?;
    let high = at_share(&results, 1.0 - outside)?;
    Some(Interval { value, low, high })
}

/// The least of the ordered results that at least this share of them does not exceed.
fn at_share(ordered: &[f64], share: f64) -> Option<f64> {
    let rank = (share * ordered.len() as f64).ceil() as usize;
    ordered.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{at_share, bootstrap};

    fn mean(values: &[&f64]) -> Option<f64> {
        let sum: f64 = values.iter().copied().sum();
        (!values.is_empty()).then(|| sum / values.len() as f64)
    }

    /// For a share of many independent bugs the interval is near the normal one.
    #[test]
    fn the_interval_of_a_share_is_the_one_of_theory() {
        let bugs: Vec<f64> = (0..400).map(|bug| f64::from(bug < 100)).collect();
        let interval = bootstrap(&bugs, mean).unwrap();
        let deviation = (0.25f64 * 0.75 / 400.0).sqrt();
        assert_eq!(interval.value, 0.25);
        assert!((interval.low - (0.25 - 1.96 * deviation)).abs() < 0.005, "{interval:?}");
        assert!((interval.high - (0.25 + 1.96 * deviation)).abs() < 0.005, "{interval:?}");
        assert_eq!(bootstrap(&bugs, mean), Some(interval), "a table is built again as it was");
    }

    #[test]
    fn nothing_has_no_interval_and_equal_bugs_have_none_around_them() {
        assert_eq!(bootstrap(&[], mean), None);
        let interval = bootstrap(&[0.5; 4], mean).unwrap();
        assert_eq!((interval.low, interval.high), (0.5, 0.5));
    }

    #[test]
    fn ranks_of_ordered_results() {
        let results: Vec<f64> = (1..=100).map(f64::from).collect();
        for (share, expected) in
            [(0.0, 1.0), (0.025, 3.0), (0.5, 50.0), (0.975, 98.0), (1.0, 100.0)]
        {
            assert_eq!(at_share(&results, share), Some(expected), "at {share}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn the_ends_lie_among_the_values(bugs in prop::collection::vec(0.0..1.0f64, 1..12)) {
            let interval = bootstrap(&bugs, mean).unwrap();
            let least = bugs.iter().copied().fold(f64::INFINITY, f64::min);
            let most = bugs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least - 1e-12 <= interval.low && interval.low <= interval.high);
            prop_assert!(interval.high <= most + 1e-12);
        }
    }
}
