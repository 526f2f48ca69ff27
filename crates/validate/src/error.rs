//! Why a verdict could not even be tried for.

use std::path::{Path, PathBuf};

use companion::CompanionError;
use project::ProjectError;

use crate::sandbox::SandboxError;

/// What went wrong around a validation.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    /// The caller raised the stop flag.
    #[error("stopped on request")]
    Stopped,
    /// There is no sandbox, or it does not start.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The test runner could not be built.
    #[error(transparent)]
    Companion(#[from] CompanionError),
    /// The build tool could not run the tests.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// A file of ours could not be read or written.
    #[error("could not {action} `{path}`")]
    File {
        /// `read`, `write`, …
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The tests do not run as they should on the program as it stands, so nothing could be said
    /// about a patch.
    #[error("the tests cannot be run as they stand: {reason}")]
    Baseline {
        /// What happened.
        reason: String,
    },
    /// The file that is to be patched is compiled by no module.
    #[error("`{path}` is in no source folder of the project")]
    NotASource {
        /// The file, relative to the project's folder.
        path: PathBuf,
    },
}

impl ValidateError {
    /// Makes an input or output error name its file, for use with `map_err`.
    pub(crate) fn file(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> ValidateError {
        let path = path.to_owned();
        move |source| ValidateError::File { action, path, source }
    }
}
