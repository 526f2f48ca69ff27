//! Guided decoding: the only place where the language model meets the completion engine.
//!
//! [`generate`] draws samples for a hole as Algorithms 1 to 3 of Repilot do (Wei, Xia and Zhang,
//! ESEC/FSE 2023): tokens that the engine calls infeasible are pruned, text that it leaves no
//! choice about is appended, and decisions are remembered. Where this differs from the paper's
//! own implementation:
//!
//! * Pruning comes before truncation: no feasible token is out of reach, however improbable.
//! * Every boundary inside a model token is checked, whole names are checked, and so is the end.
//! * A position without a feasible continuation makes its own token infeasible and the sample goes
//!   on from the position before.
//! * All samples share one prefix tree, in which each distinct prefix is decoded once.
//! * The hole may end at every statement or line boundary that passes the end check, whatever the
//!   model thinks of its end token; an unfinished sample is trimmed to the last of them.
//! * Every drawn sample is reported with its end, the failed ones too.
//!
//! The unguided twin is the same code with [`Guidance::OFF`].

mod boundary;
mod candidates;
mod cells;
mod demanded;
mod draw;
mod forced;
mod guide;
mod noise;
mod outcome;
mod rejected;
mod sample;
mod settings;
mod tree;

use std::time::Instant;

use engine::{CompletionEngine, EngineError};
use lm::distribution::Distribution;
use lm::{InfillTokens, LanguageModel, ModelError, TokenId};
use task::Hole;

pub use guide::{decide_name, shortest_form};
pub use sample::{Choice, FoundCandidate, Generation, Origin, Sample, SampledToken, Statistics};
pub use settings::{DEMANDED_SHARE, END_AT_BOUNDARY, EndRule, Guidance, Settings};

/// Why nothing could be generated.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The model failed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The model cannot fill in the middle.
    #[error("the model has no fill-in-the-middle tokens")]
    NoInfillTokens,
    /// The prompt and a sample do not fit into the model's cache together.
    #[error(
        "the prompt has {prompt} tokens, which with {sample} for a sample are more than the \
         model's {cells} cells"
    )]
    PromptTooLong {
        /// Tokens of the prompt.
        prompt: usize,
        /// Tokens of a sample, at most.
        sample: usize,
        /// Cells of the model.
        cells: usize,
    },
}

/// What is told about a generation while it is under way.
pub trait Observer {
    /// The prompt's evaluation has come to token `done` of `all`.
    fn prefilled(&mut self, _done: usize, _all: usize) {}
    /// A sample was drawn.
    fn sample(&mut self, _sample: &Sample) {}
    /// A new candidate was found; its score may still change.
    fn candidate(&mut self, _candidate: &FoundCandidate) {}
    /// Whether to go on. Asked before each step of a draw; the draws under way end as stopped.
    fn go_on(&mut self) -> bool {
        true
    }
}

/// The observer that does not look.
#[derive(Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// What is generated for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The hole.
    pub hole: &'a Hole,
    /// The prompt's text before the hole: its last part is the hole's own prefix.
    pub prefix: &'a str,
    /// The prompt's text after the hole.
    pub suffix: &'a str,
    /// The settings.
    pub settings: Settings,
}

/// Draws samples for a hole.
///
/// # Errors
/// When the model or the engine fails, or the prompt is too long for the model's cache. What was
/// found until then has been told to the observer.
///
/// # Cost
/// One evaluation of the prompt and one row for each distinct prefix of the samples.
pub fn generate(
    model: &mut dyn LanguageModel,
    engine: &mut dyn CompletionEngine,
    request: &Request<'_>,
    observer: &mut dyn Observer,
) -> Result<Generation, DecodeError> {
    let prompt = infill_prompt(model, request.prefix, request.suffix)?;
    let (limits, settings) = (model.limits(), request.settings);
    if prompt.len() + settings.max_tokens + 1 > limits.cells {
        let (prompt, sample, cells) = (prompt.len(), settings.max_tokens, limits.cells);
        return Err(DecodeError::PromptTooLong { prompt, sample, cells });
    }
    let started = Instant::now();
    let (sequence, logits) = model.prefill(&prompt, &mut |done| {
        observer.prefilled(done, prompt.len());
        observer.go_on()
    })?;
    let prefill_seconds = sample::seconds(started.elapsed());
    let root = Distribution::from_logits(&logits, model.vocabulary());
    drop(logits);
    let hole = engine.open_hole(request.hole)?;
    let tree = tree::Tree::new(root, sequence);
    let mut guide = guide::Guide::new(engine, hole, settings);
    let demanded = match settings.demanded_share > 0.0 {
        true => demanded::demanded(&mut guide, request.hole)?,
        false => None,
    };
    let cells = cells::Cells::new(model, sequence, &prompt);
    let mut generation = draw::Drawer::new(tree, cells, guide, request, demanded).run(observer)?;
    generation.statistics.prompt_tokens = prompt.len();
    generation.statistics.prefill_seconds = prefill_seconds;
    Ok(generation)
}

/// How many tokens of a prompt mark its prefix, its suffix and the middle.
pub const INFILL_TOKENS: usize = 3;

/// The tokens of a fill-in-the-middle prompt in the order prefix, suffix, middle, which the
/// models of the registry were trained with (Bavarian et al. 2022 call it PSM).
///
/// # Errors
/// When the model has no infilling tokens.
pub fn infill_prompt(
    model: &dyn LanguageModel,
    prefix: &str,
    suffix: &str,
) -> Result<Vec<TokenId>, DecodeError> {
    let infill: InfillTokens = model.vocabulary().infill.ok_or(DecodeError::NoInfillTokens)?;
    let mut tokens = vec![infill.prefix];
    tokens.extend(model.tokenize(prefix));
    tokens.push(infill.suffix);
    tokens.extend(model.tokenize(suffix));
    tokens.push(infill.middle);
    Ok(tokens)
}
