//! A copy of a project in which the build tool may do as it likes.

use std::fs;
use std::path::{Path, PathBuf};

use task::TestName;

use crate::build::Build;
use crate::build_system::{BuildSettings, ProjectCopy, build_system};
use crate::command::{BuildCommand, CommandRunner, Limits};
use crate::copy::{CopyReport, copy_project};
use crate::error::ProjectError;
use crate::model::ProjectModel;
use crate::report::TestReport;

/// Which tests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSelection<'a> {
    /// All that the build runs.
    All,
    /// These, also when the build's patterns leave them out.
    Tests(&'a [TestName]),
}

/// A copy of a project, compiled, with its model.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The build that it is a copy of.
    pub build: Build,
    /// The folder of the copy.
    pub root: PathBuf,
    /// A folder for files of ours, beside the copy.
    pub scratch: PathBuf,
    /// What the copy is made of; its paths lie in the copy.
    pub model: ProjectModel,
    /// What was copied.
    pub copied: CopyReport,
}

impl Workspace {
    /// Copies a project into `folder`, which should be empty, and compiles the copy with its
    /// tests. The folder belongs to the caller, who removes it.
    ///
    /// # Errors
    /// When the project cannot be copied, or does not build as it stands.
    ///
    /// # Cost
    /// One run of the build tool, at least three seconds; the first time also its downloads.
    pub fn create(
        build: &Build,
        folder: &Path,
        settings: &BuildSettings,
        runner: &dyn CommandRunner,
    ) -> Result<Self, ProjectError> {
        let system = build_system(build)?;
        let make = |name: &str| {
            let path = folder.join(name);
            fs::create_dir_all(&path).map_err(ProjectError::write(&path))?;
            path.canonicalize().map_err(ProjectError::read(&path))
        };
        let (root, scratch) = (make("project")?, make("scratch")?);
        let copied = copy_project(&build.root, &root, settings.copy_limits)?;
        let copy = ProjectCopy { root: &root, original: &build.root, scratch: &scratch };
        let model = system.prepare(copy, settings, runner)?;
        Ok(Self { build: build.clone(), root, scratch, model, copied })
    }

    /// Compiles what has changed in the copy since and runs tests there with the build tool,
    /// without the network.
    ///
    /// # Errors
    /// When the copy does not compile, a limit is hit, no test is executed, a selected test is not
    /// executed, or the reports cannot be read. Failing tests are no error but part of the report.
    pub fn run_tests(
        &self,
        selection: TestSelection<'_>,
        limits: &Limits,
        runner: &dyn CommandRunner,
    ) -> Result<TestReport, ProjectError> {
        build_system(&self.build)?.run_tests(self, selection, limits, runner)
    }

    /// The command that [`Workspace::run_tests`] runs, for whoever shows or checks it.
    ///
    /// # Errors
    /// When a test's name is not one, or a file for the command cannot be written.
    pub fn test_command(&self, selection: TestSelection<'_>) -> Result<BuildCommand, ProjectError> {
        build_system(&self.build)?.test_command(self, selection)
    }

    /// Where a file of the user's tree is in the copy; `None` outside the project.
    pub fn in_copy(&self, original: &Path) -> Option<PathBuf> {
        original.strip_prefix(&self.build.root).ok().map(|below| self.root.join(below))
    }

    /// Where a file of the copy is in the user's tree; `None` outside the copy.
    pub fn in_original(&self, copy: &Path) -> Option<PathBuf> {
        copy.strip_prefix(&self.root).ok().map(|below| self.build.root.join(below))
    }
}

/// What a project is made of, with the paths of the user's own tree: from the cache when the build
/// files are unchanged, else through a [`Workspace`] in a temporary folder.
///
/// # Errors
/// See [`Workspace::create`].
pub fn read_model(
    build: &Build,
    settings: &BuildSettings,
    runner: &dyn CommandRunner,
) -> Result<ProjectModel, ProjectError> {
    if let Some(model) = build_system(build)?.cached_model(&build.root, settings)? {
        return Ok(model);
    }
    let folder =
        companion::TemporaryFolder::create().map_err(ProjectError::write(&std::env::temp_dir()))?;
    let workspace = Workspace::create(build, folder.path(), settings, runner)?;
    let unwritable = |error: serde_json::Error| ProjectError::NoModel { reason: error.to_string() };
    workspace.model.relocated(&build.root).map_err(unwritable)
}
