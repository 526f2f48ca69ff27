//! From a row of logits to a distribution that is small enough to keep.
//!
//! A model of 150,000 tokens gives 600 kB of logits for each node of the prefix tree, of which a
//! few dozen entries matter. What is kept is exact: the probable entries in order, the
//! probability of ending as one number (which of the end tokens was meant makes no difference),
//! and the probability of everything else. The tail is summed by itself instead of being taken
//! as one minus the rest, because the difference of two nearly equal numbers has no digits left.
//!
//! # Cost
//! Two passes over the row, both in lanes of sixteen that the compiler turns into vector
//! instructions. The second pass needs an exponential for each logit; see `exponential`. Logits
//! above the floor leave the lanes and are few.

mod exponential;

use crate::{TokenId, Vocabulary};
use exponential::exponential_of_negative;

/// Logits that are worked on at once.
const LANES: usize = 16;
/// Chunks whose sums are added in single precision before they go to double precision: the
/// rounding error of the whole row's sum stays that of some dozen additions.
const CHUNKS_A_BLOCK: usize = 64;

/// What is kept of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The least probability of an entry, above 0; default 1e-7.
    pub floor: f32,
    /// The greatest number of entries; default 1,024.
    pub entries: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { floor: 1e-7, entries: 1024 }
    }
}

/// The next token's distribution at temperature 1.
///
/// # Invariant
/// The entries' probabilities, that of ending and the tail sum to one up to rounding, except when
/// no logit was finite: then all three are empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Tokens that do not end the text with their natural log-probabilities, the most probable
    /// first and among equals the one with the lower number.
    pub entries: Vec<(TokenId, f32)>,
    /// The natural logarithm of the probability that the text ends here, over all end tokens;
    /// negative infinity when none can follow.
    pub end_log_probability: f32,
    /// The probability, not its logarithm, of all tokens that are neither entries nor end tokens.
    pub tail: f32,
}

impl Distribution {
    /// The distribution of one row, kept by the default [`Settings`].
    pub fn from_logits(logits: &[f32], vocabulary: &Vocabulary) -> Self {
        Self::with_settings(logits, vocabulary, Settings::default())
    }

    /// The distribution of one row. A logit that is not a number counts as negative infinity.
    pub fn with_settings(logits: &[f32], vocabulary: &Vocabulary, settings: Settings) -> Self {
        let greatest = greatest(logits);
        if !greatest.is_finite() {
            return Self { entries: Vec::new(), end_log_probability: f32::NEG_INFINITY, tail: 0.0 };
        }
        let row = Row { logits, ends: &vocabulary.ends, greatest, least: settings.floor.ln() };
        row.sums().into_distribution(settings)
    }
}

/// One row with what the second pass compares each logit with.
struct Row<'a> {
    logits: &'a [f32],
    ends: &'a [bool],
    greatest: f32,
    /// The least difference to the greatest logit that an entry can have. The logarithm of the
    /// sum, which is not known yet, is at least the greatest logit, so no entry is lost by
    /// comparing with that one.
    least: f32,
}

/// What the second pass finds; all masses are relative to the greatest logit's.
#[derive(Default)]
struct Sums {
    /// Tokens that may become entries, with their differences to the greatest logit.
    candidates: Vec<(TokenId, f32)>,
    /// The mass of the end tokens.
    end: f64,
    /// The mass of all others.
    rest: f64,
}

impl Row<'_> {
    fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        let block = LANES * CHUNKS_A_BLOCK;
        for first in (0..self.logits.len()).step_by(block) {
            let last = (first + block).min(self.logits.len());
            self.add_block(first, last, &mut sums);
        }
        sums
    }

    fn add_block(&self, first: usize, last: usize, sums: &mut Sums) {
        let mut lanes = [0.0; LANES];
        let mut start = first;
        while start + LANES <= last.min(self.ends.len()) {
            let above = self.add_chunk(start, &mut lanes);
            if above {
                self.add_one_by_one(start, start + LANES, sums);
            }
            start += LANES;
        }
        sums.rest += lanes.iter().copied().map(f64::from).sum::<f64>();
        for index in start..last {
            sums.rest += self.ordinary_mass(index);
        }
        self.add_one_by_one(start, last, sums);
    }

    /// Adds the masses of one chunk's ordinary logits to the lanes and tells whether any logit of
    /// the chunk is not ordinary.
    #[inline(always)]
    fn add_chunk(&self, start: usize, lanes: &mut [f32; LANES]) -> bool {
        let logits = &self.logits[start..start + LANES];
        let ends = &self.ends[start..start + LANES];
        let mut special = false;
        for lane in 0..LANES {
            let difference = logits[lane] - self.greatest;
            let probable = difference >= self.least;
            let ordinary = !probable & !ends[lane];
            let mass = exponential_of_negative(difference);
            lanes[lane] += if ordinary { mass } else { 0.0 };
            special |= !ordinary;
        }
        special
    }

    fn ends(&self, index: usize) -> bool {
        self.ends.get(index).copied().unwrap_or(false)
    }

    fn ordinary_mass(&self, index: usize) -> f64 {
        let difference = self.logits[index] - self.greatest;
        let probable = difference >= self.least;
        if probable || self.ends(index) {
            return 0.0;
        }
        f64::from(exponential_of_negative(difference))
    }

    /// Takes the logits that are not ordinary, those of end tokens and of possible entries.
    fn add_one_by_one(&self, first: usize, last: usize, sums: &mut Sums) {
        for index in first..last {
            let difference = self.logits[index] - self.greatest;
            if self.ends(index) {
                sums.end += f64::from(exponential_of_negative(difference));
            } else if difference >= self.least {
                sums.candidates.push((TokenId(index as u32), difference));
            }
        }
    }
}

impl Sums {
    fn into_distribution(self, settings: Settings) -> Distribution {
        let mass = |difference: f32| f64::from(difference).exp();
        let candidates: f64 = self.candidates.iter().map(|(_, difference)| mass(*difference)).sum();
        let total = candidates + self.end + self.rest;
        let logarithm = total.ln();
        let mut entries = self.candidates;
        let least = f64::from(settings.floor).ln() + logarithm;
        let mut tail = self.rest;
        entries.retain(|(_, difference)| {
            let kept = f64::from(*difference) >= least;
            tail += if kept { 0.0 } else { mass(*difference) };
            kept
        });
        let order =
            |a: &(TokenId, f32), b: &(TokenId, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if entries.len() > settings.entries {
            entries.select_nth_unstable_by(settings.entries, order);
            tail += entries.drain(settings.entries..).map(|entry| mass(entry.1)).sum::<f64>();
        }
        entries.sort_unstable_by(order);
        for (_, difference) in &mut entries {
            *difference = (f64::from(*difference) - logarithm) as f32;
        }
        let end_log_probability = (self.end.ln() - logarithm) as f32;
        Distribution { entries, end_log_probability, tail: (tail / total) as f32 }
    }
}

/// The greatest logit; negative infinity when there is none.
fn greatest(logits: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let (chunks, rest) = logits.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = larger(lanes[lane], chunk[lane]);
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, larger)
}

#[cfg(test)]
mod tests;
