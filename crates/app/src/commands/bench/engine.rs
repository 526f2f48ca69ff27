//! `patchwright bench engine`.

mod table;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::engine_proof::{
    CompiledSources, Corpora, Progress, ProofReport, ProofSettings, corpora_of_project,
    corpus_of_sources, prove_javac_engine, read_model_samples,
};
use project::StopFlag;

use crate::arguments::bench::EngineOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::output::{data, talk};

/// How often a line of progress is printed on a pipe.
const PLAIN_INTERVAL: Duration = Duration::from_secs(15);
/// How often one is printed on a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_secs(2);

pub(crate) fn run(options: &EngineOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    let settings = ProofSettings {
        seed: options.seed,
        tokens: options.tokens,
        holes: options.holes.unwrap_or(u64::MAX),
        changes: options.changes,
    };
    let samples = match &options.model_samples {
        Some(file) => read_model_samples(file)?,
        None => Vec::new(),
    };
    let stop = stop_on_signal();
    let corpora = corpora(options, &stop)?;
    let mut lines = Lines::new(quiet);
    let report = prove_javac_engine(&corpora, &samples, &settings, &stop, &mut |progress| {
        lines.show(progress);
    })?;
    data(&shown(&report, options.json)?)?;
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::from(exit::NONE_FOUND) })
}

fn corpora(options: &EngineOptions, stop: &StopFlag) -> anyhow::Result<Corpora> {
    if let Some(project) = &options.project {
        let settings = options.build.settings(stop.clone())?;
        return Ok(corpora_of_project(project, &settings, options.build.sandbox()?)?);
    }
    let named = options.sources.iter().chain(&options.class_path);
    if let Some(missing) = named.into_iter().find(|path| !path.exists()) {
        return Err(UsageError(format!("there is no `{}`", missing.display())).into());
    }
    let (sources, class_path) = (&options.sources, &options.class_path);
    let (corpora, outcomes) = corpus_of_sources(sources, class_path, options.release, stop)?;
    for (corpus, outcome) in corpora.corpora.iter().zip(outcomes) {
        if let CompiledSources::Failed { reason } = outcome {
            talk(&format!(
                "warning: `{}` does not compile as a whole, so that its classes must be on the \
                 class path: {reason}",
                corpus.name
            ));
        }
    }
    Ok(corpora)
}

fn shown(report: &ProofReport, as_json: bool) -> anyhow::Result<String> {
    Ok(if as_json {
        format!("{}\n", serde_json::to_string_pretty(report)?)
    } else {
        table::text(report)
    })
}

/// Lines of progress, not too often.
struct Lines {
    interval: Option<Duration>,
    last: Instant,
}

impl Lines {
    fn new(quiet: bool) -> Self {
        let interval =
            if std::io::stderr().is_terminal() { TERMINAL_INTERVAL } else { PLAIN_INTERVAL };
        Self { interval: (!quiet).then_some(interval), last: Instant::now() }
    }

    fn show(&mut self, progress: Progress) {
        let Some(interval) = self.interval else { return };
        if self.last.elapsed() >= interval {
            self.last = Instant::now();
            let Progress { tokens, planned, holes, defects } = progress;
            talk(&format!("{tokens} of {planned} tokens in {holes} holes, {defects} defects"));
        }
    }
}
