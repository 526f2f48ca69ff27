//! Maven projects.
//!
//! One run of Maven in a copy of the project compiles it and tells everything about it, through a
//! small extension of ours that listens to the build. See the Java sources in `companion/maven`.

mod arguments;
mod convert;
mod failure;
mod installation;
mod model_cache;
mod pom;
mod prepare;
mod record;
mod settings_file;
mod spy;
mod test_output;
mod test_run;
mod test_selection;

use std::path::Path;

use crate::build_system::{BuildSettings, BuildSystem, ProjectCopy};
use crate::command::{BuildCommand, CommandRunner, Limits};
use crate::error::ProjectError;
use crate::model::ProjectModel;
use crate::report::TestReport;
use crate::workspace::{TestSelection, Workspace};

pub(crate) use installation::Installation;
pub(crate) use pom::reactor_root;

/// Maven as a build system.
pub(crate) struct Maven;

impl BuildSystem for Maven {
    fn cached_model(
        &self,
        root: &Path,
        settings: &BuildSettings,
    ) -> Result<Option<ProjectModel>, ProjectError> {
        prepare::cached_model(root, settings)
    }

    fn prepare(
        &self,
        copy: ProjectCopy<'_>,
        settings: &BuildSettings,
        runner: &dyn CommandRunner,
    ) -> Result<ProjectModel, ProjectError> {
        prepare::prepare(copy, settings, runner)
    }

    fn run_tests(
        &self,
        workspace: &Workspace,
        selection: TestSelection<'_>,
        limits: &Limits,
        runner: &dyn CommandRunner,
    ) -> Result<TestReport, ProjectError> {
        test_run::run(workspace, selection, limits, runner)
    }

    fn test_command(
        &self,
        workspace: &Workspace,
        selection: TestSelection<'_>,
    ) -> Result<BuildCommand, ProjectError> {
        test_run::command(workspace, selection)
    }
}
