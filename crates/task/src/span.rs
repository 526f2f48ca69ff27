//! A range of a text.

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into a UTF-8 text.
///
/// # Invariant
/// `start <= end`, and both lie on character boundaries of the text they are used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The range from `start` up to `end`, in either order.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start.min(end), end: start.max(end) }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the range holds no byte: a place between two characters.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether all of `other` lies in this range.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}
