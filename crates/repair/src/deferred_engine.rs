//! An engine that is not there yet.
//!
//! The engine needs the compiled project, the model does not: its prompt is evaluated while the
//! build tool still runs. So generation starts with this stand-in, which waits for the real
//! engine when the first question is asked.

use std::sync::mpsc::Receiver;

use engine::{CompletionEngine, Completions, EngineError, Feasibility, HoleId};
use task::Hole;

/// The sender's side gave up: the project could not be prepared, and says so elsewhere.
const GONE: &str = "the project was not prepared, so there is no engine";

/// Waits for an engine that another thread sends.
pub(crate) struct DeferredEngine<E> {
    coming: Receiver<E>,
    arrived: Option<E>,
}

impl<E: CompletionEngine> DeferredEngine<E> {
    pub(crate) fn new(coming: Receiver<E>) -> Self {
        Self { coming, arrived: None }
    }

    fn engine(&mut self) -> Result<&mut E, EngineError> {
        if self.arrived.is_none() {
            self.arrived = self.coming.recv().ok();
        }
        self.arrived.as_mut().ok_or_else(|| EngineError::Unavailable(GONE.to_owned()))
    }
}

impl<E: CompletionEngine> CompletionEngine for DeferredEngine<E> {
    fn open_hole(&mut self, hole: &Hole) -> Result<HoleId, EngineError> {
        self.engine()?.open_hole(hole)
    }

    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError> {
        self.engine()?.names(hole, text)
    }

    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.engine()?.check(hole, text)
    }

    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.engine()?.end(hole, text)
    }
}
