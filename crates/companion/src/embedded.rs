//! The Java sources inside this binary.

use include_dir::{Dir, include_dir};

use crate::CompanionError;

static COMPANION: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../companion");

/// A folder of the repository's `companion/` folder, by its path below it (`engine`, `engine/src`).
///
/// # Errors
/// When there is no such folder.
pub fn embedded(path: &str) -> Result<&'static Dir<'static>, CompanionError> {
    COMPANION.get_dir(path).ok_or_else(|| CompanionError::NoSuchSources(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::embedded;

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let message = embedded("no/such/folder").unwrap_err().to_string();
        assert!(message.contains("`no/such/folder`"), "{message}");
    }
}
