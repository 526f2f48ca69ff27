//! The outcomes of a position in the order in which a sample tries them.

use lm::TokenId;
use lm::distribution::Distribution;

use crate::noise::{Noise, conditioned};

/// What can come next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// A token with its log-probability under the unmasked model.
    Token(TokenId, f32),
    /// The end of the text.
    End,
    /// One of the tokens that the distribution does not list.
    Tail,
}

/// Outcomes with their scores, log-probability plus noise, the best first.
pub(crate) type Outcomes = Vec<(f64, Outcome)>;

/// The outcome's number for the noise; tokens have their own.
const END: u64 = 1 << 40;
const TAIL: u64 = 2 << 40;

/// The outcomes of `distribution` in the order of their scores.
pub(crate) fn outcomes(distribution: &Distribution, noise: Noise) -> Outcomes {
    let mut all: Outcomes = distribution
        .entries
        .iter()
        .map(|&(token, log_probability)| scored(token, log_probability, noise))
        .collect();
    if distribution.end_log_probability > f32::NEG_INFINITY {
        let score = f64::from(distribution.end_log_probability) + noise.gumbel(END);
        all.push((score, Outcome::End));
    }
    if distribution.tail > 0.0 {
        let score = f64::from(distribution.tail).ln() + noise.gumbel(TAIL);
        all.push((score, Outcome::Tail));
    }
    sort(&mut all);
    all
}

/// The outcomes that replace the tail, given the score that the tail as a whole had: the tokens of
/// the wide distribution that the narrow one did not list. Their noise is conditioned on its
/// maximum, so that the order of all is as if each had been listed from the start.
pub(crate) fn tail_outcomes(
    narrow: &Distribution,
    wide: &Distribution,
    noise: Noise,
    tail_score: f64,
) -> Outcomes {
    let mut listed: Vec<TokenId> = narrow.entries.iter().map(|entry| entry.0).collect();
    listed.sort_unstable();
    let mut all: Outcomes = wide
        .entries
        .iter()
        .filter(|entry| listed.binary_search(&entry.0).is_err())
        .map(|&(token, log_probability)| scored(token, log_probability, noise))
        .collect();
    let greatest = all.iter().map(|outcome| outcome.0).fold(f64::NEG_INFINITY, f64::max);
    for (score, _) in &mut all {
        *score = conditioned(*score, greatest, tail_score);
    }
    all
}

/// Puts the best first; equal scores in the order of the tokens, so that runs repeat.
pub(crate) fn sort(all: &mut Outcomes) {
    let number = |outcome: Outcome| match outcome {
        Outcome::Token(token, _) => u64::from(token.0),
        Outcome::End => END,
        Outcome::Tail => TAIL,
    };
    all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(number(a.1).cmp(&number(b.1))));
}

fn scored(token: TokenId, log_probability: f32, noise: Noise) -> (f64, Outcome) {
    let score = f64::from(log_probability) + noise.gumbel(u64::from(token.0));
    (score, Outcome::Token(token, log_probability))
}

#[cfg(test)]
mod tests {
    use lm::TokenId;
    use lm::distribution::Distribution;

    use super::{Outcome, outcomes, sort, tail_outcomes};
    use crate::noise::Noise;

    fn distribution(probabilities: &[f32], tail: f32) -> Distribution {
        let entry = |(index, p): (usize, &f32)| (TokenId(index as u32), p.ln());
        Distribution {
            entries: probabilities.iter().enumerate().map(entry).collect(),
            end_log_probability: f32::NEG_INFINITY,
            tail,
        }
    }

    /// Drawing through the tail gives every token its own probability.
    #[test]
    fn the_tail_is_drawn_exactly() {
        let wide = distribution(&[0.5, 0.2, 0.2, 0.1], 0.0);
        let narrow = distribution(&[0.5], 0.5);
        let draws = 30_000;
        let mut counts = [0usize; 4];
        for sample in 0..draws {
            let noise = Noise::new(3, sample, 0);
            let mut all = outcomes(&narrow, noise);
            if let (score, Outcome::Tail) = all[0] {
                all.extend(tail_outcomes(&narrow, &wide, noise, score));
                all.retain(|outcome| outcome.1 != Outcome::Tail);
                sort(&mut all);
            }
            let Outcome::Token(token, _) = all[0].1 else { panic!("the tail again") };
            counts[token.0 as usize] += 1;
        }
        for (count, expected) in counts.iter().zip([0.5, 0.2, 0.2, 0.1]) {
            let share = *count as f64 / f64::from(draws as u32);
            assert!((share - expected).abs() < 0.015, "{share} for {expected}");
        }
    }
}
