//! The thread that owns the model and draws samples.

use std::error::Error;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use context::infill_prompt;
use decode::{DecodeError, FoundCandidate, Generation, Observer, Request, Sample, generate};
use engine::CompletionEngine;
use lm::LanguageModel;
use project::StopFlag;
use task::Hole;

use crate::deferred_engine::DeferredEngine;

/// Why no samples could be drawn.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The model could not be loaded.
    #[error("the model could not be loaded")]
    Load(#[source] Box<dyn Error + Send + Sync>),
    /// Drawing failed.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// What is done with a model that was lent.
pub type UseModel<'a> = dyn FnMut(&mut dyn LanguageModel) + 'a;

/// Where a run gets its model from. The model is lent, since a runtime's context borrows from the
/// model's own memory and cannot be handed out with it.
pub trait ModelSource: Send {
    /// Loads the model and lends it to `use_model` once. `stop` ends the loading.
    ///
    /// # Errors
    /// When the model cannot be loaded, or was not since it was to stop; `use_model` was not called
    /// then.
    fn lend(
        &mut self,
        stop: &StopFlag,
        use_model: &mut UseModel<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>>;
}

/// What the generating thread tells the main one.
pub(crate) enum Told {
    Loading,
    Loaded { seconds: f64 },
    Prefilled { done: usize, all: usize },
    Drawn(Box<Sample>),
    Found(Box<FoundCandidate>),
}

/// What is to be generated.
pub(crate) struct Job<'a, E> {
    /// Brings the hole, which may have to be looked for in the prepared project.
    pub(crate) hole: Receiver<Hole>,
    /// Brings the engine, which needs the compiled project.
    pub(crate) engine: Receiver<E>,
    pub(crate) settings: decode::Settings,
    pub(crate) prompt_tokens: usize,
    pub(crate) stop: &'a StopFlag,
}

/// Loads the model and draws samples. When the hole's sender gives up, nothing is drawn.
pub(crate) fn run<E: CompletionEngine>(
    job: Job<'_, E>,
    models: &mut dyn ModelSource,
    tell: &mut dyn FnMut(Told),
) -> Result<Generation, GenerateError> {
    let mut engine = DeferredEngine::new(job.engine);
    let mut result = Ok(Generation::default());
    let started = Instant::now();
    tell(Told::Loading);
    let lent = models.lend(job.stop, &mut |model| {
        tell(Told::Loaded { seconds: started.elapsed().as_secs_f64() });
        let Ok(hole) = job.hole.recv() else { return };
        let mut observer = Teller { stop: job.stop, tell };
        let drawing = Drawing { hole, settings: job.settings, tokens: job.prompt_tokens };
        result = draw(&drawing, model, &mut engine, &mut observer);
    });
    match lent {
        Ok(()) => result,
        // Stopped before anything was drawn, which is no fault.
        Err(_) if job.stop.is_raised() => Ok(Generation::default()),
        Err(error) => Err(GenerateError::Load(error)),
    }
}

/// What is drawn.
struct Drawing {
    hole: Hole,
    settings: decode::Settings,
    /// The most tokens of the prompt.
    tokens: usize,
}

fn draw(
    drawing: &Drawing,
    model: &mut dyn LanguageModel,
    engine: &mut dyn CompletionEngine,
    observer: &mut Teller<'_>,
) -> Result<Generation, GenerateError> {
    let count = |text: &str| model.tokenize(text).len();
    // The three tokens that mark the parts of the prompt count, too.
    let tokens = drawing.tokens.saturating_sub(decode::INFILL_TOKENS);
    let context = infill_prompt(&drawing.hole, tokens, &count);
    let request = Request {
        hole: &drawing.hole,
        prefix: &context.prefix,
        suffix: &context.suffix,
        settings: drawing.settings,
    };
    match generate(model, engine, &request, observer) {
        // Stopped before the first sample: nothing was drawn, which is no fault.
        Err(DecodeError::Model(lm::ModelError::Stopped)) => Ok(Generation::default()),
        result => Ok(result?),
    }
}

struct Teller<'a> {
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(Told),
}

impl Observer for Teller<'_> {
    fn prefilled(&mut self, done: usize, all: usize) {
        (self.tell)(Told::Prefilled { done, all });
    }

    fn sample(&mut self, sample: &Sample) {
        (self.tell)(Told::Drawn(Box::new(sample.clone())));
    }

    fn candidate(&mut self, candidate: &FoundCandidate) {
        (self.tell)(Told::Found(Box::new(candidate.clone())));
    }

    fn go_on(&mut self) -> bool {
        !self.stop.is_raised()
    }
}
