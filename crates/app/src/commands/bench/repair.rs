//! `patchwright bench repair`.

mod settings;
mod talk;

use std::process::ExitCode;

use bench::BenchError;
use bench::matrix::{
    Matrix, MatrixEvent, MatrixJob, ModelInUse, Plan, RunEnd, Selection, Shard, check_matrix,
    open_matrix, plan, run_matrix,
};
use repair::ModelRecord;

use self::settings::{Chosen, choose};
use self::talk::Teller;
use super::table;
use crate::arguments::ModelChoice;
use crate::arguments::bench::MatrixOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::models::ChosenModel;
use crate::output::data;
use crate::restart;

pub(crate) fn run(options: &MatrixOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    if !options.plan_only {
        restart::with_short_spinning();
    }
    let mut models = models(options)?;
    let records: Vec<ModelRecord> = models.iter().map(ChosenModel::record).collect();
    let chosen = choose(options, &records)?;
    if options.plan_only {
        check_matrix(&chosen.matrix, &options.out).map_err(usage)?;
    } else {
        open_matrix(&chosen.matrix, &options.out).map_err(usage)?;
    }
    let selection = selection(options, &chosen.matrix)?;
    let plan = plan(&chosen.matrix, &options.out, &selection).map_err(usage)?;
    let mut teller = Teller::new(quiet);
    teller.plan(&plan, &chosen.matrix, options);
    if options.plan_only {
        if options.json {
            data(&format!("{}\n", serde_json::to_string_pretty(&plan)?))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let end = run_cells(options, &chosen, &plan, (&mut models, &records), &mut teller)?;
    table::show(&options.out, options.json, quiet)?;
    let selection = Selection { retry_failed: true, ..selection };
    let left = bench::matrix::plan(&chosen.matrix, &options.out, &selection).map_err(usage)?;
    teller.end(end, &left);
    Ok(if left.to_do.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::NONE_FOUND) })
}

/// The cells that this run is for.
fn selection(options: &MatrixOptions, matrix: &Matrix) -> anyhow::Result<Selection> {
    let known = |name: &&String| matrix.variants.iter().any(|variant| variant.name == **name);
    if let Some(unknown) = options.only.iter().find(|name| !known(name)) {
        let has: Vec<&str> = matrix.variants.iter().map(|variant| variant.name.as_str()).collect();
        return Err(UsageError(format!(
            "`--only {unknown}` is none of the variants that are compared ({}); name it with \
             `--guidance`, too",
            has.join(", ")
        ))
        .into());
    }
    Ok(Selection {
        shard: options.shard.unwrap_or(Shard::WHOLE),
        variants: (!options.only.is_empty()).then(|| options.only.clone()),
        retry_failed: options.retry_failed,
    })
}

fn run_cells(
    options: &MatrixOptions,
    chosen: &Chosen,
    plan: &Plan,
    (models, records): (&mut [ChosenModel], &[ModelRecord]),
    teller: &mut Teller,
) -> anyhow::Result<RunEnd> {
    let stop = stop_on_signal();
    let job = MatrixJob {
        matrix: &chosen.matrix,
        out: &options.out,
        bugs: &chosen.bugs,
        plan,
        budget: options.budget,
        build: options.build.settings(stop.clone())?,
        sandbox: chosen.sandbox.clone(),
        stop,
    };
    let mut in_use: Vec<ModelInUse<'_>> = models
        .iter_mut()
        .zip(records)
        .map(|(source, record)| ModelInUse { record: record.clone(), source })
        .collect();
    let mut tell = |event: &MatrixEvent<'_>| teller.show(event);
    run_matrix(&job, &mut in_use, &mut tell).map_err(usage)
}

/// The models that are named, or that the preset names.
fn models(options: &MatrixOptions) -> anyhow::Result<Vec<ChosenModel>> {
    let names = settings::model_names(options)?;
    let choice = |model| ModelChoice { model, threads: options.threads };
    names.into_iter().map(|name| ChosenModel::choose(&choice(name))).collect()
}

/// What is wrong with what was asked for is the user's mistake.
pub(super) fn usage(error: BenchError) -> anyhow::Error {
    match error {
        BenchError::Choice(_)
        | BenchError::OtherMatrix { .. }
        | BenchError::NoMatrix { .. }
        | BenchError::NoBugs { .. } => UsageError(error.to_string()).into(),
        error => error.into(),
    }
}
