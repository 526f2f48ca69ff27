//! What a run tells while it is under way. Printers read events; nothing here prints.

use std::path::Path;

use decode::{FoundCandidate, Sample};
use task::{TestName, Verdict};

/// A part of a run that takes its time. Some go on side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The project is copied and compiled.
    Prepare,
    /// The tests are run on the program as it stands.
    Baseline,
    /// The model is read from the disk.
    LoadModel,
}

/// Something that happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// The run has a folder.
    Started {
        /// The folder.
        folder: &'a Path,
    },
    /// A part of the run began.
    Began(Stage),
    /// A part of the run is done.
    Finished {
        /// Which one.
        stage: Stage,
        /// How long it took, in seconds.
        seconds: f64,
    },
    /// Something that the user should know and that does not stop the run.
    Warning(&'a str),
    /// The tests that fail on the program as it stands.
    Failing(&'a [TestName]),
    /// The prompt's evaluation has come to token `done` of `all`.
    Prefilled {
        /// Tokens evaluated.
        done: usize,
        /// Tokens of the prompt.
        all: usize,
    },
    /// A sample was drawn.
    Drawn {
        /// The sample.
        sample: &'a Sample,
        /// How many are drawn in all.
        planned: usize,
    },
    /// A new candidate was found.
    Found(&'a FoundCandidate),
    /// A candidate was judged.
    Judged {
        /// The candidate.
        candidate: &'a FoundCandidate,
        /// What became of it.
        verdict: &'a Verdict,
        /// How many candidates wait to be judged.
        waiting: usize,
    },
}
