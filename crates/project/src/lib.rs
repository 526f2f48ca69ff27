//! What a Java project is, and how its own build tool compiles and tests it.
//!
//! A build tool writes into the project it builds, and a project's tests may do anything. So nothing
//! here runs in the user's tree: a [`Workspace`] is a copy, and every run of a program goes through
//! a [`CommandRunner`] of the caller's choice, to whom it is described as data.
//!
//! 1. [`discover`] finds the build that a path belongs to.
//! 2. [`Workspace::create`] copies and compiles it and reads its [`ProjectModel`]. This step may
//!    use the network; no test runs in it.
//! 3. [`Workspace::run_tests`] runs tests with the build tool, without the network.
//!
//! ```no_run
//! use project::{
//!     BuildSettings, CopyLimits, DirectRunner, Limits, Network, StopFlag, TestSelection, Workspace,
//!     discover, failing_tests,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = BuildSettings {
//!     network: Network::Allowed,
//!     maven_program: None,
//!     java_home: None,
//!     cache_folder: "/home/me/.cache/patchwright".into(),
//!     limits: Limits::usual(StopFlag::default()),
//!     copy_limits: CopyLimits::USUAL,
//! };
//! let build = discover("/home/me/shop".as_ref())?;
//! let workspace = Workspace::create(&build, "/tmp/copy".as_ref(), &settings, &DirectRunner)?;
//! let report = workspace.run_tests(TestSelection::All, &settings.limits, &DirectRunner)?;
//! println!("{:?}", failing_tests(&report));
//! # Ok(())
//! # }
//! ```

mod build;
mod build_system;
mod command;
mod compiler_options;
mod copy;
mod described;
mod doctor;
mod environment;
mod error;
mod java_files;
mod jdk;
mod location;
mod maven;
mod model;
mod outside_patterns;
mod process;
mod relocation;
mod report;
mod surefire_report;
mod test_patterns;
mod test_settings;
#[cfg(test)]
mod testing;
mod version;
mod workspace;
mod xml;

pub use build::{Build, BuildTool, discover};
pub use build_system::BuildSettings;
pub use command::{
    BuildCommand, CommandOutput, CommandRunner, DirectRunner, Limits, Network, RunError, StopFlag,
};
pub use compiler_options::CompilerOptions;
pub use copy::{CopyLimits, CopyReport, copy_project};
pub use described::read_bug_file;
pub use doctor::{Check, CheckStatus, build_tool_checks};
pub use error::{BuildFailure, FailureCause, ProjectError};
pub use java_files::{java_files, javac_argument_file};
pub use jdk::{JdkInUse, JdkReason, OLDEST_JDK};
pub use location::{SourceFile, SourceFileError, find_source_file};
pub use model::{
    BuildToolInUse, Module, ProjectModel, SourceKind, SourceSet, TestFramework, TestFrameworkKind,
};
pub use outside_patterns::test_classes_outside_patterns;
pub use process::run_process;
pub use report::{TestOutcome, TestProblem, TestReport, TestResult, failing_tests};
pub use test_settings::TestSettings;
pub use version::major_and_minor;
pub use workspace::{TestSelection, Workspace, read_model};
