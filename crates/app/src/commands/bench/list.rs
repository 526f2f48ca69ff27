//! Files that name bugs.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// The names that flags give and those of a file, one a line; `#` begins a comment.
pub(super) fn names_in(file: Option<&Path>, named: &[String]) -> anyhow::Result<Vec<String>> {
    let mut names = named.to_vec();
    if let Some(path) = file {
        let text = fs::read_to_string(path)
            .with_context(|| format!("could not read `{}`", path.display()))?;
        let words = text.lines().map(str::trim).filter(|line| !line.is_empty());
        names.extend(words.filter(|line| !line.starts_with('#')).map(str::to_owned));
    }
    Ok(names)
}
