//! Projects written down as one text each.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use project::{
    Build, BuildCommand, BuildSettings, CommandOutput, CommandRunner, CopyLimits, DirectRunner,
    FailureCause, Limits, Network, ProjectError, RunError, StopFlag, Workspace, discover,
};
use tempfile::TempDir;

/// A line with this and a path begins a file.
const FILE_MARK: &str = "//- ";

/// The plugins' versions: Maven's own old defaults ignore the release level.
pub(crate) const PLUGINS: &str = "\
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>\
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>";

pub(crate) const JUPITER: &str = "<dependency><groupId>org.junit.jupiter</groupId>\
    <artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>";

/// A project in a temporary folder.
pub(crate) struct Fixture {
    folder: TempDir,
}

impl Fixture {
    /// Writes the files of `text`. `{PLUGINS}` and `{JUPITER}` are filled in.
    pub(crate) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = text.replace("{PLUGINS}", PLUGINS).replace("{JUPITER}", JUPITER);
        for file in text.split(FILE_MARK).skip(1) {
            let (path, content) = file.split_once('\n').unwrap();
            let path = folder.path().join(path.trim());
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        Self { folder }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn build(&self) -> Build {
        discover(self.folder.path()).unwrap()
    }

    /// A workspace in a folder that lives as long as the returned handle.
    pub(crate) fn workspace(&self) -> (TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::create(&self.build(), folder.path(), &settings(), &DirectRunner);
        (folder, unless_network(workspace))
    }

    /// Why no workspace can be made.
    pub(crate) fn workspace_error(&self, settings: &BuildSettings) -> ProjectError {
        let folder = tempfile::tempdir().unwrap();
        match Workspace::create(&self.build(), folder.path(), settings, &DirectRunner) {
            Ok(_) => panic!("the build succeeded"),
            Err(error) => say_network(error),
        }
    }

    /// The names of all files with their contents.
    pub(crate) fn snapshot(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = walkdir::WalkDir::new(self.folder.path()).sort_by_file_name();
        let files = entries.into_iter().map(Result::unwrap).filter(|e| e.file_type().is_file());
        files.map(|file| (file.path().to_owned(), fs::read(file.path()).unwrap())).collect()
    }
}

/// The result, or a message that says when the network is to blame and not the code.
pub(crate) fn unless_network<T>(result: Result<T, ProjectError>) -> T {
    result.unwrap_or_else(|error| panic!("{}", say_network(error)))
}

fn say_network(error: ProjectError) -> ProjectError {
    if let ProjectError::Build(failure) = &error
        && failure.cause == FailureCause::NoNetwork
    {
        panic!("this test needs Maven Central once, and it is not reachable: {error}");
    }
    error
}

/// Settings with a cache folder that all tests of this run share.
pub(crate) fn settings() -> BuildSettings {
    static CACHE: OnceLock<TempDir> = OnceLock::new();
    let cache = CACHE.get_or_init(|| tempfile::tempdir().unwrap());
    BuildSettings {
        network: Network::Allowed,
        maven_program: None,
        java_home: None,
        cache_folder: cache.path().to_owned(),
        limits: limits(),
        copy_limits: CopyLimits::USUAL,
    }
}

pub(crate) fn limits() -> Limits {
    Limits::usual(StopFlag::default())
}

/// A runner for what must not run anything.
pub(crate) struct NoRunner;

impl CommandRunner for NoRunner {
    fn run(&self, command: &BuildCommand, _: &Limits) -> Result<CommandOutput, RunError> {
        panic!("a command was run: {command:?}");
    }
}

/// The results of a report in short: `name outcome`.
pub(crate) fn shown(report: &project::TestReport) -> Vec<String> {
    let mut lines: Vec<String> = report
        .results
        .iter()
        .map(|result| {
            let outcome = match &result.outcome {
                project::TestOutcome::Passed => "passed",
                project::TestOutcome::Failed(_) => "failed",
                project::TestOutcome::Errored(_) => "errored",
                project::TestOutcome::Skipped { .. } => "skipped",
            };
            format!("{} {outcome}", result.test)
        })
        .collect();
    lines.sort();
    lines
}

pub(crate) fn names(tests: &[&str]) -> Vec<task::TestName> {
    tests.iter().map(|test| test.parse().unwrap()).collect()
}

pub(crate) fn exists(root: &Path, file: &str) -> bool {
    root.join(file).exists()
}
