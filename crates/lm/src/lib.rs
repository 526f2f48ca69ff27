//! The language model: a trait in terms of sequences and rows, its vocabulary, and backends.
//!
//! [`LanguageModel`] knows no Java and no guidance: it turns tokens into logits. A *sequence* is
//! a run of tokens whose key/value cells the backend keeps; a fork shares the cells of a common
//! prefix, so that a prompt is evaluated once however many samples continue it.

#[cfg(test)]
mod contract;
pub mod distribution;
pub mod gguf;
#[cfg(feature = "llama")]
pub mod llama;
pub mod scripted;
mod sequences;
pub mod store;
mod vocabulary;

pub use distribution::Distribution;
pub use vocabulary::{InfillNames, InfillTokens, TokenId, Vocabulary};

/// A sequence of tokens that the backend keeps cells for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SequenceId(pub u32);

/// What a backend can hold at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sequences, the prompt's included.
    pub sequences: usize,
    /// Cells: one a token, shared by the sequences that have it in common.
    pub cells: usize,
}

/// Tokens to append to one sequence.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The sequence.
    pub sequence: SequenceId,
    /// At least one token.
    pub tokens: &'a [TokenId],
}

/// Why a model gave no logits.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// All sequences or cells are in use.
    #[error("the model's cache is full: {what} (limit {limit})")]
    CacheFull {
        /// `sequences` or `cells`.
        what: &'static str,
        /// How many there are.
        limit: usize,
    },
    /// A sequence was named that is not in use.
    #[error("the model has no sequence {}", .0.0)]
    NoSuchSequence(SequenceId),
    /// A prompt or a row without tokens: there is no last token to give logits after.
    #[error("there is no token to evaluate")]
    NoTokens,
    /// A token that is not in the vocabulary.
    #[error("there is no token {} in the model's vocabulary of {vocabulary}", .token.0)]
    NoSuchToken {
        /// The token.
        token: TokenId,
        /// The number of tokens.
        vocabulary: usize,
    },
    /// The caller's progress callback said to stop.
    #[error("the evaluation of the prompt was stopped")]
    Stopped,
    /// The backend failed.
    #[error("the model runtime failed: {0}")]
    Runtime(String),
}

/// A decoder-only language model (Definition 3.5 of the Repilot paper, with the prompt's cells in
/// the place of the encoder's output).
pub trait LanguageModel {
    /// The tokens it speaks.
    fn vocabulary(&self) -> &Vocabulary;

    /// Splits text into tokens as the model was trained to; no special token is recognised.
    fn tokenize(&self, text: &str) -> Vec<TokenId>;

    /// What the backend can hold.
    fn limits(&self) -> Limits;

    /// Evaluates a prompt into a new sequence and gives the logits after its last token.
    /// `progress` is told the number of tokens evaluated so far; answering `false` stops.
    ///
    /// # Errors
    /// When the cache is full, the runtime fails, or `progress` says to stop.
    fn prefill(
        &mut self,
        prompt: &[TokenId],
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(SequenceId, Vec<f32>), ModelError>;

    /// A new sequence that shares the first `length` tokens of `from`.
    ///
    /// # Errors
    /// When no sequence is free.
    fn fork(&mut self, from: SequenceId, length: usize) -> Result<SequenceId, ModelError>;

    /// Forgets all tokens of a sequence after the first `length`.
    ///
    /// # Errors
    /// When the runtime fails.
    fn truncate(&mut self, sequence: SequenceId, length: usize) -> Result<(), ModelError>;

    /// The number of tokens a sequence holds.
    fn length(&self, sequence: SequenceId) -> usize;

    /// Gives a sequence back.
    fn release(&mut self, sequence: SequenceId);

    /// Appends each row's tokens to its sequence in one decode and calls `visit` with the row's
    /// index and the logits after its last token, one entry a token of the vocabulary.
    ///
    /// # Errors
    /// When the cache is full or the runtime fails; the sequences are then as before.
    fn decode(
        &mut self,
        rows: &[Row<'_>],
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), ModelError>;
}
