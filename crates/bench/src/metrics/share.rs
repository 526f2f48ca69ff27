//! A part of a whole.

use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// A count out of another. Shares of several bugs are added before they are divided, so that each
/// thing that was counted weighs the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub count: usize,
    /// Out of how many.
    pub of: usize,
}

impl Share {
    /// `count` out of `of`.
    pub fn new(count: usize, of: usize) -> Self {
        Self { count, of }
    }

    /// The share, from 0 to 1; `None` out of nothing.
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { count: self.count + other.count, of: self.of + other.of }
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn shares_are_added_before_they_are_divided() {
        let sum: Share = [Share::new(1, 1), Share::new(0, 3)].into_iter().sum();
        assert_eq!(sum.value(), Some(0.25));
        assert_eq!(Share::default().value(), None);
    }
}
