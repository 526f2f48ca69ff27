//! Why an engine gave no answer at all.

use std::path::PathBuf;

use companion::CompanionError;

use crate::HoleId;

/// Why an engine gave no answer at all. An error is never an answer about the program.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// This engine never gave out such an id.
    #[error("the completion engine has no hole {0:?} open")]
    NoSuchHole(HoleId),
    /// There is no engine to ask, and why.
    #[error("there is no completion engine: {0}")]
    Unavailable(String),
    /// There is no JDK, or the companion could not be built.
    #[error(transparent)]
    Companion(#[from] CompanionError),
    /// The companion is written for other versions of javac than the JDK's.
    #[error(
        "the completion engine is written for JDK {} and could not be built with JDK {found} in \
         `{home}`; {hint}",
        expected.map(|version| version.to_string()).join(" and ")
    )]
    UnfitJdk {
        /// The versions that fit.
        expected: [u32; 2],
        /// The JDK's version.
        found: String,
        /// The JDK's folder.
        home: PathBuf,
        /// What to type to install one that fits.
        hint: String,
        /// What its compiler wrote.
        source: Box<CompanionError>,
    },
    /// A path goes into a message of UTF-8 and does not fit.
    #[error("`{0}` is not UTF-8, and javac's companion is told paths as UTF-8")]
    PathNotUtf8(PathBuf),
    /// A text is longer than the protocol can say.
    #[error("a text of {length} bytes is too long for the companion; the limit is {limit} bytes")]
    TooLong {
        /// The text's length in bytes.
        length: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The program that was started greets in another way.
    #[error("`{program}` is not the companion of this program: {reason}{}", quoted(stderr))]
    NotACompanion {
        /// The program that was started.
        program: String,
        /// What it said instead.
        reason: String,
        /// The last lines it wrote to standard error.
        stderr: String,
    },
    /// The companion speaks another version of the protocol.
    #[error(
        "the companion speaks version {found} of the protocol and this program version \
         {expected}; remove the folder `companion` in the cache folder and start again"
    )]
    ProtocolVersion {
        /// The companion's version.
        found: u32,
        /// This program's version.
        expected: u32,
    },
    /// The companion ended, or broke the protocol, while it was asked.
    #[error("the companion died at `{request}`: {cause}{}", quoted(stderr))]
    Crashed {
        /// What it was asked: `names`, `check`, …
        request: &'static str,
        /// The exit status, or what was wrong with its answer.
        cause: String,
        /// The last lines it wrote to standard error.
        stderr: String,
    },
    /// The companion did not answer in time and was killed.
    #[error(
        "the companion did not answer `{request}` within the limit of {limit_seconds} seconds{}",
        quoted(stderr)
    )]
    TimeLimit {
        /// What it was asked.
        request: &'static str,
        /// The limit in seconds.
        limit_seconds: u64,
        /// The last lines it wrote to standard error.
        stderr: String,
    },
    /// The companion died too often.
    #[error("the companion was restarted {limit} times, which is the limit; the last time: {last}")]
    TooManyRestarts {
        /// The limit.
        limit: u32,
        /// The message of the last crash.
        last: String,
    },
    /// The companion could not do what it was asked, and stays usable.
    #[error("the companion refused `{request}`: {message}")]
    Refused {
        /// What it was asked.
        request: &'static str,
        /// Its reason.
        message: String,
        /// Where in the companion that was, for a report of a defect.
        stack_trace: String,
    },
}

impl EngineError {
    /// Whether the companion is gone; the next call starts another one.
    pub fn ended_the_companion(&self) -> bool {
        !matches!(
            self,
            EngineError::Refused { .. }
                | EngineError::NoSuchHole(_)
                | EngineError::Unavailable(_)
                | EngineError::TooLong { .. }
                | EngineError::PathNotUtf8(_)
        )
    }
}

fn quoted(stderr: &str) -> String {
    if stderr.is_empty() {
        "; it wrote nothing to standard error".to_owned()
    } else {
        format!("; its last lines were:\n{stderr}")
    }
}
