//! Questions to the engine about one hole, with what they took.

use std::collections::HashSet;
use std::time::Instant;

use engine::{
    CompletionEngine, Completions, EngineError, Feasibility, HoleId, NamePosition, UnknownReason,
};
use task::Hole;

use super::defect::Place;
use super::settings::WARM_UP_QUESTIONS;
use super::tally::Tally;

/// Asks about one hole.
pub(super) struct Asker<'a> {
    engine: &'a mut dyn CompletionEngine,
    hole: HoleId,
    /// What was asked before: the engine may know it by heart, which says nothing about its speed.
    asked: HashSet<(Place, String)>,
    pub(super) tally: &'a mut Tally,
}

impl<'a> Asker<'a> {
    /// Opens a hole. `is_first` tells whether it is the file's first one.
    pub(super) fn open(
        engine: &'a mut dyn CompletionEngine,
        hole: &Hole,
        is_first: bool,
        tally: &'a mut Tally,
    ) -> Result<Self, EngineError> {
        let start = Instant::now();
        let id = match engine.open_hole(hole) {
            Err(error) if error.ended_the_companion() => {
                tally.engine_deaths += 1;
                engine.open_hole(hole)?
            }
            answer => answer?,
        };
        if tally.questions >= WARM_UP_QUESTIONS {
            let question = if is_first { "open file and hole" } else { "open hole" };
            tally.times.add(question, start.elapsed());
        }
        Ok(Self { engine, hole: id, asked: HashSet::new(), tally })
    }

    pub(super) fn names(&mut self, text: &str) -> Result<Completions, EngineError> {
        let kind = |answer: &Completions| match answer {
            Completions::Known(names) if names.position == NamePosition::Member => "members",
            Completions::Known(_) | Completions::Infeasible(_) => "names",
            Completions::Unknown(_) => "names, unknown",
        };
        self.ask(Place::Names, text, kind, Completions::Unknown, |engine, hole| {
            engine.names(hole, text)
        })
    }

    pub(super) fn check(&mut self, text: &str) -> Result<Feasibility, EngineError> {
        self.ask(
            Place::Check,
            text,
            |_| "check",
            Feasibility::Unknown,
            |engine, hole| engine.check(hole, text),
        )
    }

    pub(super) fn end(&mut self, text: &str) -> Result<Feasibility, EngineError> {
        self.ask(
            Place::End,
            text,
            |_| "end",
            Feasibility::Unknown,
            |engine, hole| engine.end(hole, text),
        )
    }

    /// Asks as the decoder does: once more when the engine died, and if it died again, its answer
    /// is unknown. The engine itself limits how often it is started.
    fn ask<T>(
        &mut self,
        place: Place,
        text: &str,
        kind: impl FnOnce(&T) -> &'static str,
        unknown: fn(UnknownReason) -> T,
        question: impl Fn(&mut dyn CompletionEngine, HoleId) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let start = Instant::now();
        let first = question(self.engine, self.hole);
        let time = start.elapsed();
        let answer = match first {
            Err(EngineError::Crashed { .. } | EngineError::TimeLimit { .. }) => {
                self.tally.engine_deaths += 1;
                return self.ask_again(unknown, question);
            }
            answer => answer?,
        };
        if self.asked.insert((place, text.to_owned())) {
            self.tally.questions += 1;
            if self.tally.questions > WARM_UP_QUESTIONS {
                self.tally.times.add(kind(&answer), time);
            }
        }
        Ok(answer)
    }

    fn ask_again<T>(
        &mut self,
        unknown: fn(UnknownReason) -> T,
        question: impl Fn(&mut dyn CompletionEngine, HoleId) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        match question(self.engine, self.hole) {
            Err(EngineError::Crashed { .. } | EngineError::TimeLimit { .. }) => {
                self.tally.engine_deaths += 1;
                Ok(unknown(UnknownReason("the engine died at this question".to_owned())))
            }
            answer => answer,
        }
    }
}
