//! Models through llama.cpp.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use lm::InfillNames;
use lm::llama::GoOn;
pub(super) use lm::llama::Settings;
use project::StopFlag;
use repair::UseModel;

/// The runtime's settings, with the names of the infilling tokens that the registry knows.
pub(super) fn settings(threads: Option<usize>, infill: Option<InfillNames>) -> Settings {
    let usual = Settings { infill, ..Settings::default() };
    Settings { threads: threads.unwrap_or(usual.threads), ..usual }
}

/// Loads the model and lends it.
pub(super) fn lend(
    path: &Path,
    settings: &Settings,
    stop: &StopFlag,
    use_model: &mut UseModel<'_>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let stop = stop.clone();
    let go_on = GoOn(Arc::new(move || !stop.is_raised()));
    let settings = Settings { go_on, ..settings.clone() };
    Ok(lm::llama::with_model(path, &settings, |model| use_model(model))?)
}
