//! What a repair is asked for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use task::{Location, TestName, Verdict};

/// A repair of one place of a project.
#[derive(Clone, Debug)]
pub struct RepairRequest {
    /// A path inside the project.
    pub project: PathBuf,
    /// The folder that relative file names are meant from.
    pub current_folder: PathBuf,
    /// Where the bug is.
    pub location: Location,
    /// The tests that fail; when there are none, all tests are run to find them.
    pub tests: Vec<TestName>,
    /// How samples are drawn.
    pub decode: decode::Settings,
    /// The most tokens of a prompt, the text before and after the hole together; default 1,024.
    pub prompt_tokens: usize,
    /// How long the whole run may take.
    pub time_limit: Option<Duration>,
    /// The most time that all tests of one module may take; default
    /// [`validate::ValidationLimits::default`]. For candidates it is less where the tests were
    /// quicker on the program as it stands.
    pub test_time: Duration,
    /// How the project is built and its tests are run.
    pub build: project::BuildSettings,
    /// What the project's tests are kept from.
    pub sandbox: validate::sandbox::Sandbox,
    /// Where runs are kept; `None` for `.patchwright/runs` in the project's folder.
    pub runs_folder: Option<PathBuf>,
    /// What is known already of texts for the hole, by their Java tokens
    /// ([`syntax::tokens::token_key`]): such candidates are not judged again. For whoever repairs
    /// the same unchanged program several times; empty otherwise.
    pub known_verdicts: BTreeMap<String, Verdict>,
    /// The model, for the record.
    pub model: ModelRecord,
    /// The version of the program, for the record.
    pub program_version: String,
}

/// Which model was used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelRecord {
    /// Its name in the registry, or its file's path.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// The SHA-256 of the file, or `None` when it was not computed.
    pub sha256: Option<String>,
    /// The threads it runs on.
    pub threads: usize,
}
