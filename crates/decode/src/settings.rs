//! What a caller can choose about a generation.

use serde::{Deserialize, Serialize};

/// What the engine is asked for. All off is the unguided twin: the same decoder, and nothing is
/// ever pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guidance {
    /// Reject text that is not the start of any sequence of Java tokens, and comments over the
    /// budget.
    pub tokens: bool,
    /// Reject names that the engine does not know at their position (Algorithm 2 of the Repilot
    /// paper; whole names are checked, not only prefixes).
    pub names: bool,
    /// Ask the engine about the finished part: its grammar after every token, its types after
    /// those that close something.
    pub checks: bool,
    /// Reject the end token where the file would not compile.
    pub end: bool,
    /// Append what all possible names go on with, without sampling (Algorithm 3).
    pub active_completion: bool,
    /// Remember accepted and rejected tokens from sample to sample (section 4.3). Changes the
    /// cost, never the samples.
    pub memorisation: bool,
}

impl Guidance {
    /// Everything on.
    pub const FULL: Guidance = Guidance {
        tokens: true,
        names: true,
        checks: true,
        end: true,
        active_completion: true,
        memorisation: true,
    };

    /// The unguided twin.
    pub const OFF: Guidance = Guidance {
        tokens: false,
        names: false,
        checks: false,
        end: false,
        active_completion: false,
        memorisation: true,
    };
}

/// Where a draw ends besides the model's end tokens and `max-tokens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndRule {
    /// Nowhere else: how the unguided twin `none` ends.
    Model,
    /// Also where the text begins to repeat the line after the hole, judged by the text alone:
    /// the twin `none+stop`, which shows what stopping brings without an engine.
    RepeatedSuffix,
    /// Also where the text begins to repeat the line after the hole, if what stands before the
    /// repetition passes the end check, and by chance ([`Settings::end_at_boundary`]) at any
    /// other statement or line boundary that passes it. Each of these becomes a candidate, whether
    /// the draw ends there or not, and a draw that reaches `max-tokens` is trimmed to its last one.
    Boundaries,
}

impl EndRule {
    /// Whether boundaries are looked for and checked.
    pub(crate) fn checks_boundaries(self) -> bool {
        self == EndRule::Boundaries
    }
}

/// The default of [`Settings::end_at_boundary`].
pub const END_AT_BOUNDARY: f64 = 0.5;

/// The default of [`Settings::demanded_share`].
pub const DEMANDED_SHARE: f64 = 0.75;

/// All settings of a generation; they are recorded with the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How many samples are drawn; the denominator of every rate.
    pub samples: usize,
    /// The most model tokens of a sample (the paper's 50).
    pub max_tokens: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// What the engine is asked for.
    pub guidance: Guidance,
    /// Where a draw ends.
    pub end_rule: EndRule,
    /// With [`EndRule::Boundaries`], the probability with which a draw ends at a boundary that
    /// passes the end check, from 0 to 1 and apart from what the model would write next. With 1
    /// each draw ends at its first such boundary, and a fix of two statements is never drawn; with
    /// 0 it goes on as long as the model likes, which is mostly past the end of the hole.
    pub end_at_boundary: f64,
    /// The share of samples that begin with the declaration of a variable, up to its `=`, where the
    /// hole's old text begins so and the code after the hole needs the variable; from 0 to 1. The
    /// others may begin with anything. It matters nothing to other holes.
    pub demanded_share: f64,
    /// Whether no two samples may be the same Java tokens: sampling without replacement. What a
    /// sample wrote is taken off the probability of what leads there, as infeasible text is, which
    /// needs [`Settings::restarts_per_sample`].
    pub distinct: bool,
    /// With [`Settings::distinct`], the share of what the model would write, as far as it is not
    /// known to be infeasible, after which no further sample is begun; from 0 to 1. Fewer samples are drawn then
    /// than were asked for.
    pub covered_share: f64,
    /// The most bytes of comments in a sample; text over it is infeasible when
    /// [`Guidance::tokens`] is on. The default of 0 leaves comments out: a program with comments is
    /// the same without, and a model that begins to explain itself seldom comes back to the code.
    pub comment_bytes: usize,
    /// The most rows that one sample may have decoded, so that dead ends cannot eat the run.
    pub rows_per_sample: usize,
    /// How often a sample may take its last token back because nothing feasible followed.
    pub dead_ends_per_sample: usize,
    /// How often a sample may begin once more when what it would have written proves infeasible,
    /// which draws feasible texts with the shares that the model gives them. What is known to be
    /// infeasible by then depends on the samples under way beside it, and so on
    /// [`Settings::rows_at_once`]. With 0 a sample goes on with the next best outcome, as in the
    /// paper.
    pub restarts_per_sample: usize,
    /// The most tokens that are tried at one position before it counts as a dead end.
    pub tries_per_position: usize,
    /// How many rows are decoded together at most, each for the samples that wait for it; at most
    /// one fewer than the model has sequences. Changes the cost and the order in which samples end
    /// and candidates are found, not the samples of a guidance without restarts, except that a
    /// model's numbers may depend on it a little. Until [`Settings::rows_at_first`] samples have ended, no more than so many.
    pub rows_at_once: usize,
    /// How many rows are decoded together at first: fewer rows cost more each, but bring the first
    /// samples to their end earlier.
    pub rows_at_first: usize,
}

impl Settings {
    /// The defaults for `samples` guided samples from `seed`.
    pub fn guided(samples: usize, seed: u64) -> Self {
        Self {
            samples,
            max_tokens: 50,
            seed,
            guidance: Guidance::FULL,
            end_rule: EndRule::Boundaries,
            end_at_boundary: END_AT_BOUNDARY,
            demanded_share: DEMANDED_SHARE,
            distinct: false,
            covered_share: 0.95,
            comment_bytes: 0,
            rows_per_sample: 150,
            dead_ends_per_sample: 30,
            restarts_per_sample: 100,
            tries_per_position: 20_000,
            rows_at_once: 32,
            rows_at_first: 16,
        }
    }

    /// The defaults for `samples` samples of the unguided twin from `seed`.
    pub fn unguided(samples: usize, seed: u64) -> Self {
        let guided = Self::guided(samples, seed);
        Self {
            guidance: Guidance::OFF,
            end_rule: EndRule::Model,
            end_at_boundary: 0.0,
            demanded_share: 0.0,
            restarts_per_sample: 0,
            ..guided
        }
    }
}
