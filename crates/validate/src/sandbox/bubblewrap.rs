//! Turns a command into a command line of bubblewrap.
//!
//! Two recipes, because the kernel treats root differently:
//!
//! * As a user, bubblewrap makes a user namespace and everything else inside it.
//! * As root, a user namespace would not help: the kernel does not count the processes of user 0,
//!   and files of user 0 would stay readable. So the command becomes the user
//!   [`SANDBOX_USER`] by `setpriv`, after bubblewrap has kept just the three capabilities that
//!   this takes. Without dropping the others, the command could remount a read-only bind and
//!   write through it.
//!
//! Only what is named is bound, never `/` as a whole. The limits of the kernel are set by
//! `prlimit` inside, so that the watcher outside does not fall under them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::gate::GATE_SCRIPT;
use super::limits::{Limits, MEBIBYTE};
use super::mounts::MountTable;
use super::programs::{bubblewrap_options, find_program};
use super::{Mount, SandboxError, SandboxedCommand};

/// The user and group that a command becomes when it is started by root: `nobody`.
pub const SANDBOX_USER: u32 = 65534;

/// The home folder inside the sandbox: empty, in memory.
pub const SANDBOX_HOME: &str = "/tmp/home";

/// Bubblewrap as it is installed here, with the recipe for the present user.
#[derive(Clone, Debug)]
pub(crate) struct Bubblewrap {
    pub(crate) program: PathBuf,
    prlimit: PathBuf,
    recipe: Recipe,
}

#[derive(Clone, Debug)]
enum Recipe {
    Root { setpriv: PathBuf },
    User { can_disable_user_namespaces: bool },
}

impl Bubblewrap {
    /// Looks for the programs and asks bubblewrap for its options.
    pub(crate) fn find() -> Result<Self, SandboxError> {
        let program = find_program("bwrap", "bubblewrap")?;
        let prlimit = find_program("prlimit", "util-linux")?;
        let options = bubblewrap_options(&program)?;
        if !options.contains("--size ") {
            return Err(SandboxError::TooOld { program, option: "--size" });
        }
        let recipe = if rustix::process::geteuid().is_root() {
            Recipe::Root { setpriv: find_program("setpriv", "util-linux")? }
        } else {
            let can_disable_user_namespaces = options.contains("--disable-userns");
            Recipe::User { can_disable_user_namespaces }
        };
        Ok(Self { program, prlimit, recipe })
    }

    /// Whether the command becomes another user than the one that started this program.
    pub(crate) fn changes_user(&self) -> bool {
        matches!(self.recipe, Recipe::Root { .. })
    }

    /// In a few words, which program and which recipe.
    pub(crate) fn description(&self) -> String {
        let recipe = match self.recipe {
            Recipe::Root { .. } => "as root, which becomes the user `nobody` inside",
            Recipe::User { .. } => "as a user",
        };
        format!("bubblewrap (`{}`), {recipe}", self.program.display())
    }

    /// The arguments for bubblewrap that run `command`.
    pub(crate) fn arguments(
        &self,
        command: &SandboxedCommand,
    ) -> Result<Vec<OsString>, SandboxError> {
        let mut arguments = self.namespaces();
        let mounts = MountTable::new(&command.mounts, &command.limits)?;
        arguments.extend(mounts.arguments);
        arguments.extend(["--remount-ro", "/", "--chdir"].map(OsString::from));
        arguments.push(command.working_folder.clone().into());
        arguments.push("--".into());
        arguments.extend(self.become_unprivileged());
        arguments.extend(kernel_limits(&self.prlimit, &command.limits));
        arguments.extend(gate_and_copies(&mounts.copies));
        arguments.push(command.program.clone().into());
        arguments.extend(command.arguments.iter().cloned());
        Ok(arguments)
    }

    fn namespaces(&self) -> Vec<OsString> {
        let mut arguments: Vec<&str> = match &self.recipe {
            // `--unshare-all` would include the user namespace, in which `setpriv` fails.
            Recipe::Root { .. } => vec![
                "--unshare-net",
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--cap-drop",
                "ALL",
                "--cap-add",
                "CAP_SETUID",
                "--cap-add",
                "CAP_SETGID",
                "--cap-add",
                "CAP_SETPCAP",
            ],
            Recipe::User { .. } => vec!["--unshare-all", "--unshare-user", "--cap-drop", "ALL"],
        };
        if let Recipe::User { can_disable_user_namespaces: true } = self.recipe {
            arguments.push("--disable-userns");
        }
        // Programs that look up their own host's name find it in `/etc/hosts` this way.
        arguments.extend(["--hostname", "localhost", "--new-session", "--die-with-parent"]);
        arguments.into_iter().map(OsString::from).collect()
    }

    fn become_unprivileged(&self) -> Vec<OsString> {
        let Recipe::Root { setpriv } = &self.recipe else { return Vec::new() };
        let mut arguments = vec![setpriv.clone().into_os_string()];
        arguments.extend(
            [
                format!("--reuid={SANDBOX_USER}"),
                format!("--regid={SANDBOX_USER}"),
                "--clear-groups".to_owned(),
                "--inh-caps=-all".to_owned(),
                "--bounding-set=-all".to_owned(),
                "--".to_owned(),
            ]
            .map(OsString::from),
        );
        arguments
    }
}

/// The part of the command line that sets the limits of the kernel.
fn kernel_limits(prlimit: &Path, limits: &Limits) -> Vec<OsString> {
    let mut arguments = vec![prlimit.as_os_str().to_owned()];
    arguments.extend(per_process_limits(limits).map(OsString::from));
    arguments.push(format!("--nproc={}", limits.processes).into());
    arguments.push("--".into());
    arguments
}

/// The options of `prlimit` that make sense in and outside of a sandbox. (The number of processes
/// does not: outside it counts everything that the user runs.)
pub(crate) fn per_process_limits(limits: &Limits) -> [String; 3] {
    [
        format!("--as={}", limits.address_space_mebibytes * MEBIBYTE),
        format!("--fsize={}", limits.file_size_mebibytes * MEBIBYTE),
        "--core=0".to_owned(),
    ]
}

/// The shell between the limits and the command, which runs inside. It waits at the
/// [gate](super::gate) and then fills the copies: what is in memory there cannot be reached from
/// outside. Names are passed as the shell's parameters and never become part of its script.
fn gate_and_copies(copies: &[(PathBuf, PathBuf)]) -> Vec<OsString> {
    let mut script = GATE_SCRIPT.to_owned();
    for _ in copies {
        script.push_str("cp -Rd -- \"$1/.\" \"$2\" || exit 125; shift 2; ");
    }
    script.push_str("exec \"$@\"");
    let mut arguments: Vec<OsString> =
        ["/bin/sh", "-c", &script, "sandbox"].into_iter().map(OsString::from).collect();
    for (original, copy) in copies {
        arguments.push(original.clone().into());
        arguments.push(copy.clone().into());
    }
    arguments
}

/// Whether a mount changes what the command sees beyond the system's own folders.
pub(crate) fn adds_nothing(mount: &Mount, already_readable: &[PathBuf]) -> bool {
    matches!(mount, Mount::ReadOnly(path) if already_readable.iter().any(|root| path.starts_with(root)))
}
