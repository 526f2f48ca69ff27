//! Randomness that does not depend on the order of the work.
//!
//! Every choice a sample makes is the maximum of log-probability plus Gumbel noise over the
//! tokens that are feasible (Gumbel 1954; as used for sampling by Maddison, Tarlow and Minka
//! 2014), and the noise is a hash of seed, sample, position and token. So zeroing an infeasible
//! token and sampling again (Algorithm 2 of the Repilot paper) is simply going on to the next
//! best one, and whether a rejection was remembered or found anew cannot change what is drawn.

/// The noise of one position of one sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise(u64);

impl Noise {
    /// The noise of position `depth` of sample number `sample`.
    pub(crate) fn new(seed: u64, sample: usize, depth: usize) -> Self {
        Self(mix(mix(mix(seed) ^ sample as u64) ^ depth as u64))
    }

    /// The noise of the same position when the sample is begun once more.
    pub(crate) fn of_attempt(self, restarts: usize) -> Self {
        if restarts == 0 { self } else { Self(mix(self.0 ^ mix(restarts as u64))) }
    }

    /// Standard Gumbel noise for one of the position's outcomes.
    pub(crate) fn gumbel(self, outcome: u64) -> f64 {
        -(-self.uniform(outcome).ln()).ln()
    }

    /// Whether something of this probability happens here, apart from what the outcomes do.
    pub(crate) fn happens(self, probability: f64) -> bool {
        self.uniform(CHANCE) < probability
    }

    /// The noise of a sample as a whole, whatever its attempt.
    pub(crate) fn of_sample(seed: u64, sample: usize) -> Self {
        Self::new(seed, sample, usize::MAX)
    }

    /// Uniform between 0 and 1, both left out.
    fn uniform(self, outcome: u64) -> f64 {
        let bits = mix(self.0 ^ outcome.wrapping_add(1).wrapping_mul(GOLDEN)) >> 11;
        (bits as f64 + 0.5) / (1u64 << 53) as f64
    }
}

/// No outcome has this number.
const CHANCE: u64 = u64::MAX / 2;
/// 2^64 divided by the golden ratio: spreads consecutive numbers.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Lowers a score so that the maximum over its group becomes `limit` instead of `maximum`: Gumbel
/// noise conditioned on its maximum (Kool, van Hoof and Welling 2019, appendix B.3, written so
/// that nothing overflows).
pub(crate) fn conditioned(score: f64, maximum: f64, limit: f64) -> f64 {
    let v = limit - score + ln_one_minus_exp(score - maximum);
    limit - v.max(0.0) - (-v.abs()).exp().ln_1p()
}

fn ln_one_minus_exp(x: f64) -> f64 {
    if x >= 0.0 { f64::NEG_INFINITY } else { (-x.exp()).ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::{Noise, conditioned};

    #[test]
    fn choices_have_the_probabilities_of_the_model() {
        let probabilities = [0.5, 0.3, 0.15, 0.05];
        let draws = 40_000;
        let mut counts = [0usize; 4];
        for sample in 0..draws {
            let noise = Noise::new(7, sample, 3);
            let score = |index: usize| f64::ln(probabilities[index]) + noise.gumbel(index as u64);
            let best = (0..4).max_by(|&a, &b| score(a).total_cmp(&score(b))).unwrap();
            counts[best] += 1;
        }
        for (count, probability) in counts.iter().zip(probabilities) {
            let share = *count as f64 / draws as f64;
            let deviation = (probability * (1.0 - probability) / draws as f64).sqrt();
            assert!((share - probability).abs() < 5.0 * deviation, "{share} for {probability}");
        }
    }

    #[test]
    fn conditioning_moves_the_maximum_to_the_limit_and_keeps_the_order() {
        let scores = [-3.0, -1.0, 2.0, 0.5];
        let moved: Vec<f64> = scores.iter().map(|&score| conditioned(score, 2.0, -4.0)).collect();
        assert!((moved[2] + 4.0).abs() < 1e-9);
        assert!(moved[0] < moved[1] && moved[1] < moved[3] && moved[3] < moved[2]);
    }
}
