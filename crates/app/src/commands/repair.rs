//! `patchwright repair`.

use std::process::ExitCode;

use anyhow::Context as _;
use decode::{EndRule, Settings};
use project::StopFlag;
use repair::{Outcome, RepairRequest, RunReport};

use crate::arguments::{GuidanceChoice, RepairOptions};
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::models::ChosenModel;
use crate::output::progress::Progress;
use crate::output::{data, patches, talk};

pub(crate) fn run(options: &RepairOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    if !options.project.is_dir() {
        let project = options.project.display();
        return Err(UsageError(format!("there is no folder `{project}`")).into());
    }
    let stop = stop_on_signal();
    let mut model = ChosenModel::choose(&options.model)?;
    let request = request(options, &model)?;
    let mut progress = Progress::new(quiet);
    let result = repair::repair(&request, &mut model, stop, &mut |event| progress.show(event));
    progress.finish();
    let report = result?;
    print(&report, options.json, quiet)?;
    Ok(match report.outcome {
        Outcome::Plausible | Outcome::NothingToRepair => ExitCode::SUCCESS,
        Outcome::NoneFound => ExitCode::from(exit::NONE_FOUND),
    })
}

fn print(report: &RunReport, json: bool, quiet: bool) -> anyhow::Result<()> {
    if json {
        data(&format!("{}\n", serde_json::to_string_pretty(report)?))?;
    } else {
        data(&patches::text(report))?;
    }
    if !quiet {
        for line in patches::summary(report) {
            talk(&line);
        }
    }
    Ok(())
}

fn request(options: &RepairOptions, model: &ChosenModel) -> anyhow::Result<RepairRequest> {
    Ok(RepairRequest {
        project: options.project.clone(),
        current_folder: std::env::current_dir().context("there is no current folder")?,
        location: options.at.clone(),
        tests: options.tests.clone(),
        decode: decode_settings(options),
        prompt_tokens: options.prompt_tokens,
        time_limit: options.time,
        test_time: options.build.test_time(),
        build: options.build.settings(StopFlag::default())?,
        sandbox: options.build.sandbox()?,
        runs_folder: options.runs.clone(),
        known_verdicts: std::collections::BTreeMap::new(),
        model: model.record(),
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

fn decode_settings(options: &RepairOptions) -> Settings {
    let (samples, seed) = (options.samples, options.seed);
    let settings = match options.guidance {
        GuidanceChoice::Full => Settings::guided(samples, seed),
        GuidanceChoice::Off => Settings::unguided(samples, seed),
        GuidanceChoice::OffStop => {
            Settings { end_rule: EndRule::RepeatedSuffix, ..Settings::unguided(samples, seed) }
        }
    };
    let settings = if options.distinct {
        let restarts_per_sample = Settings::guided(samples, seed).restarts_per_sample;
        Settings { distinct: true, restarts_per_sample, ..settings }
    } else {
        settings
    };
    Settings { max_tokens: options.max_tokens, ..settings }
}
