//! Why a project cannot be built, understood or tested as it stands.

use std::path::{Path, PathBuf};

use companion::CompanionError;
use task::BugFileError;

use crate::build::BuildTool;
use crate::command::RunError;

/// What went wrong between this program and a project's build.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// The path does not exist or cannot be read.
    #[error("could not read `{path}`")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file of ours could not be written: no space, no permission.
    #[error("could not write `{path}`")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// No build file was found.
    #[error(
        "there is no Java build in `{path}` or above it; looked for {looked_for}\nname the folder \
         that holds the project's `pom.xml`"
    )]
    NoBuildFile {
        /// Where the search began.
        path: PathBuf,
        /// The names of the files.
        looked_for: String,
    },
    /// There is a build, but of a tool that is not supported yet.
    #[error(
        "`{file}` is a {tool} build, which is not supported yet; supported is Maven (`pom.xml`)"
    )]
    NotSupported {
        /// The tool.
        tool: BuildTool,
        /// The file that shows it.
        file: PathBuf,
    },
    /// Only a build tool could run the tests, and there is none.
    #[error("`{file}` names no build tool that could run the tests")]
    NoBuildTool {
        /// The bug file.
        file: PathBuf,
    },
    /// A bug file does not have the form.
    #[error(transparent)]
    BugFile(#[from] BugFileError),
    /// A build file is not what its name says.
    #[error("`{path}` is not a valid build file: {reason}")]
    BuildFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The project is larger than the limit of a copy.
    #[error(
        "`{root}` is too large to be copied: it has more than {limit} {unit} without build output"
    )]
    CopyLimit {
        /// The project's folder.
        root: PathBuf,
        /// The limit.
        limit: u64,
        /// What is counted: `files` or `bytes`.
        unit: &'static str,
    },
    /// Maven is not there or does not start.
    #[error("Maven cannot be run: {reason}\n{advice}")]
    NoMaven {
        /// What was tried.
        reason: String,
        /// What to do.
        advice: String,
    },
    /// There is no JDK, or the Java sources of ours could not be built.
    #[error(transparent)]
    Companion(#[from] CompanionError),
    /// The build fails before anything was changed.
    #[error("{}", build_failure_message(.0))]
    Build(Box<BuildFailure>),
    /// A run of the build tool hit its time limit.
    #[error(
        "the time limit of {limit_seconds} seconds was hit while {stage}{}",
        .last_class.as_ref().map(|class| format!("; `{class}` was running")).unwrap_or_default()
    )]
    TimeLimit {
        /// What was under way, such as `running the tests`.
        stage: &'static str,
        /// The limit in seconds.
        limit_seconds: u64,
        /// The test class that was running, when it is known.
        last_class: Option<String>,
    },
    /// A run of the build tool could not be started or was stopped.
    #[error("failed while {stage}")]
    Run {
        /// What was under way.
        stage: &'static str,
        /// The reason.
        source: RunError,
    },
    /// The build went well, but our extension told nothing readable about it.
    #[error("the build tool told nothing about the project: {reason}")]
    NoModel {
        /// What is wrong with what it told.
        reason: String,
    },
    /// A name that cannot be handed to the build tool as a test.
    #[error("`{0}` is not the name of a Java class or method")]
    TestName(String),
    /// The run of the tests executed none. Never a pass.
    #[error("no test was executed{}", no_tests_hint(.outside_patterns))]
    NoTestsExecuted {
        /// Classes with tests whose names match none of Surefire's patterns.
        outside_patterns: Vec<String>,
    },
    /// A test that was asked for was not executed. Never a pass.
    #[error(
        "`{test}` was not executed: no module has such a test, or it is excluded from the build"
    )]
    TestNotExecuted {
        /// The test.
        test: String,
    },
    /// A test JVM ended and nothing tells which test ended it. Never a pass.
    #[error(
        "the test JVM ended before it told its results:{}",
        .lines.iter().map(|line| format!("\n  {line}")).collect::<String>()
    )]
    TestJvmDied {
        /// What the build tool wrote about it.
        lines: Vec<String>,
    },
    /// A test report cannot be understood.
    #[error("the test report `{path}` is not readable: {reason}")]
    Report {
        /// The report file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// A build that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFailure {
    /// The kind of failure.
    pub cause: FailureCause,
    /// The lines of the build tool's output that say why, at most
    /// [`BuildFailure::MOST_LINES`], in the paths of the user's own tree.
    pub lines: Vec<String>,
    /// What to do about it.
    pub advice: String,
}

impl BuildFailure {
    /// How many lines of output are kept.
    pub const MOST_LINES: usize = 40;
}

/// Why a build failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The sources do not compile.
    DoesNotCompile,
    /// The JDK is older than the project asks for.
    JdkTooOld {
        /// The version the project asks for.
        needed: u32,
    },
    /// The JDK no longer supports the project's language level.
    JdkTooNew,
    /// There is no network, and something is not in the local repository.
    NoNetwork,
    /// Offline was asked for, and something is not in the local repository.
    NotThereOffline,
    /// The repositories do not have a dependency or plugin.
    DependencyNotFound,
    /// A POM cannot be read.
    BuildFile,
    /// The project refuses this version of Maven.
    MavenVersion,
    /// Anything else, such as a plugin that failed.
    Other,
}

impl ProjectError {
    /// Makes a failure to read name its file, for use with `map_err`.
    pub(crate) fn read(path: &Path) -> impl FnOnce(std::io::Error) -> ProjectError {
        let path = path.to_owned();
        move |source| ProjectError::Read { path, source }
    }

    /// Makes a failure to write name its file, for use with `map_err`.
    pub(crate) fn write(path: &Path) -> impl FnOnce(std::io::Error) -> ProjectError {
        let path = path.to_owned();
        move |source| ProjectError::Write { path, source }
    }
}

fn build_failure_message(failure: &BuildFailure) -> String {
    let what = match failure.cause {
        FailureCause::DoesNotCompile => "the project does not compile as it stands",
        FailureCause::JdkTooOld { .. } => "the JDK is too old for the project",
        FailureCause::JdkTooNew => "the JDK no longer supports the project's language level",
        FailureCause::NoNetwork => "a dependency is missing and there is no network",
        FailureCause::NotThereOffline => "a dependency is missing and the build is offline",
        FailureCause::DependencyNotFound => "a dependency cannot be resolved",
        FailureCause::BuildFile => "a build file cannot be read",
        FailureCause::MavenVersion => "the project refuses this version of Maven",
        FailureCause::Other => "the build fails as it stands",
    };
    let lines: String = failure.lines.iter().map(|line| format!("\n  {line}")).collect();
    format!("{what}:{lines}\n{}", failure.advice)
}

fn no_tests_hint(outside_patterns: &[String]) -> String {
    const MOST_NAMES: usize = 5;
    if outside_patterns.is_empty() {
        return "; the build found no test class".to_owned();
    }
    let shown: Vec<_> = outside_patterns.iter().take(MOST_NAMES).map(String::as_str).collect();
    format!(
        "; the names of {} classes with tests match none of Surefire's patterns (`{}`): add an \
         `<include>` to its configuration, or rename them to end with `Test`",
        outside_patterns.len(),
        shown.join("`, `")
    )
}
