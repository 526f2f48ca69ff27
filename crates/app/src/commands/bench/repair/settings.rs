//! From flags and a preset to the settings of a matrix.

use bench::matrix::{
    ChosenBugs, Matrix, ModelIdentity, ProgramIdentity, VariantRecord, choose_bugs,
};
use bench::presets::Preset;
use bench::{Bug, Strategy, Variant, find_data_set};
use repair::ModelRecord;
use validate::sandbox::{Sandbox, SandboxKind};

use super::super::list::names_in;
use super::usage;
use crate::arguments::bench::MatrixOptions;
use crate::exit::UsageError;

/// What is measured when nobody says otherwise.
const USUAL_MODEL: &str = "qwen2.5-coder-1.5b";
const USUAL_VARIANT: &str = "full";
const USUAL_SAMPLES: usize = 100;
const USUAL_MAX_TOKENS: usize = 50;
const USUAL_SEED: u64 = 1;

/// What is to be measured.
pub(super) struct Chosen {
    pub(super) matrix: Matrix,
    pub(super) bugs: Vec<Bug>,
    pub(super) sandbox: Sandbox,
}

/// The names of the models.
pub(super) fn model_names(options: &MatrixOptions) -> anyhow::Result<Vec<String>> {
    let preset = preset(options)?;
    Ok(first_of(&options.models, preset.map(|preset| preset.models), || USUAL_MODEL.to_owned()))
}

/// The settings that flags, preset and defaults give, in this order.
pub(super) fn choose(options: &MatrixOptions, models: &[ModelRecord]) -> anyhow::Result<Chosen> {
    let preset = preset(options)?;
    let sandbox = options.build.sandbox()?;
    let data_set = find_data_set(&options.bugs).map_err(usage)?;
    let all = data_set.bugs().map_err(usage)?;
    let wanted = wanted(options, preset.as_ref(), &all)?;
    let ChosenBugs { bugs, records, left_out } =
        choose_bugs(all, wanted.as_deref()).map_err(usage)?;
    let of_preset = |value: fn(&Preset) -> usize| preset.as_ref().map(value);
    let samples = options.samples.or(of_preset(|preset| preset.samples)).unwrap_or(USUAL_SAMPLES);
    let max_tokens = options.max_tokens.or(of_preset(|preset| preset.max_tokens));
    let max_tokens = max_tokens.unwrap_or(USUAL_MAX_TOKENS);
    let variants =
        first_of(&options.variants, preset.as_ref().map(|preset| preset.variants.clone()), || {
            USUAL_VARIANT.to_owned()
        });
    let cell_time = options.time.map(|time| time.as_secs().max(1));
    let matrix = Matrix {
        format_version: Matrix::FORMAT_VERSION,
        program: program(),
        preset: options.preset.clone(),
        data_set: data_set.name().to_owned(),
        bugs: records,
        left_out,
        models: models.iter().map(identity).collect(),
        strategies: strategies(options),
        variants: variants
            .iter()
            .map(|name| variant(name, samples, max_tokens))
            .collect::<anyhow::Result<_>>()?,
        seeds: first_of(&options.seeds, preset.as_ref().map(|preset| preset.seeds.clone()), || {
            USUAL_SEED
        }),
        prompt_tokens: options.prompt_tokens,
        cell_time_seconds: cell_time.or(preset.and_then(|preset| preset.cell_time_seconds)),
        test_time_seconds: options.build.test_time().as_secs().max(1),
        sandbox: match sandbox.kind() {
            SandboxKind::Bubblewrap => "bubblewrap".to_owned(),
            SandboxKind::None => "none".to_owned(),
        },
    };
    Ok(Chosen { matrix, bugs, sandbox })
}

fn preset(options: &MatrixOptions) -> anyhow::Result<Option<Preset>> {
    let found = options.preset.as_deref().and_then(Preset::find).transpose();
    found.map_err(usage)
}

/// What the user named, else what the preset names, else the usual one.
fn first_of<T: Clone>(named: &[T], preset: Option<Vec<T>>, usual: impl Fn() -> T) -> Vec<T> {
    match (named.is_empty(), preset) {
        (false, _) => named.to_vec(),
        (true, Some(values)) => values,
        (true, None) => vec![usual()],
    }
}

/// The names of the bugs to try, `None` for all. A name that the user mistyped is a mistake; a bug
/// of a preset that is not laid out here is told beside the tables.
fn wanted(
    options: &MatrixOptions,
    preset: Option<&Preset>,
    all: &[Bug],
) -> anyhow::Result<Option<Vec<String>>> {
    let named = names_in(options.list.as_deref(), &options.names)?;
    if let Some(unknown) = named.iter().find(|name| !all.iter().any(|bug| bug.name() == **name)) {
        let message = format!("`{}` has no bug `{unknown}`", options.bugs.display());
        return Err(UsageError(message).into());
    }
    let chose = options.list.is_some() || !named.is_empty();
    let of_preset = preset.map(|preset| preset.bugs.clone()).filter(|bugs| !bugs.is_empty());
    Ok(if chose { Some(named) } else { of_preset })
}

fn strategies(options: &MatrixOptions) -> Vec<Strategy> {
    let all = Strategy::ALL.iter().copied();
    let named = |known: &Strategy| options.strategies.iter().any(|name| name == known.name());
    if options.strategies.is_empty() { all.collect() } else { all.filter(named).collect() }
}

fn variant(name: &str, samples: usize, max_tokens: usize) -> anyhow::Result<VariantRecord> {
    let variant = Variant::find(name)
        .ok_or_else(|| UsageError(format!("there is no variant of guidance `{name}`")))?;
    let decode = decode::Settings { max_tokens, ..variant.settings(samples, 0) };
    Ok(VariantRecord { name: name.to_owned(), decode })
}

fn identity(model: &ModelRecord) -> ModelIdentity {
    ModelIdentity { name: model.name.clone(), sha256: model.sha256.clone() }
}

/// This program, with the commit that the build script noted.
fn program() -> ProgramIdentity {
    ProgramIdentity {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("PATCHWRIGHT_COMMIT").map(str::to_owned),
    }
}
