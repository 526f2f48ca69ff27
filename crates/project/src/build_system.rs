//! What every build tool must be able to do; a new tool is one module that implements this.

use std::path::{Path, PathBuf};

use crate::build::{Build, BuildTool};
use crate::command::{BuildCommand, CommandRunner, Limits, Network};
use crate::copy::CopyLimits;
use crate::described::Described;
use crate::error::ProjectError;
use crate::maven::Maven;
use crate::model::ProjectModel;
use crate::report::TestReport;
use crate::workspace::{TestSelection, Workspace};

/// How builds are run.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// Whether dependencies may be fetched. [`Network::Denied`] works once everything has been
    /// fetched by an earlier run.
    pub network: Network,
    /// The `mvn` program; `None` for the one in the `PATH`, else the project's own `mvnw`.
    pub maven_program: Option<PathBuf>,
    /// The JDK's folder; `None` for `JAVA_HOME`, else the first one found that is new enough.
    pub java_home: Option<PathBuf>,
    /// Where models of projects and the built extension are kept.
    pub cache_folder: PathBuf,
    /// What one run of the build tool may use up.
    pub limits: Limits,
    /// How large the project may be.
    pub copy_limits: CopyLimits,
}

/// A copy of a project that is to be prepared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProjectCopy<'a> {
    /// The folder of the copy.
    pub(crate) root: &'a Path,
    /// The folder that it is a copy of, for messages.
    pub(crate) original: &'a Path,
    /// A folder for files of ours, outside the copy.
    pub(crate) scratch: &'a Path,
}

/// A build tool.
pub(crate) trait BuildSystem {
    /// The model of the project in `root` when it is known from an earlier run and still holds.
    fn cached_model(
        &self,
        root: &Path,
        settings: &BuildSettings,
    ) -> Result<Option<ProjectModel>, ProjectError>;

    /// Fetches what is needed, compiles the program and its tests inside the copy, and tells what
    /// the project is made of. No test of the project runs.
    fn prepare(
        &self,
        copy: ProjectCopy<'_>,
        settings: &BuildSettings,
        runner: &dyn CommandRunner,
    ) -> Result<ProjectModel, ProjectError>;

    /// Compiles what has changed in the workspace and runs tests, without the network.
    fn run_tests(
        &self,
        workspace: &Workspace,
        selection: TestSelection<'_>,
        limits: &Limits,
        runner: &dyn CommandRunner,
    ) -> Result<TestReport, ProjectError>;

    /// The command that `run_tests` runs.
    fn test_command(
        &self,
        workspace: &Workspace,
        selection: TestSelection<'_>,
    ) -> Result<BuildCommand, ProjectError>;
}

/// The implementation for a build.
pub(crate) fn build_system(build: &Build) -> Result<Box<dyn BuildSystem>, ProjectError> {
    match build.tool {
        BuildTool::Maven => Ok(Box::new(Maven)),
        BuildTool::Described => {
            let missing =
                || ProjectError::NotSupported { tool: build.tool, file: build.root.clone() };
            let file = build.description.as_ref().ok_or_else(missing)?;
            Ok(Box::new(Described::by(file)))
        }
        tool @ (BuildTool::Gradle | BuildTool::Ant | BuildTool::Plain) => {
            Err(ProjectError::NotSupported { tool, file: build.root.clone() })
        }
    }
}
