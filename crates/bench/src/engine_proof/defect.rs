//! A wrong answer, with all that is needed to see it again.

use std::path::PathBuf;

use engine::Reason;
use serde::Serialize;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefectKind {
    /// A text that compiles was rejected.
    FalseRejection,
    /// A text that does not compile was nowhere rejected, not even at the end.
    MissedMutant,
    /// A text that does not compile was rejected before the end, but not by the end check.
    WrongEnd,
}

impl DefectKind {
    /// The words for a person.
    pub fn name(self) -> &'static str {
        match self {
            DefectKind::FalseRejection => "FALSE REJECTION",
            DefectKind::MissedMutant => "MISSED MUTANT",
            DefectKind::WrongEnd => "WRONG END CHECK",
        }
    }
}

/// Which question the answer was to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Which names may stand there.
    Names,
    /// Whether a finished token can be gone on from.
    Check,
    /// Whether the file compiles with the text in the hole.
    End,
    /// None: the text is no sequence of Java tokens, which the decoder sees by itself.
    Tokens,
}

impl Place {
    /// The request's name.
    pub fn name(self) -> &'static str {
        match self {
            Place::Names => "names",
            Place::Check => "check",
            Place::End => "end",
            Place::Tokens => "tokens",
        }
    }
}

/// A wrong answer. With the file, the two offsets of the hole and [`Defect::asked`] the same
/// question can be put again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// What is wrong.
    pub kind: DefectKind,
    /// What the text is: `true text`, the name of a change, or `model text`.
    pub text_is: String,
    /// The file, relative to the sources.
    pub file: PathBuf,
    /// The hole's first byte in the file.
    pub start: usize,
    /// The byte after the hole's last one.
    pub end: usize,
    /// The line of the hole's first byte, counted from 1.
    pub line: usize,
    /// The question.
    pub question: Place,
    /// The text that was asked about, up to where it was rejected; all of it for a missed mutant.
    pub asked: String,
    /// The word or symbol that was rejected; empty at the end.
    pub token: String,
    /// The engine's reason, or for a missed mutant the compiler's first error.
    pub reason: String,
    /// The whole text of the hole.
    pub text: String,
}

/// Where and why a text was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    pub(super) place: Place,
    /// The offset of the rejected token; the text's length at the end.
    pub(super) at: usize,
    /// How much of the text was asked about.
    pub(super) asked: usize,
    pub(super) reason: Reason,
}
