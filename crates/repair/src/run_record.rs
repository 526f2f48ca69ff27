//! The settings of a run, as `run.json` has them: everything that is needed to repeat it.

use std::path::{Path, PathBuf};

use project::{BuildToolInUse, JdkInUse, Network, ProjectModel};
use serde::Serialize;
use validate::sandbox::SandboxKind;

use crate::request::{ModelRecord, RepairRequest};
use crate::run_folder::FORMAT_VERSION;

/// See the module's text.
#[derive(Clone, Debug, Serialize)]
pub struct RunRecord {
    /// See [`FORMAT_VERSION`].
    pub format_version: u32,
    /// The run's name.
    pub run: String,
    /// When it started, with the time zone.
    pub started: String,
    /// The version of the program.
    pub program_version: String,
    /// The project's folder.
    pub project: PathBuf,
    /// The place as it was given.
    pub location: String,
    /// The tests as they were given.
    pub tests: Vec<String>,
    /// How samples are drawn, the seed included.
    pub decode: decode::Settings,
    /// The most tokens of the prompt.
    pub prompt_tokens: usize,
    /// The time limit of the run in seconds.
    pub time_limit_seconds: Option<u64>,
    /// The model.
    pub model: ModelRecord,
    /// What the tests were kept from.
    pub sandbox: String,
    /// Whether the build could fetch what it lacked.
    pub network: bool,
    /// The most seconds for all tests of one module.
    pub test_time_seconds: u64,
    /// What built the project and ran its tests; `None` until it was built.
    pub tools: Option<ToolsRecord>,
    /// The operating system and the architecture.
    pub machine: String,
}

/// What built a project and ran its tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolsRecord {
    /// The JDK, and why it was chosen.
    pub jdk: JdkInUse,
    /// The build tool.
    pub build_tool: BuildToolInUse,
}

impl ToolsRecord {
    pub(crate) fn of(model: &ProjectModel) -> Self {
        Self { jdk: model.jdk.clone(), build_tool: model.build_tool.clone() }
    }
}

impl RunRecord {
    /// The record of a run that starts now.
    pub fn new(run: &str, project: &Path, request: &RepairRequest) -> Self {
        Self {
            format_version: FORMAT_VERSION,
            run: run.to_owned(),
            started: jiff::ZonedDateTime::now().to_string(),
            program_version: request.program_version.clone(),
            project: project.to_owned(),
            location: request.location.to_string(),
            tests: request.tests.iter().map(ToString::to_string).collect(),
            decode: request.decode,
            prompt_tokens: request.prompt_tokens,
            time_limit_seconds: request.time_limit.map(|limit| limit.as_secs()),
            model: request.model.clone(),
            sandbox: match request.sandbox.kind() {
                SandboxKind::Bubblewrap => "bubblewrap".to_owned(),
                SandboxKind::None => "none".to_owned(),
            },
            network: request.build.network == Network::Allowed,
            test_time_seconds: request.test_time.as_secs(),
            tools: None,
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}
