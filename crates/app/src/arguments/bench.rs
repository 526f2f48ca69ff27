//! The flags of `patchwright bench`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::BuildOptions;

/// Check, lay out and measure bugs
#[derive(Debug, Args)]
pub(crate) struct BenchOptions {
    #[command(subcommand)]
    pub(crate) command: BenchCommand,
}

/// A subcommand; its code is the file of its name under `commands/bench`.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    Lint(LintOptions),
    Import(ImportOptions),
    Judge(JudgeOptions),
}

impl BenchCommand {
    /// Whether standard output is to be JSON.
    pub(super) fn prints_json(&self) -> bool {
        match self {
            BenchCommand::Lint(options) => options.json,
            BenchCommand::Import(_) | BenchCommand::Judge(_) => false,
        }
    }
}

/// Check that bugs are what they claim to be
///
/// The program compiles, its failing tests fail, and with the reference fix they pass and no test
/// breaks that passed before. Says for each bug which of these is not so.
///
/// Exit code: 0 all bugs are in order, 1 one is not, 2 wrong usage, 4 a fault of the environment.
#[derive(Debug, Args)]
pub(crate) struct LintOptions {
    /// A folder with a `bug.toml`, or one that holds such folders
    pub(crate) folder: PathBuf,
    /// Only these bugs; may be repeated
    #[arg(long = "bug", value_name = "NAME")]
    pub(crate) bugs: Vec<String>,
    /// Print JSON to standard output, one line a bug
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

/// Lay bugs of a collection out as folders with a `bug.toml`
#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    #[command(subcommand)]
    pub(crate) collection: Collection,
}

/// The collections that are known.
#[derive(Debug, Subcommand)]
pub(crate) enum Collection {
    #[command(name = "defects4j")]
    Defects4J(Defects4JOptions),
}

/// Lay out bugs of Defects4J, without Perl, old JDKs or the network
///
/// The programs come from the projects' git histories and Defects4J's patches. A bug that is laid
/// out already is left as it is. They are other people's code: keep them out of your repository.
///
/// Exit code: 0 all bugs are laid out, 1 one could not be, 2 wrong usage, 4 a fault of the
/// environment.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  patchwright bench import defects4j --metadata bugs.jsonl \
    --framework defects4j \\\n    --repositories repositories --out bugs --list panel.txt"
)]
pub(crate) struct Defects4JOptions {
    /// The metadata, one JSON object a line (docs/defects4j-metadata.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) metadata: PathBuf,
    /// A checkout of Defects4J
    #[arg(long, value_name = "FOLDER")]
    pub(crate) framework: PathBuf,
    /// A folder that holds the projects' git repositories
    #[arg(long, value_name = "FOLDER")]
    pub(crate) repositories: PathBuf,
    /// Where the bugs are laid out
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// What projects need besides, for those whose build makes something first
    #[arg(long, value_name = "FILE")]
    pub(crate) extras: Option<PathBuf>,
    /// Only these bugs, such as Lang-9; may be repeated
    #[arg(long = "bug", value_name = "KEY")]
    pub(crate) bugs: Vec<String>,
    /// Only the bugs that this file names, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

/// Judge plausible patches in your browser
///
/// Shows each distinct patch that passed all tests beside the developers' fix and keeps what you say
/// of it, with your reason, in OUT/judgements.jsonl. The page is served on this machine only, at an
/// address that is printed; whoever has the address can judge in your name. Ctrl-C ends it, and
/// nothing that was saved is lost.
///
/// Exit code: 0 it was ended, 1 there is no patch to judge, 2 wrong usage, 4 a fault of the
/// environment.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  patchwright bench judge out --bugs bugs --as \"Ada Lovelace\""
)]
pub(crate) struct JudgeOptions {
    /// The folder of the measurement, with its `cells`
    pub(crate) out: PathBuf,
    /// The bugs that were measured: a folder that holds folders with a `bug.toml`
    #[arg(long, value_name = "FOLDER")]
    pub(crate) bugs: PathBuf,
    /// Who judges; git's `user.name` when left out
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) judge: Option<String>,
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
}
