//! What the store takes from the environment; nothing else in this crate reads a variable.

use std::env;
use std::path::PathBuf;

use super::StoreError;

/// The folder of all caches of this program; default `patchwright` in the user's cache folder.
const CACHE_VARIABLE: &str = "PATCHWRIGHT_CACHE";
/// The address of the Hugging Face hub, as its own programs read it.
const HUB_VARIABLE: &str = "HF_ENDPOINT";
/// The hub itself.
const DEFAULT_HUB: &str = "https://huggingface.co";

/// The folder in which this program keeps what it can fetch or build again: `PATCHWRIGHT_CACHE`,
/// or `patchwright` in the user's cache folder (`~/.cache` on Linux).
///
/// # Errors
/// When the variable is not set and the user has no home folder.
pub fn patchwright_cache_folder() -> Result<PathBuf, StoreError> {
    if let Some(folder) = env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    let folder = dirs::cache_dir().ok_or(StoreError::NoCacheFolder)?;
    Ok(folder.join("patchwright"))
}

/// The file with the user's own registry entries: `models.toml` in `patchwright` in the user's
/// configuration folder (`~/.config` on Linux). It need not exist.
pub fn user_registry_file() -> Option<PathBuf> {
    dirs::config_dir().map(|folder| folder.join("patchwright").join("models.toml"))
}

pub(super) fn hub_address() -> String {
    let address = env::var(HUB_VARIABLE).ok().filter(|address| !address.is_empty());
    let address = address.unwrap_or_else(|| DEFAULT_HUB.to_owned());
    address.trim_end_matches('/').to_owned()
}
