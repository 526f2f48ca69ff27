//! The files of a run with one JSON object a line.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use task::Verdict;

use crate::error::BenchError;

/// One line of `verdicts.jsonl`, as far as it is needed.
#[derive(Debug, Deserialize)]
pub(super) struct VerdictLine {
    pub(super) candidate: CandidateText,
    pub(super) verdict: Verdict,
    #[serde(default)]
    pub(super) taken_over: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct CandidateText {
    pub(super) text: String,
}

/// The verdicts of a run, in the order in which they were given.
pub(super) fn read_verdicts(run: &Path) -> Result<Vec<VerdictLine>, BenchError> {
    read_lines(&run.join("verdicts.jsonl"))
}

/// The lines of a file.
pub(super) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
    let line = |line: &str| {
        serde_json::from_str(line)
            .map_err(|source| BenchError::Json { path: path.to_owned(), source })
    };
    text.lines().map(line).collect()
}
