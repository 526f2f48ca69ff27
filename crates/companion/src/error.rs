//! What can go wrong between Rust and Java.

use std::path::{Path, PathBuf};

/// Why there is no JDK, no built companion or no child process.
#[derive(Debug, thiserror::Error)]
pub enum CompanionError {
    /// No JDK on this machine is new enough and has a compiler.
    #[error("no JDK {minimum} or newer with `javac` was found; {looked}\n{hint}")]
    NoJdk {
        /// The oldest version that would do.
        minimum: u32,
        /// What was looked at, and why it does not do.
        looked: String,
        /// What to type to install one.
        hint: String,
    },
    /// A folder that was named as a JDK is none.
    #[error("`{home}` is not a JDK: {reason}")]
    NotAJdk {
        /// The folder.
        home: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// The system names no cache folder and none was given.
    #[error("there is no cache folder for this user; set `PATCHWRIGHT_CACHE` to a folder")]
    NoCacheFolder,
    /// The binary carries no Java sources of this name.
    #[error("this program carries no Java sources named `{0}`")]
    NoSuchSources(String),
    /// The Java sources did not compile.
    #[error("`{javac}` could not build the companion `{component}`:\n{output}")]
    Build {
        /// The compiler that was run.
        javac: PathBuf,
        /// The component's name.
        component: String,
        /// What the compiler wrote.
        output: String,
    },
    /// The compiler did not come to an end.
    #[error(
        "`{javac}` was still building `{component}` after the limit of {limit_seconds} seconds"
    )]
    BuildTimeLimit {
        /// The compiler that was run.
        javac: PathBuf,
        /// The component's name.
        component: String,
        /// The limit in seconds.
        limit_seconds: u64,
    },
    /// A program could not be started.
    #[error("could not start `{program}`")]
    Start {
        /// The program.
        program: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file could not be read or written.
    #[error("could not {action} `{path}`")]
    File {
        /// `read`, `write`, `create`, …
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

impl CompanionError {
    /// Makes an input or output error name its file, for use with `map_err`.
    pub(crate) fn file(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> CompanionError {
        let path = path.to_owned();
        move |source| CompanionError::File { action, path, source }
    }
}
