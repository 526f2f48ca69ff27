//! Projects that a bug file describes ([`task::BugFile`]): no build tool, only what to compile with
//! what. Old revisions of a project often have a build that no tool of today runs any more.
//!
//! The program and its tests are compiled with `javac`, resources are copied. There is no cache:
//! a description is the model already.

mod compile;
mod model;

use std::fs;
use std::path::{Path, PathBuf};

use task::{BugBuild, BugFile};

use crate::build_system::{BuildSettings, BuildSystem, ProjectCopy};
use crate::command::{BuildCommand, CommandRunner, Limits};
use crate::error::ProjectError;
use crate::jdk::choose_jdk;
use crate::model::ProjectModel;
use crate::report::TestReport;
use crate::workspace::{TestSelection, Workspace};

/// A described build.
pub(crate) struct Described {
    /// The bug file.
    file: PathBuf,
}

/// What a bug file says, with the folder that its paths are relative to.
struct Description {
    folder: PathBuf,
    bug: BugFile,
    build: BugBuild,
}

impl Described {
    pub(crate) fn by(file: &Path) -> Self {
        Self { file: file.to_owned() }
    }

    fn read(&self) -> Result<Description, ProjectError> {
        let bug = read_bug_file(&self.file)?;
        let build = bug.build.clone().ok_or_else(|| ProjectError::BuildFile {
            path: self.file.clone(),
            reason: "it has no table `build`".to_owned(),
        })?;
        let folder = self.file.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(Description { folder, bug, build })
    }
}

/// Reads a bug file.
///
/// # Errors
/// When it cannot be read or does not have the form.
pub fn read_bug_file(file: &Path) -> Result<BugFile, ProjectError> {
    let text = fs::read_to_string(file).map_err(ProjectError::read(file))?;
    Ok(BugFile::parse(&text, file)?)
}

impl BuildSystem for Described {
    fn cached_model(
        &self,
        _root: &Path,
        _settings: &BuildSettings,
    ) -> Result<Option<ProjectModel>, ProjectError> {
        Ok(None)
    }

    fn prepare(
        &self,
        copy: ProjectCopy<'_>,
        settings: &BuildSettings,
        runner: &dyn CommandRunner,
    ) -> Result<ProjectModel, ProjectError> {
        let description = self.read()?;
        compile::remove_left_out(&description.build, copy.root)?;
        let jdk = choose_jdk(settings.java_home.as_deref())?;
        let model = model::of(&description, copy, jdk)?;
        compile::compile(&model, copy, settings, runner)?;
        Ok(model)
    }

    fn run_tests(
        &self,
        _workspace: &Workspace,
        _selection: TestSelection<'_>,
        _limits: &Limits,
        _runner: &dyn CommandRunner,
    ) -> Result<TestReport, ProjectError> {
        Err(ProjectError::NoBuildTool { file: self.file.clone() })
    }

    fn test_command(
        &self,
        _workspace: &Workspace,
        _selection: TestSelection<'_>,
    ) -> Result<BuildCommand, ProjectError> {
        Err(ProjectError::NoBuildTool { file: self.file.clone() })
    }
}
