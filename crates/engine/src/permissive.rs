//! The engine that knows nothing: guidance switched off.

use task::Hole;

use crate::{CompletionEngine, Completions, EngineError, Feasibility, HoleId, UnknownReason};

/// Answers unknown to everything. Trivially strict (the paper says so after Definition 3.4); with
/// it the guided decoder is the unguided one, by the same code. It keeps nothing of a hole, so
/// that it answers unknown about a hole that was never opened, too.
#[derive(Debug, Default)]
pub struct PermissiveEngine;

fn unknown() -> UnknownReason {
    UnknownReason("guidance is off".to_owned())
}

impl CompletionEngine for PermissiveEngine {
    fn open_hole(&mut self, _hole: &Hole) -> Result<HoleId, EngineError> {
        Ok(HoleId(0))
    }

    fn names(&mut self, _hole: HoleId, _text: &str) -> Result<Completions, EngineError> {
        Ok(Completions::Unknown(unknown()))
    }

    fn check(&mut self, _hole: HoleId, _text: &str) -> Result<Feasibility, EngineError> {
        Ok(Feasibility::Unknown(unknown()))
    }

    fn end(&mut self, _hole: HoleId, _text: &str) -> Result<Feasibility, EngineError> {
        Ok(Feasibility::Unknown(unknown()))
    }
}
