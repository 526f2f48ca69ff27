//! What stands in for the runtime in a build without one.

use std::error::Error;
use std::path::Path;

use lm::InfillNames;
use project::StopFlag;
use repair::UseModel;

/// Nothing can be set.
pub(super) struct Settings {
    pub(super) threads: usize,
}

/// Settings of nothing.
pub(super) fn settings(threads: Option<usize>, _infill: Option<InfillNames>) -> Settings {
    Settings { threads: threads.unwrap_or(0) }
}

/// Says what to do instead.
pub(super) fn lend(
    _path: &Path,
    _settings: &Settings,
    _stop: &StopFlag,
    _use_model: &mut UseModel<'_>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    Err("this `patchwright` was built without a model runtime; build it with `--features llama`"
        .into())
}
