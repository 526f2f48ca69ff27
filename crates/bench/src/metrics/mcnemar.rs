//! Whether two variants differ on the same bugs.

/// On how many bugs two variants agree and differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both succeed.
    pub both: usize,
    /// Only the first does.
    pub only_first: usize,
    /// Only the second does.
    pub only_second: usize,
    /// Neither does.
    pub neither: usize,
}

impl Pairs {
    /// The two-sided p-value of McNemar's exact test: the chance of a difference at least as large
    /// if the bugs on which the two differ fell on either side like a fair coin (McNemar 1947; the
    /// exact form is the sign test on those bugs, twice the smaller tail and 1 at most). 1 when
    /// they never differ.
    pub fn p_value(self) -> f64 {
        let differing = self.only_first + self.only_second;
        let fewer = self.only_first.min(self.only_second);
        // Logarithms: two to the power of a thousand bugs is no number of 64 bits.
        let mut log_chance = -(differing as f64) * std::f64::consts::LN_2;
        let mut tail = 0.0;
        for number in 0..=fewer {
            tail += log_chance.exp();
            log_chance += ((differing - number) as f64).ln() - ((number + 1) as f64).ln();
        }
        (2.0 * tail).min(1.0)
    }
}

/// Counts bugs given as (success of the first, success of the second).
pub fn compare_pairs(bugs: impl IntoIterator<Item = (bool, bool)>) -> Pairs {
    let mut pairs = Pairs::default();
    for bug in bugs {
        match bug {
            (true, true) => pairs.both += 1,
            (true, false) => pairs.only_first += 1,
            (false, true) => pairs.only_second += 1,
            (false, false) => pairs.neither += 1,
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::{Pairs, compare_pairs};

    #[test]
    fn p_values_worked_out_by_hand() {
        for (first, second, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (3, 3, 1.0),
            // 2 (1 + 10) / 2^10
            (1, 9, 22.0 / 1024.0),
            // 2 / 2^6
            (0, 6, 2.0 / 64.0),
            // 2 (1 + 12 + 66) / 2^12
            (10, 2, 158.0 / 4096.0),
        ] {
            let pairs = Pairs { only_first: first, only_second: second, ..Pairs::default() };
            let found = pairs.p_value();
            assert!((found - expected).abs() < 1e-12, "{found} for {first} and {second}");
        }
        let many = Pairs { only_first: 1000, only_second: 1400, ..Pairs::default() };
        assert!(many.p_value() > 0.0 && many.p_value() < 1e-10);
    }

    #[test]
    fn bugs_are_counted_by_pairs() {
        let pairs = compare_pairs([
            (true, true),
            (true, false),
            (false, true),
            (false, true),
            (false, false),
        ]);
        let expected = Pairs { both: 1, only_first: 1, only_second: 2, neither: 1 };
        assert_eq!(pairs, expected);
    }
}
