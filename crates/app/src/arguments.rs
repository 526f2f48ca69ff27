//! The flags, with their help: the short one for `-h`, the long one for `--help`.

pub(crate) mod bench;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use project::{BuildSettings, CopyLimits, Limits, Network, StopFlag};
use task::{Location, TestName};
use validate::ValidationLimits;
use validate::sandbox::Sandbox;

use crate::arguments::bench::BenchOptions;
use crate::exit::UsageError;

/// Repairs failing Java projects with a language model on your own machine.
///
/// The model writes a patch token by token, and the project's own compiler prunes every token
/// that cannot become a program which compiles. What is offered has passed the project's tests.
#[derive(Debug, Parser)]
#[command(name = "patchwright", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Print no progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print what is going on inside; twice for more
    ///
    /// The variable PATCHWRIGHT_LOG takes a filter instead, such as `lm=debug`.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A subcommand; its code is the file of its name under `commands`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Repair(Box<RepairOptions>),
    Model(ModelOptions),
    Doctor(DoctorOptions),
    Bench(Box<BenchOptions>),
}

impl Command {
    /// Whether standard output is to be JSON.
    pub(crate) fn prints_json(&self) -> bool {
        match self {
            Command::Repair(options) => options.json,
            Command::Model(options) => {
                matches!(options.command, ModelCommand::List { json: true })
            }
            Command::Doctor(options) => options.json,
            Command::Bench(options) => options.command.prints_json(),
        }
    }
}

/// Repair a failing project at a place you name
///
/// Copies the project, compiles the copy, runs the tests in a sandbox to find those that fail,
/// draws samples for the named lines, and judges every distinct one: does it compile, do the
/// failing tests pass, do all others still pass? Your own files are never changed. Patches that
/// pass are printed, the most probable first, and kept in `.patchwright/runs`.
///
/// A patch that passes is plausible; whether it is correct, you judge.
///
/// Exit code: 0 a plausible patch was found or no test fails, 1 none was found, 2 wrong usage,
/// 3 the project cannot be built or tested as it stands, 4 a fault of the environment.
#[derive(Debug, Args)]
#[command(
    after_long_help = "Example:\n  patchwright repair . --at src/main/java/shop/Cart.java:41\n  \
    git apply .patchwright/runs/*/patches/01.diff"
)]
pub(crate) struct RepairOptions {
    /// A folder inside the project
    #[arg(default_value = ".")]
    pub(crate) project: PathBuf,
    /// Where the bug is: FILE:LINE, FILE:LINE-LINE, or FILE:LINE+ for something missing after it
    ///
    /// The named lines are written anew; leaving them out is one way to do so. FILE is a path from
    /// the current folder or the project's, or the name of a source file that is there once.
    #[arg(long, value_name = "PLACE")]
    pub(crate) at: Location,
    /// A test that fails, CLASS or CLASS#METHOD; may be repeated [default: all that fail]
    ///
    /// Without it all tests are run once to find those that fail.
    #[arg(long = "test", value_name = "TEST")]
    pub(crate) tests: Vec<TestName>,
    /// How many samples are drawn
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive)]
    pub(crate) samples: usize,
    /// The seed: the same one gives the same samples on the same machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The most tokens of a sample
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = positive)]
    pub(crate) max_tokens: usize,
    /// The most tokens of the prompt: the text before and after the place
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = prompt_size)]
    pub(crate) prompt_tokens: usize,
    /// Whether the compiler steers the model
    #[arg(long, value_enum, default_value_t = GuidanceChoice::Full)]
    pub(crate) guidance: GuidanceChoice,
    /// Draw no program twice; ends early where the samples are 95 % of what the model would write
    #[arg(long)]
    pub(crate) distinct: bool,
    /// Stop after this time, such as 90s or 10m; what was found until then is kept
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print the whole result, or the error, as JSON to standard output instead of the patches
    #[arg(long)]
    pub(crate) json: bool,
    /// Where runs are kept [default: .patchwright/runs in the project's folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) runs: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) build: BuildOptions,
    #[command(flatten)]
    pub(crate) model: ModelChoice,
}

/// How projects are built and tested.
#[derive(Debug, Args)]
pub(crate) struct BuildOptions {
    /// Use nothing from the network; works once the project has been built here
    #[arg(long)]
    pub(crate) offline: bool,
    /// Run the project's tests without a sandbox: they can then do what you can do
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// The JDK that builds the project [default: JAVA_HOME, else the first one found]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) java_home: Option<PathBuf>,
    /// The `mvn` program [default: the one in the PATH, else the project's mvnw]
    #[arg(long, value_name = "FILE")]
    pub(crate) maven: Option<PathBuf>,
    /// The most time for all tests of a module; a hanging test costs no more [default: 10m]
    ///
    /// For a patched program it is less where the tests are quick: 30 seconds and ten times what
    /// they took before.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) test_time: Option<Duration>,
}

impl BuildOptions {
    /// How projects are built.
    ///
    /// # Errors
    /// When a flag names something that is not there, or there is no cache folder.
    pub(crate) fn settings(&self, stop: StopFlag) -> anyhow::Result<BuildSettings> {
        self.check()?;
        Ok(BuildSettings {
            network: if self.offline { Network::Denied } else { Network::Allowed },
            maven_program: self.maven.clone(),
            java_home: self.java_home.clone(),
            cache_folder: companion::patchwright_cache_folder()?,
            limits: Limits::usual(stop),
            copy_limits: CopyLimits::USUAL,
        })
    }

    /// What is named on the command line must be there: told at once, and as wrong usage.
    fn check(&self) -> Result<(), UsageError> {
        if let Some(home) = &self.java_home
            && !home.join("bin/javac").is_file()
        {
            let home = home.display();
            return Err(UsageError(format!("`--java-home {home}` is no JDK: it has no bin/javac")));
        }
        // A name without a folder is looked for in the PATH.
        match &self.maven {
            Some(program) if program.components().count() > 1 && !program.is_file() => {
                Err(UsageError(format!("`--maven {}` is no file", program.display())))
            }
            _ => Ok(()),
        }
    }

    /// What tests are kept from.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Sandbox> {
        Ok(if self.no_sandbox { Sandbox::none() } else { Sandbox::find()? })
    }

    /// What the tests of a module may take.
    pub(crate) fn test_time(&self) -> Duration {
        self.test_time.unwrap_or_else(|| ValidationLimits::default().all_tests_time)
    }
}

/// Which model, and how it is run.
#[derive(Debug, Args)]
pub(crate) struct ModelChoice {
    /// A model's name (see `patchwright model list`) or the path of a GGUF file
    #[arg(long, value_name = "MODEL", default_value = "qwen2.5-coder-1.5b")]
    pub(crate) model: String,
    /// Threads that the model runs on [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) threads: Option<usize>,
}

/// How much the compiler has a say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GuidanceChoice {
    /// Infeasible tokens are pruned, forced text is appended, and the hole may end wherever the
    /// file compiles
    Full,
    /// The model alone; a sample ends where the model ends it
    Off,
    /// The model alone; a sample also ends where it begins to repeat what follows the place
    OffStop,
}

/// List, fetch and remove models
#[derive(Debug, Args)]
pub(crate) struct ModelOptions {
    #[command(subcommand)]
    pub(crate) command: ModelCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// List the models of the registry and which of them are here
    List {
        /// Print JSON to standard output
        #[arg(long)]
        json: bool,
    },
    /// Fetch a model, check its digest and keep it in your cache folder
    ///
    /// An interrupted download goes on where it was.
    Pull {
        /// The model's name
        name: String,
    },
    /// Print what is known about a model or a GGUF file
    Info {
        /// The model's name, or the path of a GGUF file
        name: String,
    },
    /// Remove a fetched model from your cache folder
    Rm {
        /// The model's name
        name: String,
    },
}

/// Say what is installed, what is missing, and what to type
#[derive(Debug, Args)]
pub(crate) struct DoctorOptions {
    /// A folder inside a project to look at as well
    pub(crate) project: Option<PathBuf>,
    /// Print JSON to standard output
    #[arg(long)]
    pub(crate) json: bool,
}

fn positive(text: &str) -> Result<usize, String> {
    at_least(1, text)
}

/// A model that reads less than a statement has nothing to go by.
fn prompt_size(text: &str) -> Result<usize, String> {
    at_least(32, text)
}

fn at_least(least: usize, text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Ok(_) => Err(format!("it must be at least {least}")),
        Err(_) => Err("it is no number".to_owned()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let parsed = text.parse::<jiff::SignedDuration>().map_err(|_| "write 90s, 10m or 1h30m")?;
    match Duration::try_from(parsed) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("it must be more than nothing".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::CommandFactory;

    use super::{Arguments, duration};

    #[test]
    fn the_flags_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_as_people_write_them() {
        for (text, seconds) in [("90s", 90), ("10m", 600), ("1h30m", 5400), ("2 min", 120)] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "for `{text}`");
        }
        for text in ["", "10", "-5s", "0s", "soon"] {
            assert!(duration(text).is_err(), "for `{text}`");
        }
    }
}
