//! Runs generated code, annotation processors and a project's tests where they can do no harm.
//!
//! A command sees no network, no other process, of the file system only what it is given, and can
//! write only to memory that vanishes with it and to the few files that its caller names. It is
//! killed with everything it started when it goes past a limit ([`Limits`]), when its caller says
//! stop, and when this program dies. Bubblewrap does the isolation, because it needs neither a
//! daemon nor an image and starts in milliseconds. Where it is missing nothing runs, unless the
//! user has asked for [`Sandbox::none`] in so many words.
//!
//! What stays possible, and is why nothing that a command writes is taken at its word: it can use
//! all cores until its time is over, it sees the system's installed programs and the names of the
//! machine's users, and it can fill the memory that its limits allow.

mod bubblewrap;
mod check;
mod command;
mod error;
mod gate;
mod limits;
mod mounts;
mod output;
mod ownership;
mod processes;
mod programs;
mod supervise;

use project::StopFlag;
use std::path::Path;
use std::process::Command;

use bubblewrap::{Bubblewrap, per_process_limits};
use gate::StartsWhen;
use programs::find_program;
use supervise::supervise;

pub use bubblewrap::{SANDBOX_HOME, SANDBOX_USER};
pub use check::check_sandbox;
pub use command::{Mount, SandboxedCommand};
pub use error::SandboxError;
pub use limits::Limits;
pub use supervise::{Ending, ExceededLimit, Finished, WATCH_INTERVAL};

/// How commands are kept apart from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxKind {
    /// By bubblewrap: namespaces, bind mounts, limits.
    Bubblewrap,
    /// Not at all: limits of time, memory and output only. For users who accept the risk.
    None,
}

/// A way to run commands.
#[derive(Clone, Debug)]
pub struct Sandbox {
    bubblewrap: Option<Bubblewrap>,
}

impl Sandbox {
    /// The sandbox of this machine.
    ///
    /// # Errors
    /// When bubblewrap or a program it is used with is missing or too old. The message says what
    /// to install. Whether it works is only known after [`check_sandbox`].
    pub fn find() -> Result<Self, SandboxError> {
        Ok(Self { bubblewrap: Some(Bubblewrap::find()?) })
    }

    /// No isolation: what is run can read and write what the user can. Only for a user who has
    /// said so explicitly.
    pub fn none() -> Self {
        Self { bubblewrap: None }
    }

    /// How commands are isolated.
    pub fn kind(&self) -> SandboxKind {
        match self.bubblewrap {
            Some(_) => SandboxKind::Bubblewrap,
            None => SandboxKind::None,
        }
    }

    /// Makes everything below `path`, which this program has made itself, readable for commands:
    /// as root they run as another user. Do not use it on a user's files.
    ///
    /// # Errors
    /// When permissions cannot be changed.
    pub fn make_readable(&self, path: &Path) -> Result<(), SandboxError> {
        if self.changes_user() { ownership::add_read_permission(path) } else { Ok(()) }
    }

    /// Gives `path`, which this program has made itself, to the user that commands run as, so that
    /// they can write it through a [`Mount::Writable`].
    ///
    /// # Errors
    /// When the owner cannot be changed.
    pub fn hand_over(&self, path: &Path) -> Result<(), SandboxError> {
        if self.changes_user() { ownership::give_to_sandbox_user(path) } else { Ok(()) }
    }

    /// Runs a command to its end, which comes at the latest when its time is over. `stop` ends it
    /// within [`WATCH_INTERVAL`] or so.
    ///
    /// # Errors
    /// When the sandbox cannot be set up or the program cannot be started. What the command does
    /// is never an error.
    pub fn run(
        &self,
        command: SandboxedCommand,
        stop: &StopFlag,
    ) -> Result<Finished, SandboxError> {
        let (mut process, starts) = match &self.bubblewrap {
            Some(bubblewrap) => {
                let mut process = Command::new(&bubblewrap.program);
                process.args(bubblewrap.arguments(&command)?);
                (process, StartsWhen::GateOpens)
            }
            None => (without_isolation(&command), StartsWhen::Spawned),
        };
        self.set_environment(&mut process, &command);
        let program = command.program;
        let finished = supervise(process, command.input, starts, &command.limits, stop)
            .map_err(|source| SandboxError::Process { program, source })?;
        match set_up_failure(&finished) {
            Some(message) if self.bubblewrap.is_some() => Err(SandboxError::SetUp { message }),
            _ => Ok(finished),
        }
    }

    fn changes_user(&self) -> bool {
        self.bubblewrap.as_ref().is_some_and(Bubblewrap::changes_user)
    }

    fn set_environment(&self, process: &mut Command, command: &SandboxedCommand) {
        process.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
        for (name, value) in std::env::vars_os() {
            if is_locale(&name.to_string_lossy()) {
                process.env(name, value);
            }
        }
        match (&self.bubblewrap, std::env::var_os("HOME")) {
            (Some(_), _) => process.env("HOME", SANDBOX_HOME),
            (None, Some(home)) => process.env("HOME", home),
            (None, None) => process,
        };
        process.envs(command.environment.iter().map(|(name, value)| (name, value)));
    }
}

/// Whether a variable changes how programs write numbers, dates and letters: tests see it when
/// the build tool runs them, so they must see it here.
fn is_locale(variable: &str) -> bool {
    matches!(variable, "LANG" | "LANGUAGE" | "TZ") || variable.starts_with("LC_")
}

fn without_isolation(command: &SandboxedCommand) -> Command {
    let mut process = match find_program("prlimit", "util-linux") {
        Ok(prlimit) => {
            let mut process = Command::new(prlimit);
            process.args(per_process_limits(&command.limits)).arg("--").arg(&command.program);
            process
        }
        // Elsewhere than on Linux the watcher alone has to do.
        Err(_) => Command::new(&command.program),
    };
    process.args(&command.arguments).current_dir(&command.working_folder);
    process
}

/// What the programs between this one and the command complained about. A command can write such a
/// line itself; that makes its own run a fault, which is never a pass.
fn set_up_failure(finished: &Finished) -> Option<String> {
    let Ending::Exited { code: 1 | 125..=127 } = finished.ending else { return None };
    let text = String::from_utf8_lossy(&finished.standard_error);
    let from_helper = ["bwrap: ", "setpriv: ", "prlimit: ", "cp: "];
    from_helper.iter().any(|name| text.starts_with(name)).then(|| text.trim().to_owned())
}
