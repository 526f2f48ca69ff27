//! Whether a bug is what its file says: it compiles, its failing tests fail, and with the reference
//! fix they pass. A measurement on a bug that is not would be worth nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use project::{Build, BuildSettings, ProjectError, Workspace, copy_project, discover};
use serde::Serialize;
use task::{Hole, SourceText, TestName, with_causes};
use validate::sandbox::Sandbox;
use validate::{
    Baseline, SandboxedRunner, TestBed, ValidateError, ValidationLimits, ValidationSettings, Way,
};

use crate::bug::Bug;
use crate::error::{BenchError, temporary_folder};
use crate::git::apply_patch;
use crate::shortened::shortened;

/// How many characters of a test's message are told.
const LONGEST_MESSAGE: usize = 200;

/// How bugs are looked at.
#[derive(Clone, Debug)]
pub struct LintSettings {
    /// How projects are built.
    pub build: BuildSettings,
    /// What their tests are kept from.
    pub sandbox: Sandbox,
    /// What their tests may use.
    pub limits: ValidationLimits,
}

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// There is no bug to look at.
    Unreadable {
        /// What was said.
        reason: String,
    },
    /// The project is not found or does not compile.
    DoesNotCompile {
        /// What was said.
        reason: String,
    },
    /// The file names no place for a fix.
    NoHole,
    /// A place is not in the program.
    Hole {
        /// The place.
        at: String,
        /// Why.
        reason: String,
    },
    /// The tests cannot be run.
    TestsDoNotRun {
        /// What was said.
        reason: String,
    },
    /// Tests that should fail pass.
    FailingTestsPass {
        /// Their names.
        tests: Vec<TestName>,
    },
    /// Tests that should fail were not among those that ran.
    FailingTestsMissing {
        /// Their names.
        tests: Vec<TestName>,
    },
    /// The reference fix cannot be applied.
    ReferenceDoesNotApply {
        /// What was said.
        reason: String,
    },
    /// With the reference fix the program does not compile, or its tests do not run.
    FixedDoesNotRun {
        /// What was said.
        reason: String,
    },
    /// With the reference fix the tests do not pass.
    FixedTestsDoNotPass {
        /// Their names.
        tests: Vec<TestName>,
        /// What the first of them said.
        reason: String,
    },
    /// The reference fix breaks tests that passed before.
    ReferenceBreaksTests {
        /// Their names.
        tests: Vec<TestName>,
        /// What the first of them said.
        reason: String,
    },
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LintReport {
    /// The bug's name.
    pub bug: String,
    /// What is not as it should be; nothing when the bug is in order.
    pub findings: Vec<Finding>,
    /// Whether there is a reference fix that was tried.
    pub reference: bool,
    /// Tests that passed on the program with the bug.
    pub passing: usize,
    /// Tests that fail though the bug file does not say so. They are not held against a patch.
    pub also_failing: Vec<TestName>,
    /// What the first of them said.
    pub also_failing_reason: String,
    /// Failing tests that pass when the other tests run before them.
    pub failing_only_alone: Vec<TestName>,
    /// Why every patch has to be tested by the build tool, which is slow.
    pub slow: Option<String>,
    /// How long it took in seconds.
    pub seconds: f64,
}

impl LintReport {
    /// The report of a folder whose bug cannot be read, under the folder's name.
    pub fn unreadable(folder: &Path, error: &BenchError) -> Self {
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        let finding = Finding::Unreadable { reason: with_causes(error) };
        Self::new(&name.to_string_lossy(), vec![finding], false)
    }

    fn new(bug: &str, findings: Vec<Finding>, reference: bool) -> Self {
        Self {
            bug: bug.to_owned(),
            findings,
            reference,
            passing: 0,
            also_failing: Vec::new(),
            also_failing_reason: String::new(),
            failing_only_alone: Vec::new(),
            slow: None,
            seconds: 0.0,
        }
    }
}

/// Looks at a bug.
///
/// # Errors
/// Only for what says nothing about the bug: no temporary folder, no sandbox, stopped.
///
/// # Cost
/// The project is compiled and its relevant tests run, twice with a reference fix.
pub fn lint(bug: &Bug, settings: &LintSettings) -> Result<LintReport, BenchError> {
    let started = Instant::now();
    let reference = bug.file.reference.is_some();
    let mut report = LintReport::new(bug.name(), hole_findings(bug), reference);
    look(bug, settings, &mut report)?;
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

fn look(bug: &Bug, settings: &LintSettings, report: &mut LintReport) -> Result<(), BenchError> {
    let build = match discover(&bug.folder) {
        Ok(build) => build,
        Err(error) => {
            report.findings.push(Finding::DoesNotCompile { reason: error.to_string() });
            return Ok(());
        }
    };
    let listed: BTreeSet<TestName> = bug.file.tests.failing.iter().cloned().collect();
    let before = match run(bug, &build, settings)? {
        Ok(run) => run,
        Err(failure) => {
            report.findings.push(failure.of_the_bug());
            return Ok(());
        }
    };
    report.slow = before.slow;
    let before = before.baseline;
    report.passing = before.passing.len();
    let covered = |test: &&TestName| listed.iter().any(|name| name.covers(test));
    report.also_failing = before.failing.iter().filter(|test| !covered(test)).cloned().collect();
    report.also_failing_reason = first_message(&report.also_failing, &before);
    report.failing_only_alone = before.failing_only_alone.iter().cloned().collect();
    let (passing, missing): (Vec<_>, Vec<_>) = listed
        .iter()
        .filter(|test| !covers(&before.failing, test))
        .cloned()
        .partition(|test| covers(&before.passing, test));
    if !passing.is_empty() {
        report.findings.push(Finding::FailingTestsPass { tests: passing });
    }
    if !missing.is_empty() {
        report.findings.push(Finding::FailingTestsMissing { tests: missing });
    }
    if let Some(patch) = bug.reference_patch() {
        look_at_reference(bug, (&build, &patch), &before, settings, report)?;
    }
    Ok(())
}

fn look_at_reference(
    bug: &Bug,
    (build, patch): (&Build, &Path),
    before: &Baseline,
    settings: &LintSettings,
    report: &mut LintReport,
) -> Result<(), BenchError> {
    let folder = temporary_folder()?;
    let root = folder.path().join("fixed");
    copy_project(&build.root, &root, settings.build.copy_limits)?;
    let root = root.canonicalize().map_err(BenchError::file("read", &root))?;
    if let Err(error) = apply_patch(&root, patch, false) {
        let reason = error.to_string();
        report.findings.push(Finding::ReferenceDoesNotApply { reason });
        return Ok(());
    }
    let fixed = Build { root, ..build.clone() };
    let after = match run(bug, &fixed, settings)? {
        Ok(run) => run.baseline,
        Err(failure) => {
            report.findings.push(Finding::FixedDoesNotRun { reason: failure.reason });
            return Ok(());
        }
    };
    let listed = bug.file.tests.failing.iter();
    let failing: Vec<TestName> =
        listed.filter(|test| !covers(&after.passing, test)).cloned().collect();
    if !failing.is_empty() {
        let reason = first_message(&failing, &after);
        report.findings.push(Finding::FixedTestsDoNotPass { tests: failing, reason });
    }
    let broken: Vec<TestName> = before.passing.intersection(&after.failing).cloned().collect();
    if !broken.is_empty() {
        let reason = first_message(&broken, &after);
        report.findings.push(Finding::ReferenceBreaksTests { tests: broken, reason });
    }
    Ok(())
}

/// What the first of some tests said, in one line: some print whole trees.
fn first_message(tests: &[TestName], baseline: &Baseline) -> String {
    let said = |test: &TestName| {
        baseline.messages.iter().find_map(|(failing, text)| test.covers(failing).then_some(text))
    };
    let message = tests.iter().find_map(said).and_then(|text| text.lines().next());
    shortened(message.unwrap_or_default().trim_end(), LONGEST_MESSAGE)
}

/// Whether tests of this name are among `tests`.
fn covers(tests: &BTreeSet<TestName>, name: &TestName) -> bool {
    tests.iter().any(|test| name.covers(test))
}

fn hole_findings(bug: &Bug) -> Vec<Finding> {
    if bug.file.holes.is_empty() {
        return vec![Finding::NoHole];
    }
    let holes = bug.file.holes.iter().map(|hole| &hole.at);
    let finding = |at: &task::Location| {
        let path = bug.project().join(at.file());
        let reason = match fs::read(&path) {
            Err(error) => format!("could not read `{}`: {error}", path.display()),
            Ok(bytes) => match SourceText::from_bytes(at.file(), bytes) {
                Err(error) => error.to_string(),
                Ok(text) => Hole::at(&text, at).err()?.to_string(),
            },
        };
        Some(Finding::Hole { at: at.to_string(), reason })
    };
    holes.filter_map(finding).collect()
}

/// A program whose tests have run.
struct Run {
    baseline: Baseline,
    slow: Option<String>,
}

/// Why they have not.
struct Failure {
    compiled: bool,
    reason: String,
}

impl Failure {
    fn of_the_bug(self) -> Finding {
        if self.compiled {
            Finding::TestsDoNotRun { reason: self.reason }
        } else {
            Finding::DoesNotCompile { reason: self.reason }
        }
    }
}

/// Compiles a program and runs its relevant tests.
fn run(
    bug: &Bug,
    build: &Build,
    settings: &LintSettings,
) -> Result<Result<Run, Failure>, BenchError> {
    let folder = temporary_folder()?;
    let runner = SandboxedRunner {
        sandbox: settings.sandbox.clone(),
        resources: validate::sandbox::Limits::default(),
    };
    let workspace = match Workspace::create(build, folder.path(), &settings.build, &runner) {
        Ok(workspace) => workspace,
        Err(error @ (ProjectError::Write { .. } | ProjectError::Companion(_))) => {
            return Err(error.into());
        }
        Err(error) => return Ok(Err(Failure { compiled: false, reason: with_causes(&error) })),
    };
    let validation = ValidationSettings {
        sandbox: settings.sandbox.clone(),
        limits: settings.limits.clone(),
        cache_folder: settings.build.cache_folder.clone(),
        stop: settings.build.limits.stop.clone(),
    };
    let tested = TestBed::prepare(workspace, &file_of(bug), validation).and_then(|mut bed| {
        let baseline = bed.baseline(&bug.file.tests.failing)?;
        let slow = match bed.way() {
            Way::Quick => None,
            Way::BuildTool { reason } => Some(reason.clone()),
        };
        Ok(Run { baseline, slow })
    });
    match tested {
        Ok(run) => Ok(Ok(run)),
        Err(ValidateError::Stopped) => Err(BenchError::Stopped),
        Err(error) => Ok(Err(Failure { compiled: true, reason: with_causes(&error) })),
    }
}

/// The file whose tests are looked at: that of the first place, which decides the module.
fn file_of(bug: &Bug) -> PathBuf {
    bug.file.holes.first().map(|hole| hole.at.file().clone()).unwrap_or_default()
}
