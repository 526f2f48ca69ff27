//! The folder for what can be made again: built companions, models, class paths.

use std::path::PathBuf;

use crate::{CompanionError, environment};

/// The user's cache folder of this program: `PATCHWRIGHT_CACHE`, or `patchwright` in the system's
/// own place for caches (`~/.cache` on Linux). It need not exist yet.
///
/// # Errors
/// When neither the variable nor the system names one.
pub fn patchwright_cache_folder() -> Result<PathBuf, CompanionError> {
    choose(environment::cache_override(), dirs::cache_dir())
}

fn choose(chosen: Option<PathBuf>, system: Option<PathBuf>) -> Result<PathBuf, CompanionError> {
    chosen
        .or_else(|| system.map(|folder| folder.join("patchwright")))
        .ok_or(CompanionError::NoCacheFolder)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::choose;
    use crate::CompanionError;

    #[test]
    fn the_variable_comes_first() {
        let folder = |text: &str| Some(PathBuf::from(text));
        assert_eq!(choose(folder("/mine"), folder("/c")).unwrap(), PathBuf::from("/mine"));
        assert_eq!(choose(None, folder("/c")).unwrap(), PathBuf::from("/c/patchwright"));
        assert!(matches!(choose(None, None), Err(CompanionError::NoCacheFolder)));
    }
}
