//! The completion engine: what the text of a hole may be followed by.
//!
//! [`CompletionEngine`] is the contract of the Repilot paper (ESEC/FSE 2023, Definitions 3.3 and
//! 3.4), extended by checks of finished parts and of the finished hole. It speaks of text and
//! knows no model and no tokens of one.
//!
//! # The contract
//! An answer is *strict*: a text that some continuation completes to a program that compiles is
//! never said to be infeasible, and a [`Names`] set lacks no name with which such a continuation
//! could go on. Whoever is unsure answers unknown. Feasible is meant relative to a hole that does
//! not close its enclosing method: otherwise `x = helper(); } int helper() {` would make every
//! unknown name feasible, and nothing could ever be pruned. Neither does it declare a label: at the
//! start of a statement any fresh name could be one.
//!
//! # The order of calls
//! 1. [`CompletionEngine::open_hole`] once for a hole;
//! 2. [`CompletionEngine::names`] with the text up to where an identifier starts;
//! 3. [`CompletionEngine::check`] with the text up to and including a finished token;
//! 4. [`CompletionEngine::end`] with the whole text of the hole.
//!
//! Texts may come in any order: an engine keeps what prefixes share.

mod answer;
mod names;
mod permissive;
mod scripted;

mod compilation;
mod javac;

mod error;
mod messages;
mod offsets;
mod output_tail;
mod process;
mod wire;

use task::Hole;

pub use answer::{Completions, Feasibility, Reason, UnknownReason};
pub use compilation::{Compilation, CompileError};
pub use error::EngineError;
pub use javac::{
    ENGINE_JDKS, EngineStatistics, JavacEngine, JavacLimits, JavacSettings, RequestTimes,
    engine_jdk,
};
pub use names::{NameKinds, NamePosition, NameTable, Names};
pub use permissive::PermissiveEngine;
pub use scripted::ScriptedEngine;

/// A hole that an engine has opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HoleId(pub u32);

/// Tells whether a hole's text can still become a program that compiles.
pub trait CompletionEngine {
    /// Opens a hole: the file around it is parsed and attributed.
    ///
    /// # Errors
    /// When the engine cannot be reached. A place that it cannot decide is no error: every later
    /// answer about it is unknown.
    fn open_hole(&mut self, hole: &Hole) -> Result<HoleId, EngineError>;

    /// What may stand after `text` where an identifier starts: `text` ends just before it.
    ///
    /// # Errors
    /// When the engine cannot be reached.
    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError>;

    /// Whether `text`, which ends with a finished token, can still be completed: by the grammar
    /// after every token, by its types too after a `)`, `]`, `;` or `}`, and by the arguments of
    /// an open call after a `,`. Of a number or a literal at its end only the place matters: `""`
    /// stands for every string.
    ///
    /// # Errors
    /// When the engine cannot be reached.
    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError>;

    /// Whether the file compiles with exactly `text` in the hole; errors that the file had before
    /// do not count.
    ///
    /// # Errors
    /// When the engine cannot be reached.
    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError>;
}

impl<E: CompletionEngine + ?Sized> CompletionEngine for Box<E> {
    fn open_hole(&mut self, hole: &Hole) -> Result<HoleId, EngineError> {
        (**self).open_hole(hole)
    }

    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError> {
        (**self).names(hole, text)
    }

    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        (**self).check(hole, text)
    }

    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        (**self).end(hole, text)
    }
}
