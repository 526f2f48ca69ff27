//! Runs tests with Maven in a workspace and reads the reports.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use task::TestName;

use crate::command::{BuildCommand, CommandRunner, Limits, Network, RunError};
use crate::environment;
use crate::error::{FailureCause, ProjectError};
use crate::maven::arguments::{common_arguments, property};
use crate::maven::failure::build_failure;
use crate::maven::installation::with_jdk;
use crate::maven::settings_file::write_without_secrets;
use crate::maven::test_output::{
    crashed_classes, last_running_class, only_tests_failed, test_jvm_died,
};
use crate::maven::test_selection::test_arguments;
use crate::model::ProjectModel;
use crate::outside_patterns::test_classes_outside_patterns;
use crate::report::{TestOutcome, TestProblem, TestReport, TestResult};
use crate::surefire_report::{read_report, report_files};
use crate::workspace::{TestSelection, Workspace};

/// What is under way, for messages.
const STAGE: &str = "running the tests";

/// Failing tests do not end the build: the modules behind must be tested too. A selection may leave
/// modules without a test.
const KEEP_GOING: [&str; 6] = [
    "-o",
    "-fae",
    "-Dmaven.test.failure.ignore=true",
    "-DfailIfNoTests=false",
    "-Dsurefire.failIfNoSpecifiedTests=false",
    "-Dsurefire.rerunFailingTestsCount=0",
];

/// The command that compiles what has changed and runs tests.
pub(super) fn command(
    workspace: &Workspace,
    selection: TestSelection<'_>,
) -> Result<BuildCommand, ProjectError> {
    let model = &workspace.model;
    let tool = &model.build_tool;
    let settings = workspace.scratch.join("settings.xml");
    write_without_secrets(&settings)?;
    let mut arguments = common_arguments();
    arguments.extend(KEEP_GOING.iter().map(OsString::from));
    arguments.extend(["-s".into(), settings.into()]);
    arguments.push(property("maven.repo.local", &tool.local_repository));
    if let TestSelection::Tests(tests) = selection {
        arguments.extend(test_arguments(model, tests)?);
    }
    arguments.push("test".into());
    let readable = [&tool.home, &model.jdk.home, &tool.local_repository];
    Ok(BuildCommand {
        program: tool.program.clone(),
        arguments,
        environment: with_jdk(environment::of_tests(), &model.jdk),
        folder: workspace.root.clone(),
        readable: readable.into_iter().cloned().collect(),
        writable: vec![workspace.root.clone(), workspace.scratch.clone()],
        network: Network::Denied,
    })
}

/// Runs tests and reads what they came to.
pub(super) fn run(
    workspace: &Workspace,
    selection: TestSelection<'_>,
    limits: &Limits,
    runner: &dyn CommandRunner,
) -> Result<TestReport, ProjectError> {
    let command = command(workspace, selection)?;
    let folders = report_folders(&workspace.model);
    remove_reports(&folders)?;
    let output = runner.run(&command, limits).map_err(run_error)?;
    let failure = build_failure(&output.text, &workspace.root, &workspace.build.root);
    let tests_failed = failure.cause == FailureCause::Other && only_tests_failed(&output.text);
    if output.exit_code != Some(0) && !tests_failed {
        return Err(ProjectError::Build(Box::new(failure)));
    }
    let mut results = read_reports(&folders)?;
    if test_jvm_died(&output.text) {
        let crashed = crashed_classes(&output.text, &results);
        if crashed.is_empty() {
            return Err(ProjectError::TestJvmDied { lines: failure.lines });
        }
        results.extend(crashed.into_iter().map(died));
    }
    select(results, selection, &workspace.model)
}

/// The report of what was selected, when every selected test was executed.
fn select(
    mut results: Vec<TestResult>,
    selection: TestSelection<'_>,
    model: &ProjectModel,
) -> Result<TestReport, ProjectError> {
    if let TestSelection::Tests(tests) = selection {
        // An old Surefire runs whole classes only.
        results.retain(|result| tests.iter().any(|test| belongs_to(result, test)));
        let executed = |test: &&TestName| {
            let mut results = results.iter();
            results.any(|result| result.outcome.is_executed() && belongs_to(result, test))
        };
        if let Some(missing) = tests.iter().find(|test| !executed(test)) {
            return Err(ProjectError::TestNotExecuted { test: missing.to_string() });
        }
    }
    let report = TestReport { results };
    if report.executed() == 0 {
        let outside_patterns = test_classes_outside_patterns(model);
        return Err(ProjectError::NoTestsExecuted { outside_patterns });
    }
    Ok(report)
}

/// Whether a result is one of the test that was asked for: of its method, of its class or a class
/// nested in it, or of the class as a whole.
fn belongs_to(result: &TestResult, test: &TestName) -> bool {
    let found = &result.test;
    let nested = || found.class.strip_prefix(&test.class).is_some_and(|rest| rest.starts_with('$'));
    match &test.method {
        None => found.class == test.class || nested(),
        Some(method) => {
            found.class == test.class && found.method.as_ref().is_none_or(|found| found == method)
        }
    }
}

fn died(class: String) -> TestResult {
    let message = "the test JVM ended while this class ran: a call of `System.exit`, or a crash";
    TestResult {
        display_name: class.clone(),
        test: TestName { class, method: None },
        outcome: TestOutcome::Errored(TestProblem {
            message: message.to_owned(),
            ..TestProblem::default()
        }),
        seconds: 0.0,
    }
}

fn report_folders(model: &ProjectModel) -> BTreeSet<PathBuf> {
    let settings = model.modules.iter().filter_map(|module| module.test_settings.as_ref());
    settings.flat_map(|settings| settings.report_folders.iter().cloned()).collect()
}

/// A report of an earlier run must not be taken for one of this run.
fn remove_reports(folders: &BTreeSet<PathBuf>) -> Result<(), ProjectError> {
    for folder in folders {
        for file in report_files(folder)? {
            fs::remove_file(&file).map_err(ProjectError::write(&file))?;
        }
    }
    Ok(())
}

fn read_reports(folders: &BTreeSet<PathBuf>) -> Result<Vec<TestResult>, ProjectError> {
    let mut results = Vec::new();
    for folder in folders {
        for file in report_files(folder)? {
            results.extend(read_report(&file)?);
        }
    }
    Ok(results)
}

fn run_error(error: RunError) -> ProjectError {
    match error {
        RunError::TimeLimit { limit_seconds, text } => ProjectError::TimeLimit {
            stage: STAGE,
            limit_seconds,
            last_class: last_running_class(&text),
        },
        source => ProjectError::Run { stage: STAGE, source },
    }
}
