//! One Java virtual machine that runs tests of one module.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use project::{Module, ProjectModel, StopFlag, TestReport, TestSettings};
use task::TestName;

use super::frameworks::Kit;
use super::records::{Records, RecordsState, RunKey, read_records};
use super::words::split_words;
use super::{Selected, TestRun, TestRunEnd};
use crate::ValidateError;
use crate::compile::joined;
use crate::sandbox::{
    Ending, ExceededLimit, Finished, Limits, Mount, SANDBOX_HOME, Sandbox, SandboxKind,
    SandboxedCommand,
};

/// Lines of standard error that go into a message.
const MOST_ERROR_LINES: usize = 10;

/// What a run needs besides the tests.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// Where it runs.
    pub(crate) sandbox: &'a Sandbox,
    /// The compiled copy of the project.
    pub(crate) model: &'a ProjectModel,
    /// A folder for files of ours.
    pub(crate) scratch: &'a Path,
    /// Ends it early.
    pub(crate) stop: &'a StopFlag,
}

/// Runs tests of `module` with the classes in `overlays` before the module's own.
///
/// # Errors
/// When the sandbox does not start, a file cannot be written, or it is stopped.
pub(crate) fn run_in_virtual_machine(
    surroundings: Surroundings<'_>,
    (module, kit): (&Module, &Kit),
    overlays: &[PathBuf],
    selected: Selected<'_>,
    limits: &Limits,
) -> Result<TestRun, ValidateError> {
    let key = RunKey::new().map_err(ValidateError::file("read", Path::new("/dev/urandom")))?;
    let results = tempfile::NamedTempFile::new_in(surroundings.scratch)
        .map_err(ValidateError::file("create a file in", surroundings.scratch))?;
    surroundings.sandbox.hand_over(results.path())?;
    let mut command = command(surroundings, (module, kit), overlays, limits);
    command.mounts.push(Mount::Writable(results.path().to_owned()));
    command.input = request(&key, results.path(), (module, kit), selected);
    let finished = surroundings.sandbox.run(command, surroundings.stop)?;
    let records =
        read_records(results.path(), &key).map_err(ValidateError::file("read", results.path()))?;
    judge_end(&finished, records)
}

fn request(
    key: &RunKey,
    results: &Path,
    (module, kit): (&Module, &Kit),
    selected: Selected<'_>,
) -> Vec<u8> {
    let mut text = format!("{}\n{}\n", key.as_str(), results.display());
    for test in selected.tests {
        text.push_str(&format!("test {test}\n"));
    }
    // A line holds one name; a name of two lines, which a dynamic test can have, would be read as another.
    let in_lines =
        |names: &&BTreeSet<TestName>| !names.iter().any(|name| name.to_string().contains('\n'));
    if let Some(known_failures) = selected.known_failures.filter(in_lines) {
        text.push_str("end-at-failure\n");
        for test in known_failures {
            text.push_str(&format!("known-failure {test}\n"));
        }
    }
    let groups = |expressions: Option<&String>| {
        let words = expressions.map(|text| text.split(',').map(str::trim).map(str::to_owned));
        words.into_iter().flatten().filter(|word| !word.is_empty()).collect::<Vec<_>>()
    };
    if let Some(settings) = module.test_settings.as_ref().filter(|_| kit.knows_groups) {
        for expression in groups(settings.groups.as_ref()) {
            text.push_str(&format!("include-group {expression}\n"));
        }
        for expression in groups(settings.excluded_groups.as_ref()) {
            text.push_str(&format!("exclude-group {expression}\n"));
        }
    }
    text.into_bytes()
}

fn command(
    surroundings: Surroundings<'_>,
    (module, kit): (&Module, &Kit),
    overlays: &[PathBuf],
    limits: &Limits,
) -> SandboxedCommand {
    let model = surroundings.model;
    let class_path = class_path(module, kit, overlays);
    let mut command = SandboxedCommand::new(model.jdk.home.join("bin/java"))
        .arguments(machine_options(surroundings.sandbox, limits, module.test_settings.as_ref()))
        .arguments([property("basedir", module.folder.as_os_str())])
        .arguments([OsString::from("-cp"), joined(&class_path)])
        .arguments([kit.main_class])
        .mounts([&model.jdk.home, &model.root, &model.build_tool.local_repository].map(read_only))
        .mounts(class_path.iter().filter(|entry| entry.exists()).map(read_only))
        .mounts([Mount::CopyOf(module.folder.clone())])
        .limits(limits.clone())
        .working_folder(working_folder(module));
    if let Some(settings) = &module.test_settings {
        let variables = settings.environment.iter();
        command.environment = variables.map(|(name, value)| (name.into(), value.into())).collect();
    }
    command
}

fn read_only(path: impl AsRef<Path>) -> Mount {
    Mount::ReadOnly(path.as_ref().to_owned())
}

/// The runner comes first, so that no class of the project can take the place of one of its own.
fn class_path(module: &Module, kit: &Kit, overlays: &[PathBuf]) -> Vec<PathBuf> {
    let mut class_path = vec![kit.runner_jar.clone()];
    class_path.extend(overlays.iter().cloned());
    class_path.extend(module.test_run_class_path());
    class_path.extend(kit.further_jars.iter().cloned());
    class_path
}

/// The build tool enables assertions, and tests are written for that. The other options make a
/// short run short: one thread for memory, the quick compiler only.
fn machine_options(
    sandbox: &Sandbox,
    limits: &Limits,
    settings: Option<&TestSettings>,
) -> Vec<OsString> {
    let from_build: Vec<String> = settings
        .and_then(|settings| settings.argument_line.as_deref())
        .map(split_words)
        .unwrap_or_default();
    let chooses_collector =
        from_build.iter().any(|word| word.starts_with("-XX:+Use") && word.ends_with("GC"));
    let mut options: Vec<OsString> =
        ["-ea", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"].map(OsString::from).into();
    if !chooses_collector {
        options.push("-XX:+UseSerialGC".into());
    }
    options.push(format!("-Xmx{}m", limits.resident_mebibytes / 2).into());
    if sandbox.kind() == SandboxKind::Bubblewrap {
        options.push(format!("-Duser.home={SANDBOX_HOME}").into());
    }
    // A property that the build would have filled in just before the tests, and has not.
    options.extend(from_build.iter().filter(|word| !word.contains("@{")).map(OsString::from));
    for (name, value) in settings.iter().flat_map(|settings| &settings.system_properties) {
        options.push(property(name, value.as_ref()));
    }
    options
}

fn property(name: &str, value: &std::ffi::OsStr) -> OsString {
    let mut property = OsString::from(format!("-D{name}="));
    property.push(value);
    property
}

fn working_folder(module: &Module) -> PathBuf {
    let configured = module.test_settings.as_ref().map(|settings| &settings.working_folder);
    configured.filter(|folder| folder.is_dir()).unwrap_or(&module.folder).clone()
}

fn judge_end(finished: &Finished, records: Records) -> Result<TestRun, ValidateError> {
    let code = match &finished.ending {
        Ending::Stopped => return Err(ValidateError::Stopped),
        Ending::LimitExceeded(ExceededLimit::Time(limit)) => {
            let end = TestRunEnd::TimedOut { limit: *limit };
            return Ok(TestRun { report: records.report, end });
        }
        Ending::LimitExceeded(limit) => {
            return Ok(died(records, format!("it was killed because it went past {limit}")));
        }
        Ending::Exited { code } => *code,
    };
    let faulty =
        |reason| TestRun { report: TestReport::default(), end: TestRunEnd::Faulty { reason } };
    Ok(match records.state {
        RecordsState::Ended => TestRun { report: records.report, end: TestRunEnd::Complete },
        RecordsState::Stopped => {
            TestRun { report: records.report, end: TestRunEnd::StoppedAtFailure }
        }
        RecordsState::Cut { .. } => died(
            records,
            format!("the test machine ended with exit code {code} before its tests did"),
        ),
        RecordsState::Empty => faulty(format!(
            "the test machine ended with exit code {code} before its first test: {}",
            error_lines(finished)
        )),
        RecordsState::Broken { under_way: None, reason } => {
            faulty(format!("the test framework failed: {reason}"))
        }
        RecordsState::Broken { under_way: Some(_), ref reason } => {
            let first_line = reason.lines().next().unwrap_or_default().to_owned();
            died(records, first_line)
        }
        RecordsState::Damaged => {
            died(records, "the file of the test results was damaged while the tests ran".to_owned())
        }
    })
}

fn died(records: Records, reason: String) -> TestRun {
    let under_way = match records.state {
        RecordsState::Cut { under_way } | RecordsState::Broken { under_way, .. } => under_way,
        RecordsState::Ended
        | RecordsState::Stopped
        | RecordsState::Empty
        | RecordsState::Damaged => None,
    };
    TestRun { report: records.report, end: TestRunEnd::Died { under_way, reason } }
}

fn error_lines(finished: &Finished) -> String {
    let both = [&finished.standard_error, &finished.standard_output];
    let texts = both.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
    lines.filter(|line| !line.is_empty()).take(MOST_ERROR_LINES).collect::<Vec<_>>().join("; ")
}
