//! What is to be run, and what it may see.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Limits;

/// A command for a [`Sandbox`](super::Sandbox).
///
/// The command starts with an empty environment but for [`SandboxedCommand::environment`] and
/// what the sandbox itself sets (`PATH`, `HOME`, the language and the time zone of the user).
#[derive(Clone, Debug)]
pub struct SandboxedCommand {
    /// The program, by its whole path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Environment variables, in order; a later one wins.
    pub environment: Vec<(OsString, OsString)>,
    /// Where it starts; one of the mounts must hold it.
    pub working_folder: PathBuf,
    /// What it reads from standard input.
    pub input: Vec<u8>,
    /// What it sees beyond the system's programs and libraries, in any order.
    pub mounts: Vec<Mount>,
    /// What it may use.
    pub limits: Limits,
}

/// A part of the file system that a command may see, always at the path that it has outside, so
/// that a class path means the same on both sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mount {
    /// A file or folder that can be read only.
    ReadOnly(PathBuf),
    /// A file or folder whose changes stay. As root, its owner must be
    /// [`SANDBOX_USER`](super::SANDBOX_USER); see [`Sandbox::hand_over`](super::Sandbox::hand_over).
    Writable(PathBuf),
    /// A folder that is copied into memory when the command starts: it can write there, up to the
    /// scratch limit, and nothing of that stays.
    ///
    /// Without a sandbox ([`SandboxKind::None`](super::SandboxKind::None)) there is no such copy,
    /// and changes stay.
    CopyOf(PathBuf),
}

impl SandboxedCommand {
    /// A command with nothing to see but the system, in the root folder, with default limits.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            working_folder: PathBuf::from("/"),
            input: Vec::new(),
            mounts: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Adds mounts.
    #[must_use]
    pub fn mounts(mut self, mounts: impl IntoIterator<Item = Mount>) -> Self {
        self.mounts.extend(mounts);
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the working folder.
    #[must_use]
    pub fn working_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.working_folder = folder.into();
        self
    }
}

impl Mount {
    /// Its path, inside and outside.
    pub fn path(&self) -> &Path {
        match self {
            Mount::ReadOnly(path) | Mount::Writable(path) | Mount::CopyOf(path) => path,
        }
    }
}
