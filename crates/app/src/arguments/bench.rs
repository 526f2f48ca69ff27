//! The flags of `patchwright bench`.

use std::path::PathBuf;
use std::time::Duration;

use bench::engine_proof::ProofSettings;
use bench::matrix::Shard;
use bench::presets::Preset;
use bench::{Strategy, VARIANTS, Variant};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};

use super::{BuildOptions, duration, positive, prompt_size};

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
    Engine(Box<EngineOptions>),
    Import(ImportOptions),
    Judge(JudgeOptions),
    Repair(Box<MatrixOptions>),
    Table(TableOptions),
}

impl BenchCommand {
    /// Whether standard output is to be JSON.
    pub(super) fn prints_json(&self) -> bool {
        match self {
            BenchCommand::Lint(options) => options.json,
            BenchCommand::Engine(options) => options.json,
            BenchCommand::Import(_) | BenchCommand::Judge(_) => false,
            BenchCommand::Repair(options) => options.json,
            BenchCommand::Table(options) => options.json,
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

/// Prove the completion engine on real code
///
/// Holes are made at random in sources that compile, and their true texts are walked token by token
/// as the decoder does: nothing of them may be rejected. Then each text is changed in many ways, and
/// a fresh full compile says what the changed text is: one that compiles may nowhere be rejected, one
/// that does not must be, at the end at the latest. Wrong answers are printed with all that is needed
/// to see them again. Ctrl-C ends it with what there is; docs/bench-engine.md says what is measured.
///
/// Exit code: 0 no answer was wrong, 1 one was (or the engine supports less than half of the holes),
/// 2 wrong usage, 4 a fault of the environment.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  patchwright bench engine --sources commons-lang3-3.14.0-sources.jar \
    --release 8 \\\n    --tokens 20000 --seed 7",
    group = clap::ArgGroup::new("what").required(true).args(["sources", "project"])
)]
pub(crate) struct EngineOptions {
    /// A `-sources.jar` or a folder that holds packages; may be repeated
    #[arg(long, value_name = "JAR", num_args = 1..)]
    pub(crate) sources: Vec<PathBuf>,
    /// What the sources are compiled against, jars and folders
    #[arg(long, value_name = "JAR", num_args = 1.., value_delimiter = ':', requires = "sources")]
    pub(crate) class_path: Vec<PathBuf>,
    /// The language level of the sources, such as 8 [default: the JDK's own]
    #[arg(long, value_name = "N", requires = "sources")]
    pub(crate) release: Option<u32>,
    /// A project instead, which its own build compiles; every module is walked
    #[arg(long, value_name = "FOLDER")]
    pub(crate) project: Option<PathBuf>,
    /// The seed: the same one makes the same holes and changes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many Java tokens of true text are walked
    #[arg(long, value_name = "N", default_value_t = ProofSettings::USUAL_TOKENS)]
    pub(crate) tokens: u64,
    /// How many holes are walked at most [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) holes: Option<u64>,
    /// How many identifier mutants, token mutants and feasible variants of each hole
    #[arg(long, value_name = "N", default_value_t = ProofSettings::USUAL_CHANGES)]
    pub(crate) changes: usize,
    /// Texts that a model wrote, one JSON object with `file`, `start`, `end` and `text` a line
    #[arg(long, value_name = "FILE")]
    pub(crate) model_samples: Option<PathBuf>,
    /// Print JSON to standard output
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

/// Repair many bugs under several settings and say what came of it
///
/// Each bug is repaired with each model, each variant of guidance and each seed; one such repair is
/// a cell with a folder of its own in OUT. The plan is told first, with an estimate of its time. A
/// run that ended early, however it did, goes on where it was when the same command is given again.
/// Tables are printed and written to OUT/tables; docs/bench.md says what stands in them.
///
/// Exit code: 0 all cells of the shard are measured, 1 some could not be measured or are left, 2
/// wrong usage or other settings than before, 4 a fault of the environment.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  patchwright bench repair --bugs bugs --preset panel --out panel \
    --budget 90m\n  patchwright bench table panel"
)]
pub(crate) struct MatrixOptions {
    /// A folder with a `bug.toml`, or one that holds such folders
    #[arg(long, value_name = "FOLDER")]
    pub(crate) bugs: PathBuf,
    /// Only the bugs that this file names, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    /// Only this bug; may be repeated
    #[arg(long = "bug", value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Where everything is kept
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Settings with a name; what other flags say overrides them
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Preset::names()))]
    pub(crate) preset: Option<String>,
    /// A model's name or the path of a GGUF file; may be repeated [default: qwen2.5-coder-1.5b]
    #[arg(long = "model", value_name = "MODEL")]
    pub(crate) models: Vec<String>,
    /// Threads that models run on [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) threads: Option<usize>,
    /// How patches are asked for; may be repeated [default: all there are]
    #[arg(
        long = "strategy",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Strategy::ALL.iter().map(|known| known.name()))
    )]
    pub(crate) strategies: Vec<String>,
    /// A variant of how much the compiler has a say; may be repeated [default: full]
    ///
    /// All are settings of one decoder; docs/bench.md says what each switches.
    #[arg(
        long = "guidance",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(VARIANTS.iter().map(named))
    )]
    pub(crate) variants: Vec<String>,
    /// Of all variants run only these now, and the others later in the same folder
    ///
    /// Cells of a bug take over what earlier ones found out about the same candidate. So the first
    /// variant that is run has its whole time to itself.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(VARIANTS.iter().map(named))
    )]
    pub(crate) only: Vec<String>,
    /// The seeds, such as 1,2,3 [default: 1]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub(crate) seeds: Vec<u64>,
    /// How many samples a cell draws [default: 100]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) samples: Option<usize>,
    /// The most tokens of a sample [default: 50]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_tokens: Option<usize>,
    /// The most tokens of the prompt
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = prompt_size)]
    pub(crate) prompt_tokens: usize,
    /// The most time for one cell, such as 10m or 5h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Begin no further cell after this time, such as 90m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) budget: Option<Duration>,
    /// Only a part of the bugs: 2/3 is the second of three
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Run cells again that could not be measured
    #[arg(long)]
    pub(crate) retry_failed: bool,
    /// Tell the plan and run nothing
    #[arg(long)]
    pub(crate) plan_only: bool,
    /// Print the tables (or the plan) as JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
}

/// Make the tables of `bench repair` again, and run nothing
///
/// Also while a run is under way: the tables show what there is.
///
/// Exit code: 0 the tables are made, 2 the folder holds no measurements, 4 a fault of the
/// environment.
#[derive(Debug, Args)]
pub(crate) struct TableOptions {
    /// The folder that `bench repair --out` named
    pub(crate) out: PathBuf,
    /// Print the tables as JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// A variant as a value of a flag, with its summary in the long help.
fn named(variant: &Variant) -> PossibleValue {
    PossibleValue::new(variant.name).help(variant.summary)
}
