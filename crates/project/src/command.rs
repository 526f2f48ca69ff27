//! A run of a build tool as data, and the trait of whoever runs it.
//!
//! This crate knows which command has to be run and what it needs to read and write; how it is
//! kept from everything else is the caller's decision. The tests of a project are code that nobody
//! has looked at, so validation hands in a runner with a sandbox. [`DirectRunner`] is the one
//! without.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::process::run_process;

/// Whether a command may use the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// It resolves dependencies.
    Allowed,
    /// It runs code that is not trusted.
    Denied,
}

/// One run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildCommand {
    /// The program, as an absolute path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its whole environment: nothing else is passed on.
    pub environment: BTreeMap<OsString, OsString>,
    /// The folder it starts in.
    pub folder: PathBuf,
    /// Files and folders beyond the system's own that it must be able to read.
    pub readable: Vec<PathBuf>,
    /// Folders that it must be able to write.
    pub writable: Vec<PathBuf>,
    /// Whether it needs the network.
    pub network: Network,
}

impl BuildCommand {
    /// The command for the operating system, without any protection.
    pub fn to_process(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_clear()
            .envs(&self.environment)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }
}

/// What a run may use up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time limit in seconds.
    pub time_seconds: u64,
    /// How many bytes of output are kept; of more, the first and the last half.
    pub output_bytes: usize,
    /// Set by another thread to end the run at once, for Ctrl-C.
    pub stop: StopFlag,
}

impl Limits {
    /// How long one run of the build tool may take, when nobody says otherwise: ten minutes.
    pub const USUAL_TIME_SECONDS: u64 = 600;
    /// How much output is kept, when nobody says otherwise: 8 MiB.
    pub const USUAL_OUTPUT_BYTES: usize = 8 << 20;

    /// The usual limits under a stop flag.
    pub fn usual(stop: StopFlag) -> Self {
        Self {
            time_seconds: Self::USUAL_TIME_SECONDS,
            output_bytes: Self::USUAL_OUTPUT_BYTES,
            stop,
        }
    }
}

/// A flag that asks every run which holds a clone of it to end.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks for the end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the end was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

/// How a run ended by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOutput {
    /// The exit code; `None` when a signal ended it.
    pub exit_code: Option<i32>,
    /// What it wrote to standard output and standard error, in order.
    pub text: String,
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program did not start.
    #[error("could not start `{program}`")]
    Start {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The time limit was hit; the whole process group was killed.
    #[error("the time limit of {limit_seconds} seconds was hit")]
    TimeLimit {
        /// The limit in seconds.
        limit_seconds: u64,
        /// What was written until then.
        text: String,
    },
    /// Another limit was hit; the whole process group was killed.
    #[error("it went past {limit}")]
    LimitExceeded {
        /// The limit with its value and unit.
        limit: String,
        /// What was written until then.
        text: String,
    },
    /// The stop flag was raised; the whole process group was killed.
    #[error("stopped on request")]
    Stopped,
}

/// Runs commands of the build tool.
pub trait CommandRunner: Send + Sync {
    /// Runs the command to its end, at most until a limit is hit. No process of it is left.
    ///
    /// # Errors
    /// When it does not start, hits the time limit or is stopped. An exit code other than zero is
    /// no error here.
    fn run(&self, command: &BuildCommand, limits: &Limits) -> Result<CommandOutput, RunError>;
}

/// Runs commands without a sandbox: for trusted projects and for resolving dependencies.
#[derive(Clone, Copy, Debug)]
pub struct DirectRunner;

impl CommandRunner for DirectRunner {
    fn run(&self, command: &BuildCommand, limits: &Limits) -> Result<CommandOutput, RunError> {
        run_process(&mut command.to_process(), limits)
    }
}
