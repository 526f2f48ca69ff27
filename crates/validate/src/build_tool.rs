//! The slow way to a verdict: the build tool compiles and tests a new copy of the project.

use std::fs;
use std::path::{Path, PathBuf};

use project::{
    BuildCommand, CommandOutput, CommandRunner, CopyLimits, DirectRunner, FailureCause, Limits,
    Network, ProjectError, RunError, StopFlag, TestReport, TestSelection, Workspace, copy_project,
};
use task::{SourceText, TestName, Verdict};

use crate::judge::{self, judge_all_tests, judge_failing_tests};
use crate::sandbox::{
    self, Ending, ExceededLimit, Mount, Sandbox, SandboxError, SandboxKind, SandboxedCommand,
};
use crate::test_bed::TestBed;
use crate::test_run::{TestRun, TestRunEnd};
use crate::{Baseline, ValidateError};

/// Runs the build tool in a sandbox.
///
/// Only a command that needs no network runs there. One that does is the build tool fetching
/// dependencies for the project as the user wrote it, before anything is generated: it runs
/// directly, as it would when the user builds.
///
/// It can write in the copy and beside it, where the build tool's own files of ours are. What a
/// command says it must write elsewhere, such as the user's local repository, can only be read:
/// the code that runs is not the user's. As root, what can be written is given to the sandbox's
/// user.
#[derive(Clone, Debug)]
pub struct SandboxedRunner {
    /// The sandbox.
    pub sandbox: Sandbox,
    /// What the build tool and the tests it runs may use, but for the time and the output kept,
    /// which each command's own limits say.
    pub resources: sandbox::Limits,
}

/// Variables that name folders outside of the sandbox.
const NAMES_OF_OUTER_FOLDERS: [&str; 2] = ["HOME", "TMPDIR"];

impl CommandRunner for SandboxedRunner {
    fn run(&self, command: &BuildCommand, limits: &Limits) -> Result<CommandOutput, RunError> {
        if command.network == Network::Allowed {
            return DirectRunner.run(command, limits);
        }
        let failed = |error: SandboxError| RunError::Start {
            program: command.program.clone(),
            source: std::io::Error::other(error),
        };
        for folder in command.writable.iter().filter(|folder| is_ours(command, folder)) {
            self.sandbox.hand_over(folder).map_err(failed)?;
        }
        let time = std::time::Duration::from_secs(limits.time_seconds);
        let resources = self.resources.clone().with_time(time);
        let stop: &StopFlag = &limits.stop;
        let finished =
            self.sandbox.run(self.sandboxed(command, resources), stop).map_err(failed)?;
        let mut text = String::from_utf8_lossy(&finished.standard_output).into_owned();
        text.push_str(&String::from_utf8_lossy(&finished.standard_error));
        match finished.ending {
            Ending::Exited { code } => Ok(CommandOutput { exit_code: Some(code), text }),
            Ending::Stopped => Err(RunError::Stopped),
            Ending::LimitExceeded(ExceededLimit::Time(_)) => {
                Err(RunError::TimeLimit { limit_seconds: limits.time_seconds, text })
            }
            Ending::LimitExceeded(limit) => {
                Err(RunError::LimitExceeded { limit: limit.to_string(), text })
            }
        }
    }
}

impl SandboxedRunner {
    fn sandboxed(&self, command: &BuildCommand, limits: sandbox::Limits) -> SandboxedCommand {
        let outer = |name: &std::ffi::OsString| {
            self.sandbox.kind() == SandboxKind::Bubblewrap
                && NAMES_OF_OUTER_FOLDERS.iter().any(|outer| name == outer)
        };
        let readable = command.readable.iter().filter(|path| path.exists());
        let writable = |path: &PathBuf| match is_ours(command, path) {
            true => Mount::Writable(path.clone()),
            false => Mount::ReadOnly(path.clone()),
        };
        let mut sandboxed = SandboxedCommand::new(&command.program)
            .arguments(command.arguments.iter().cloned())
            .mounts(readable.cloned().map(Mount::ReadOnly))
            .mounts(command.writable.iter().filter(|path| path.exists()).map(writable))
            .working_folder(&command.folder)
            .limits(limits);
        let variables = command.environment.iter().filter(|(name, _)| !outer(name));
        sandboxed.environment =
            variables.map(|(name, value)| (name.clone(), value.clone())).collect();
        sandboxed
    }
}

/// Whether a folder lies in the workspace of the copy in which the command starts.
fn is_ours(command: &BuildCommand, folder: &Path) -> bool {
    command.folder.parent().is_some_and(|workspace| folder.starts_with(workspace))
}

/// The verdict on a patched file.
pub(crate) fn validate(
    bed: &TestBed,
    patched: &SourceText,
    baseline: &Baseline,
    targets: &[TestName],
) -> Result<Verdict, ValidateError> {
    let copy = Copy::new(bed, Some(patched))?;
    let run = match copy.run(TestSelection::Tests(targets), judge::FAILING_TESTS)? {
        Tested::Run(run) => run,
        Tested::Verdict(verdict) => return Ok(verdict),
    };
    if let Some(verdict) = judge_failing_tests(&run, targets) {
        return Ok(verdict);
    }
    Ok(match copy.run(TestSelection::All, judge::ALL_TESTS)? {
        Tested::Run(run) => judge_all_tests(&run, baseline, targets),
        Tested::Verdict(verdict) => verdict,
    })
}

/// Runs all tests of a new copy.
pub(crate) fn run_all_tests(
    bed: &TestBed,
    patched: Option<&SourceText>,
) -> Result<TestRun, ValidateError> {
    match Copy::new(bed, patched)?.run(TestSelection::All, judge::ALL_TESTS)? {
        Tested::Run(run) => Ok(run),
        Tested::Verdict(verdict) => {
            let reason = format!("the build tool gave no results: {verdict:?}");
            Ok(TestRun { report: TestReport::default(), end: TestRunEnd::Faulty { reason } })
        }
    }
}

/// A copy of the project for one candidate.
struct Copy<'a> {
    bed: &'a TestBed,
    workspace: Workspace,
    /// Removes the copy when it is dropped.
    _folder: tempfile::TempDir,
}

/// What became of a run of the build tool.
enum Tested {
    Run(TestRun),
    Verdict(Verdict),
}

impl<'a> Copy<'a> {
    fn new(bed: &'a TestBed, patched: Option<&SourceText>) -> Result<Self, ValidateError> {
        let folder = tempfile::tempdir_in(bed.scratch.path())
            .map_err(ValidateError::file("create a folder in", bed.scratch.path()))?;
        let make = |name: &str| -> Result<PathBuf, ValidateError> {
            let path = folder.path().join(name);
            fs::create_dir(&path).map_err(ValidateError::file("create", &path))?;
            path.canonicalize().map_err(ValidateError::file("read", &path))
        };
        let (root, scratch) = (make("project")?, make("scratch")?);
        let copied = copy_project(&bed.workspace.root, &root, CopyLimits::USUAL)?;
        if let Some(patched) = patched {
            let path = root.join(patched.path());
            fs::write(&path, patched.to_bytes()).map_err(ValidateError::file("write", &path))?;
        }
        let unwritable =
            |error: serde_json::Error| ProjectError::NoModel { reason: error.to_string() };
        let model = bed.workspace.model.relocated(&root).map_err(unwritable)?;
        let build = bed.workspace.build.clone();
        let workspace = Workspace { build, root, scratch, model, copied };
        Ok(Self { bed, workspace, _folder: folder })
    }

    fn run(&self, selection: TestSelection<'_>, stage: &str) -> Result<Tested, ValidateError> {
        let settings = &self.bed.settings;
        let runner = SandboxedRunner {
            sandbox: settings.sandbox.clone(),
            resources: settings.limits.resources.clone(),
        };
        let mut limits = Limits::usual(settings.stop.clone());
        limits.time_seconds = settings.limits.build_tool_time.as_secs();
        match self.workspace.run_tests(selection, &limits, &runner) {
            Ok(report) => Ok(Tested::Run(TestRun { report, end: TestRunEnd::Complete })),
            Err(error) => without_report(error, stage),
        }
    }
}

/// What a run without a report means.
fn without_report(error: ProjectError, stage: &str) -> Result<Tested, ValidateError> {
    let verdict = match error {
        ProjectError::Run { source: RunError::Stopped, .. } => return Err(ValidateError::Stopped),
        ProjectError::Build(failure) if failure.cause == FailureCause::DoesNotCompile => {
            Verdict::DoesNotCompile { errors: failure.lines }
        }
        ProjectError::TimeLimit { limit_seconds, .. } => judge::timed_out(stage, limit_seconds),
        ProjectError::TestJvmDied { lines } => {
            let reason = format!("the test machine ended early: {}", lines.join("; "));
            let end = TestRunEnd::Died { under_way: None, reason };
            return Ok(Tested::Run(TestRun { report: TestReport::default(), end }));
        }
        other => judge::fault(task::with_causes(&other)),
    };
    Ok(Tested::Verdict(verdict))
}
