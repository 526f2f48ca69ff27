//! The model that a command is to use: found in the store, loaded when it is needed.

#[cfg_attr(feature = "llama", path = "models/llama.rs")]
#[cfg_attr(not(feature = "llama"), path = "models/absent.rs")]
mod runtime;

use std::path::PathBuf;

use lm::store::{Store, sha256_of_file};
use project::StopFlag;
use repair::{ModelRecord, ModelSource, UseModel};

use crate::arguments::ModelChoice;
use crate::exit::UsageError;

/// A model that is on this machine.
pub(crate) struct ChosenModel {
    name: String,
    path: PathBuf,
    sha256: String,
    runtime: runtime::Settings,
}

impl ChosenModel {
    /// Finds the model that the flags name. The digest of one that is given by its path is
    /// computed, since the record of a run names it.
    ///
    /// # Errors
    /// When it is unknown, not fetched yet, or no model.
    pub(crate) fn choose(choice: &ModelChoice) -> anyhow::Result<Self> {
        let store = Store::of_user()?;
        let found = store.resolve(&choice.model).map_err(usage)?;
        let known = found.name.as_deref().and_then(|name| store.info(name).ok());
        let sha256 = match known {
            Some((model, _)) => model.sha256.clone(),
            None => sha256_of_file(&found.path)?,
        };
        let infill = found.family.and_then(|family| family.infill);
        let runtime = runtime::settings(choice.threads, infill);
        Ok(Self { name: choice.model.clone(), path: found.path, sha256, runtime })
    }

    /// What the record of a run says about it.
    pub(crate) fn record(&self) -> ModelRecord {
        ModelRecord {
            name: self.name.clone(),
            file: self.path.clone(),
            sha256: Some(self.sha256.clone()),
            threads: self.runtime.threads,
        }
    }
}

impl ModelSource for ChosenModel {
    fn lend(
        &mut self,
        stop: &StopFlag,
        use_model: &mut UseModel<'_>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        runtime::lend(&self.path, &self.runtime, stop, use_model)
    }
}

/// A name that means nothing is the user's mistake.
pub(crate) fn usage(error: lm::store::StoreError) -> anyhow::Error {
    match error {
        lm::store::StoreError::Unknown { .. } => UsageError(error.to_string()).into(),
        error => error.into(),
    }
}
