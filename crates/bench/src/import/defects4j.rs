//! Defects4J, from its own files and the projects' histories: no Perl, no old JDK, no network.
//!
//! A bug's program is the fixed revision of the project with the patch that leads from fixed to
//! buggy (`framework/projects/P/patches/N.src.patch`); its tests are those of the fixed revision.
//! What is laid out is somebody else's code: it belongs outside of any repository of ours.

mod class_path;
mod compile;
pub(crate) mod conventions;
mod extras;
mod generated;
mod lay_out;
mod metadata;

use std::path::{Path, PathBuf};

use project::BuildSettings;

use crate::bug::Bug;
use crate::error::BenchError;

pub use extras::Extras;
pub use metadata::BugRecord;

/// Where everything is.
#[derive(Clone, Debug)]
pub struct Sources {
    /// One JSON object a line; see `docs/defects4j-metadata.md`.
    pub metadata: PathBuf,
    /// A checkout of Defects4J.
    pub framework: PathBuf,
    /// A folder of git repositories; which one is meant is known by its revisions.
    pub repositories: PathBuf,
    /// What the projects need besides, for those whose build makes something first.
    pub extras: Extras,
}

/// A bug that is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidOut {
    /// The bug.
    pub bug: Bug,
    /// Files that the repository lacks the content of, none of them Java. Empty for a bug that was
    /// there already.
    pub missing: Vec<PathBuf>,
}

/// Lays out the bugs with these keys, or all of the metadata, each in `out/KEY`. A folder that is
/// there already is left as it is. `tell` hears of each bug as it is done.
///
/// # Errors
/// When the metadata cannot be read or lack a key. What is wrong with one bug is told and does not
/// end the import.
///
/// # Cost
/// One compilation a bug, more where test files have to be left out.
pub fn import(
    sources: &Sources,
    keys: &[String],
    out: &Path,
    build: &BuildSettings,
    tell: &mut dyn FnMut(&str, &Result<LaidOut, BenchError>),
) -> Result<(), BenchError> {
    for record in metadata::chosen(&sources.metadata, keys)? {
        if build.limits.stop.is_raised() {
            return Err(BenchError::Stopped);
        }
        let folder = out.join(&record.key);
        let result = if folder.exists() {
            Bug::open(&folder).map(|bug| LaidOut { bug, missing: Vec::new() })
        } else {
            lay_out::lay_out(sources, &record, &folder, build)
        };
        tell(&record.key, &result);
    }
    Ok(())
}
