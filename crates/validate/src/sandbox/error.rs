//! Why a command could not be run at all.

use std::path::PathBuf;

/// Why there is no sandbox, or why it did not start. What the command itself does is never an
/// error: see [`Ending`](super::Ending).
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A program that the sandbox is built from is not installed.
    #[error(
        "`{program}` is needed to run generated code in isolation, and it is not in the `PATH`\n\
         {hint}"
    )]
    Missing {
        /// The program.
        program: &'static str,
        /// What to type.
        hint: String,
    },
    /// The installed bubblewrap lacks an option without which scratch space has no limit.
    #[error("`{program}` knows no `{option}`; bubblewrap 0.7 or newer is needed")]
    TooOld {
        /// The program.
        program: PathBuf,
        /// The option.
        option: &'static str,
    },
    /// Bubblewrap ended before it could start the command.
    #[error("the sandbox could not be set up: {message}")]
    SetUp {
        /// What it wrote.
        message: String,
    },
    /// The trial run did not see what it must see, or saw what it must not.
    #[error("the sandbox does not isolate: {message}")]
    Leaks {
        /// What was seen.
        message: String,
    },
    /// A process could not be started or watched.
    #[error("could not run `{program}`")]
    Process {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file or folder that the command is to see could not be made ready.
    #[error("could not prepare `{path}` for the sandbox")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}
