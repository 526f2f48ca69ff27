//! The three-valued answers of an engine.

use std::fmt;

use crate::Names;

/// Why a text is infeasible.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reason {
    /// A short key to count by: a compiler's message key, `syntax`, `escapes` and the like.
    pub rule: String,
    /// The message for a person; may be empty.
    pub message: String,
}

impl Reason {
    /// A reason with a message for a person.
    pub fn new(rule: impl Into<String>, message: impl Into<String>) -> Self {
        Self { rule: rule.into(), message: message.into() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            formatter.write_str(&self.rule)
        } else {
            write!(formatter, "{} ({})", self.message, self.rule)
        }
    }
}

/// Why an engine cannot decide; a short key to count by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnknownReason(pub String);

/// What may stand where an identifier starts (Definition 3.3).
#[derive(Clone, Debug)]
pub enum Completions {
    /// Exactly one of these names, or one of the fresh names that [`Names`] says are possible.
    Known(Names),
    /// The text before the identifier cannot be completed, whatever follows.
    Infeasible(Reason),
    /// Anything may stand here. Never prunes.
    Unknown(UnknownReason),
}

/// Whether a text can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// Nothing speaks against it.
    Feasible,
    /// No continuation makes it compile.
    Infeasible(Reason),
    /// The engine cannot decide. Never prunes.
    Unknown(UnknownReason),
}
