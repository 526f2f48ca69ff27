//! Why a repair has no result, and whose fault that is.

use engine::EngineError;
use project::{ProjectError, RunError};
use serde::Serialize;
use task::TestName;
use validate::ValidateError;

use crate::generator::GenerateError;
use crate::place::PlaceError;
use crate::run_folder::RunFolderError;

/// Why a repair has no result. A run that found no patch is no error.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The place means nothing.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The project cannot be built or understood.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// The tests cannot be run.
    #[error(transparent)]
    Validate(#[from] ValidateError),
    /// A test was named that is not there.
    #[error("there is no test `{test}` among those that ran; the failing ones are {failing}")]
    NoSuchTest {
        /// The name.
        test: TestName,
        /// The failing tests.
        failing: String,
    },
    /// The failing tests passed when they were run again.
    #[error(
        "the failing tests are flaky: {tests} failed and then passed without any change; name one \
         that always fails with `--test`"
    )]
    Flaky {
        /// The tests.
        tests: String,
    },
    /// The completion engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No samples could be drawn.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The run's files could not be written.
    #[error(transparent)]
    RunFolder(#[from] RunFolderError),
    /// No folder for the copy of the project.
    #[error("could not make a temporary folder")]
    TemporaryFolder(#[source] std::io::Error),
    /// A defect of this program.
    #[error("a thread of the run ended without a result: {0}")]
    Thread(&'static str),
}

/// Whose fault an error is; the binary's exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// What was asked for means nothing.
    Usage,
    /// The project cannot be built or tested as it stands.
    Project,
    /// The machine lacks something, or this program has a defect.
    Environment,
}

impl RepairError {
    /// Whose fault it is.
    pub fn fault(&self) -> Fault {
        match self {
            RepairError::Place(PlaceError::Text(_)) => Fault::Project,
            RepairError::Place(_) | RepairError::NoSuchTest { .. } => Fault::Usage,
            RepairError::Flaky { .. } => Fault::Project,
            RepairError::Project(error) => project_fault(error),
            RepairError::Validate(ValidateError::Project(error)) => project_fault(error),
            RepairError::Validate(ValidateError::Baseline { .. }) => Fault::Project,
            RepairError::Validate(ValidateError::NotASource { .. }) => Fault::Usage,
            RepairError::Generate(GenerateError::Decode(decode::DecodeError::PromptTooLong {
                ..
            })) => Fault::Usage,
            _ => Fault::Environment,
        }
    }

    /// Whether a part of the run was stopped because the run was to end.
    pub(crate) fn is_stop(&self) -> bool {
        let stopped = |error: &ProjectError| {
            matches!(error, ProjectError::Run { source: RunError::Stopped, .. })
        };
        match self {
            RepairError::Validate(ValidateError::Stopped) => true,
            RepairError::Project(error) | RepairError::Validate(ValidateError::Project(error)) => {
                stopped(error)
            }
            _ => false,
        }
    }
}

fn project_fault(error: &ProjectError) -> Fault {
    match error {
        ProjectError::Companion(_) | ProjectError::NoMaven { .. } | ProjectError::Write { .. } => {
            Fault::Environment
        }
        ProjectError::TestName(_) => Fault::Usage,
        _ => Fault::Project,
    }
}
