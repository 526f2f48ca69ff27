//! Builds our extension against the user's own Maven.

use std::fs;
use std::path::{Path, PathBuf};

use companion::{CompileStep, Component, build_jar_in, embedded, find_jdk};

use crate::error::ProjectError;
use crate::jdk::OLDEST_JDK;
use crate::maven::installation::Installation;

/// The extension's class files also run in a Maven that an old JDK runs.
const RELEASE: [&str; 3] = ["--release", "8", "-Xlint:-options"];

/// The jar of the extension, from the cache when it is there.
pub(super) fn spy_jar(
    cache_folder: &Path,
    installation: &Installation,
) -> Result<PathBuf, ProjectError> {
    let mut step = CompileStep::new("spy", embedded("maven")?);
    step.javac_options = RELEASE.iter().map(|option| (*option).to_owned()).collect();
    step.class_path = jars_of(&installation.home.join("lib"))?;
    let component =
        Component { name: "maven-spy".to_owned(), steps: vec![step], manifest: Vec::new() };
    Ok(build_jar_in(cache_folder, &find_jdk(OLDEST_JDK)?, &component)?)
}

fn jars_of(folder: &Path) -> Result<Vec<PathBuf>, ProjectError> {
    let mut jars = Vec::new();
    for entry in fs::read_dir(folder).map_err(ProjectError::read(folder))? {
        let path = entry.map_err(ProjectError::read(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "jar") && path.is_file() {
            jars.push(path);
        }
    }
    // The folder's own order may differ from one call to the next; the digest must not.
    jars.sort();
    Ok(jars)
}
