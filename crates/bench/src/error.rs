//! What can go wrong with bugs and data sets.

use std::path::{Path, PathBuf};

use companion::TemporaryFolder;
use project::ProjectError;

/// Why a data set cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A file or folder cannot be read or written.
    #[error("could not {what} `{}`", path.display())]
    File {
        /// What was to be done, such as `read`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The project or its bug file.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// There is no bug.
    #[error("there is no bug in `{}`: no folder in it holds a `bug.toml`", path.display())]
    NoBugs {
        /// The folder.
        path: PathBuf,
    },
    /// Git did not do what it was asked for.
    #[error("`git {command}` failed: {output}")]
    Git {
        /// Its arguments.
        command: String,
        /// What it said.
        output: String,
    },
    /// A line of a file does not have the form.
    #[error("`{}`, line {line}: {reason}", path.display())]
    Metadata {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A bug was asked for that the metadata do not have.
    #[error("the metadata have no bug `{key}`")]
    NoSuchBug {
        /// Its name.
        key: String,
    },
    /// No repository has a revision.
    #[error("no repository in `{}` has the revision {revision}", path.display())]
    NoRevision {
        /// The folder of the repositories.
        path: PathBuf,
        /// The revision.
        revision: String,
    },
    /// A file of measurements does not have the form.
    #[error("`{}` does not have the form: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A later program wrote a file.
    #[error(
        "`{}` has the format version {found}, and this program reads {newest} at most",
        path.display()
    )]
    NewerFormat {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The newest version that is known.
        newest: u32,
    },
    /// What is to be measured means nothing.
    #[error("{0}")]
    Choice(String),
    /// A folder holds the cells of other settings.
    #[error(
        "`{}` holds measurements with other settings, and one table must not mix them: {}; name \
         another folder, or the settings of before",
        path.display(),
        differences.join("; ")
    )]
    OtherMatrix {
        /// The folder.
        path: PathBuf,
        /// What differs, each with both values.
        differences: Vec<String>,
    },
    /// There is nothing to make a table of.
    #[error("`{}` holds no measurements: there is no `matrix.json`", path.display())]
    NoMatrix {
        /// The folder.
        path: PathBuf,
    },
    /// Syntax trees cannot be compared.
    #[error("could not compare syntax trees: {reason}")]
    SyntaxTrees {
        /// What the virtual machine said.
        reason: String,
    },
    /// There is no JDK, or a component does not build.
    #[error(transparent)]
    Companion(#[from] companion::CompanionError),
    /// The completion engine cannot be asked.
    #[error(transparent)]
    Engine(#[from] engine::EngineError),
    /// No cell can be run like this.
    #[error("no cell can be run: on `{bug}`, {source}")]
    Repair {
        /// The bug that was tried.
        bug: String,
        /// What went wrong.
        source: Box<repair::RepairError>,
    },
    /// It was to end.
    #[error("stopped")]
    Stopped,
    /// Runs are of a bug that the data set does not have.
    #[error("there are runs of the bug `{bug}`, which the data set `{data_set}` does not have")]
    UnknownBug {
        /// The bug.
        bug: String,
        /// The data set's name.
        data_set: String,
    },
    /// It is not known who judges.
    #[error("nobody is named as the judge: {reason}")]
    JudgeName {
        /// Why.
        reason: String,
    },
    /// The page cannot be served.
    #[error("could not listen on {address}")]
    Listen {
        /// The address and port.
        address: String,
        /// The reason.
        source: std::io::Error,
    },
    /// A bug cannot be laid out.
    #[error("{0}")]
    LayOut(String),
}

impl BenchError {
    /// The error of an operation on a file.
    pub(crate) fn file(
        what: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| BenchError::File { what, path, source }
    }
}

/// A new temporary folder.
pub(crate) fn temporary_folder() -> Result<TemporaryFolder, BenchError> {
    TemporaryFolder::create().map_err(BenchError::file("create a folder in", &std::env::temp_dir()))
}
