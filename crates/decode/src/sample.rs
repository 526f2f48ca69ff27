//! What a generation hands out: samples as they were drawn, candidates as they were found.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use task::{Candidate, SampleEnd};

/// How a token of a sample came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The model drew it.
    Drawn,
    /// Active completion appended it.
    Forced,
}

/// One model token of a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampledToken {
    /// Its number in the model's vocabulary.
    pub id: u32,
    /// Its text; a token that holds a part of a character shows a replacement character.
    pub text: String,
    /// Its log-probability under the unmasked model.
    pub log_probability: f64,
    /// How it came about.
    pub choice: Choice,
    /// How many outcomes that the sample would have preferred were infeasible here.
    pub pruned: usize,
}

/// One drawn sample, whatever became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Its number in the run, from 0.
    pub index: usize,
    /// How it ended.
    pub end: SampleEnd,
    /// The text it offers for the hole; for a trimmed one the text up to its last boundary that
    /// passed the end check. `None` when it offers nothing.
    pub offered: Option<String>,
    /// Whether the offered text is only the beginning of what was drawn.
    pub trimmed: bool,
    /// The whole text that was drawn.
    pub text: String,
    /// The tokens of the whole text.
    pub tokens: Vec<SampledToken>,
    /// The log-probability of the whole text under the unmasked model, without its end.
    pub log_probability: f64,
    /// What the engine says of the offered text: `None` is unknown, as ever without guidance.
    pub passes_end_check: Option<bool>,
    /// How many outcomes were found infeasible on the way.
    pub pruned: usize,
    /// How often every next token was infeasible and the last one was taken back.
    pub dead_ends: usize,
    /// How often it was begun once more because something on its way proved infeasible.
    pub restarts: usize,
    /// How many rows were decoded because it was the first to need them.
    pub rows: u64,
    /// The seconds from its first token to its end, in which other samples were drawn too.
    pub seconds: f64,
}

/// Where a candidate came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A sample ended by itself with it.
    Drawn,
    /// A sample was cut back to it.
    Trimmed,
    /// A sample passed through it: a boundary where the hole may end.
    Boundary,
    /// A sample was cut off by `max-tokens` and nothing is known about the text.
    CutOff,
}

/// A distinct text for the hole: texts that differ in layout and comments alone are one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundCandidate {
    /// Its number, in the order in which candidates were found.
    pub index: usize,
    /// The text with its score.
    pub candidate: Candidate,
    /// The best of the ways in which it was found.
    pub origin: Origin,
    /// How many samples offered it.
    pub draws: usize,
    /// The sample that found it first.
    pub first_sample: usize,
    /// Whether the end check passed; `None` when the engine could not decide or was not asked.
    pub passes_end_check: Option<bool>,
}

/// What it all cost and what was pruned by which rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of tokens of the prompt.
    pub prompt_tokens: usize,
    /// How long the prompt's evaluation took.
    pub prefill_seconds: f64,
    /// How long the drawing took, the prompt's evaluation not included.
    pub draw_seconds: f64,
    /// The part of it that was spent waiting for the engine.
    pub engine_seconds: f64,
    /// The part of it that was spent in the model.
    pub decode_seconds: f64,
    /// Tokens decoded after the prompt.
    pub rows: u64,
    /// Those of them that were decoded again because the model's cache was full.
    pub decoded_again: u64,
    /// Calls of the model after the prompt, of one row or of several at once.
    pub decodes: u64,
    /// Nodes of the prefix tree.
    pub nodes: usize,
    /// Calls of the engine.
    pub engine_calls: u64,
    /// Rejected texts by rule.
    pub rejections: BTreeMap<String, u64>,
    /// The engine's unknown answers by reason.
    pub unknowns: BTreeMap<String, u64>,
    /// Samples that offered the text that stands in the hole already.
    pub repeats_of_the_original: usize,
    /// Samples that were asked for and not drawn, since the distinct ones before them are as much
    /// of what the model would write as was wanted ([`crate::Settings::covered_share`]).
    pub samples_spared: usize,
}

/// Everything a generation found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generation {
    /// The samples in the order in which they were drawn.
    pub samples: Vec<Sample>,
    /// The candidates in the order in which they were found.
    pub candidates: Vec<FoundCandidate>,
    /// Costs and counts.
    pub statistics: Statistics,
}

pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
