//! What generation hands to validation.

use serde::{Deserialize, Serialize};

/// How a drawn sample came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleEnd {
    /// The model drew an end token or an infilling token.
    Ended,
    /// The text began to repeat the line after the hole; it was cut where the repetition begins.
    RepeatedSuffix,
    /// It reached a statement or line boundary where the hole may end, and was to stop there.
    Boundary,
    /// `max-tokens` were drawn without an end.
    MaxTokens,
    /// `rows-per-sample` were decoded without an end, most of them for dead ends.
    RowLimit,
    /// Every next token was infeasible, up to the root or more often than
    /// `dead-ends-per-sample` allows.
    DeadEnd,
    /// A limit of the run (time, or Ctrl-C) stopped it.
    Stopped,
}

impl SampleEnd {
    /// Whether the sample found its end by itself.
    pub fn by_itself(self) -> bool {
        matches!(self, SampleEnd::Ended | SampleEnd::RepeatedSuffix | SampleEnd::Boundary)
    }
}

/// A text for a hole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The text, to be put into the hole as it is.
    pub text: String,
    /// The natural logarithm of its probability under the unmasked model, its end included.
    pub log_probability: f64,
    /// The number of model tokens it was drawn as, its end included.
    pub token_count: usize,
}

impl Candidate {
    /// The mean log-probability of a token: what candidates are ranked by. Masking by the engine
    /// would distort it (a token that is forced would count as certain), so it is taken from the
    /// unmasked model.
    pub fn mean_log_probability(&self) -> f64 {
        self.log_probability / self.token_count.max(1) as f64
    }
}
