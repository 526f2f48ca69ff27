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
        let mut sums = Sums { end: self.end_mass(), ..Sums::default() };
        let block = LANES * CHUNKS_A_BLOCK;
        for first in (0..self.logits.len()).step_by(block) {
            let last = (first + block).min(self.logits.len());
            self.add_block(first, last, &mut sums);
        }
        sums
    }

    /// The mass of the end tokens, which are few: most of the flags are only looked at in bulk.
    fn end_mass(&self) -> f64 {
        let mut mass = 0.0;
        for (chunk, ends) in self.ends.chunks(LANES * 4).enumerate() {
            if !ends.iter().fold(false, |any, end| any | end) {
                continue;
            }
            for (offset, _) in ends.iter().enumerate().filter(|(_, ends)| **ends) {
                let logit = self.logits.get(chunk * LANES * 4 + offset);
                let of = |logit: &f32| f64::from(exponential_of_negative(logit - self.greatest));
                mass += logit.map_or(0.0, of);
            }
        }
        mass
    }

    fn add_block(&self, first: usize, last: usize, sums: &mut Sums) {
        let mut lanes = [0.0; LANES];
        let mut start = first;
        while start + LANES <= last.min(self.ends.len()) {
            let logits = &self.logits[start..start + LANES];
            let ends = &self.ends[start..start + LANES];
            if self.add_chunk(logits, ends, &mut lanes) {
                self.collect(start, logits, ends, sums);
            }
            start += LANES;
        }
        sums.rest += lanes.iter().copied().map(f64::from).sum::<f64>();
        for index in start..last {
            let ends = [self.ends.get(index).copied().unwrap_or(false)];
            let mut mass = [0.0];
            if self.add_chunk(&self.logits[index..=index], &ends, &mut mass) {
                self.collect(index, &self.logits[index..=index], &ends, sums);
            }
            sums.rest += f64::from(mass[0]);
        }
    }

    /// Adds the masses of the improbable logits to the lanes and tells whether there are others.
    #[inline(always)]
    fn add_chunk(&self, logits: &[f32], ends: &[bool], lanes: &mut [f32]) -> bool {
        let mut any_probable = false;
        for ((logit, ends), lane) in logits.iter().zip(ends).zip(lanes) {
            let difference = logit - self.greatest;
            let probable = difference >= self.least;
            let mass = exponential_of_negative(difference);
            *lane += if probable | ends { 0.0 } else { mass };
            any_probable |= probable;
        }
        any_probable
    }

    /// Takes the probable logits of a chunk. Every logit is written and the next one writes over
    /// it unless it counts, because a branch for each would be guessed wrong too often.
    fn collect(&self, start: usize, logits: &[f32], ends: &[bool], sums: &mut Sums) {
        let mut found = [(TokenId(0), 0.0); LANES];
        let mut count = 0;
        for (offset, (logit, ends)) in logits.iter().zip(ends).enumerate() {
            let difference = logit - self.greatest;
            found[count] = (TokenId((start + offset) as u32), difference);
            count += usize::from((difference >= self.least) & !ends);
        }
        sums.candidates.extend_from_slice(&found[..count]);
    }
}

impl Sums {
    fn into_distribution(self, settings: Settings) -> Distribution {
        let mut entries = self.candidates;
        let total = mass_of(&entries) + self.end + self.rest;
        let logarithm = total.ln();
        let order =
            |a: &(TokenId, f32), b: &(TokenId, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let mut tail = self.rest;
        if entries.len() > settings.entries {
            entries.select_nth_unstable_by(settings.entries, order);
            tail += mass_of(&entries[settings.entries..]);
            entries.truncate(settings.entries);
        }
        entries.sort_unstable_by(order);
        let least = f64::from(settings.floor).ln() + logarithm;
        let kept = entries.partition_point(|(_, difference)| f64::from(*difference) >= least);
        tail += mass_of(&entries[kept..]);
        entries.truncate(kept);
        for (_, difference) in &mut entries {
            *difference = (f64::from(*difference) - logarithm) as f32;
        }
        let end_log_probability = (self.end.ln() - logarithm) as f32;
        Distribution { entries, end_log_probability, tail: (tail / total) as f32 }
    }
}

/// The mass of some tokens, given with their differences to the greatest logit.
fn mass_of(tokens: &[(TokenId, f32)]) -> f64 {
    let block_mass = |block: &[(TokenId, f32)]| {
        let mut lanes = [0.0; LANES];
        for chunk in block.chunks(LANES) {
            for (lane, (_, difference)) in lanes.iter_mut().zip(chunk) {
                *lane += exponential_of_negative(*difference);
            }
        }
        lanes.iter().copied().map(f64::from).sum::<f64>()
    };
    tokens.chunks(LANES * CHUNKS_A_BLOCK).map(block_mass).sum()
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
