//! Remembers models from one run to the next.
//!
//! A model is named by a digest of everything that decides it: the build files, Maven's settings,
//! Maven, the JDK and our extension. It is used only while every jar on its class paths is there.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use task::Digest;
use walkdir::WalkDir;

use crate::copy::is_left_out;
use crate::error::ProjectError;
use crate::jdk::JdkInUse;
use crate::maven::installation::Installation;
use crate::maven::settings_file::user_settings_file;
use crate::model::ProjectModel;

/// Raised whenever the form of the model changes.
const FORMAT_VERSION: u32 = 1;

/// Variables with options for Maven.
const OPTION_VARIABLES: [&str; 2] = ["MAVEN_OPTS", "MAVEN_ARGS"];

#[derive(Serialize, Deserialize)]
struct Stored {
    format_version: u32,
    key: Digest,
    model: ProjectModel,
}

/// The name of the model of the project in `root`.
pub(super) fn key(
    root: &Path,
    installation: &Installation,
    jdk: &JdkInUse,
    spy_jar: &Path,
) -> Result<Digest, ProjectError> {
    let mut pieces: Vec<Vec<u8>> = vec![
        FORMAT_VERSION.to_string().into_bytes(),
        installation.version.clone().into_bytes(),
        path_bytes(&installation.home),
        path_bytes(&jdk.home),
        jdk.version.clone().into_bytes(),
        // A JDK that the user names is never replaced by another one.
        format!("{:?}", jdk.reason).into_bytes(),
        // Its folder is named by a digest of its sources.
        path_bytes(spy_jar),
    ];
    for variable in OPTION_VARIABLES {
        let value = std::env::var_os(variable).unwrap_or_default();
        pieces.push(value.into_encoded_bytes());
    }
    // The local repository is below it unless one of the above says otherwise.
    pieces.push(std::env::var_os("HOME").unwrap_or_default().into_encoded_bytes());
    // Most users have no settings file.
    pieces.push(user_settings_file().and_then(|file| fs::read(file).ok()).unwrap_or_default());
    for file in build_files(root)? {
        pieces.push(path_bytes(file.strip_prefix(root).unwrap_or(&file)));
        pieces.push(fs::read(&file).map_err(ProjectError::read(&file))?);
        // The first test of a module makes Surefire fetch what it needs.
        let has_tests = file.with_file_name("src").join("test").is_dir();
        pieces.push(vec![u8::from(has_tests)]);
    }
    Ok(Digest::of(pieces.iter().map(Vec::as_slice)))
}

/// The model of this name for the project in `root`, when it is there and still holds. A file that
/// cannot be read is as good as none.
pub(super) fn load(cache_folder: &Path, key: &Digest, root: &Path) -> Option<ProjectModel> {
    let bytes = fs::read(file(cache_folder, key)).ok()?;
    let stored: Stored = serde_json::from_slice(&bytes).ok()?;
    let same = stored.format_version == FORMAT_VERSION && stored.key == *key;
    let model = stored.model;
    let holds = same && model.class_paths_exist() && model.jdk.home.is_dir();
    if holds { model.relocated(root).ok() } else { None }
}

/// Remembers a model.
///
/// # Errors
/// When the cache folder cannot be written.
pub(super) fn store(
    cache_folder: &Path,
    key: &Digest,
    model: &ProjectModel,
) -> Result<(), ProjectError> {
    let target = file(cache_folder, key);
    let folder = target.parent().unwrap_or(cache_folder);
    let on_write = || ProjectError::write(&target);
    fs::create_dir_all(folder).map_err(on_write())?;
    let stored = Stored { format_version: FORMAT_VERSION, key: key.clone(), model: model.clone() };
    // A temporary file is readable for its owner only: settings of tests may hold passwords.
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(on_write())?;
    serde_json::to_writer(&mut temporary, &stored).map_err(|error| on_write()(error.into()))?;
    temporary.persist(&target).map_err(|error| on_write()(error.error))?;
    Ok(())
}

fn file(cache_folder: &Path, key: &Digest) -> PathBuf {
    cache_folder.join("models").join(format!("{}.json", key.short()))
}

/// The POM files and what stands in `.mvn`, by path.
fn build_files(root: &Path) -> Result<Vec<PathBuf>, ProjectError> {
    let mut files = Vec::new();
    for entry in
        WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(|entry| !is_left_out(entry))
    {
        let entry = entry.map_err(|error| ProjectError::Read {
            path: error.path().unwrap_or(root).to_owned(),
            source: error.into(),
        })?;
        let name = entry.file_name().to_string_lossy();
        let is_pom = name.starts_with("pom") && name.ends_with(".xml");
        let in_mvn = entry.path().components().any(|part| part.as_os_str() == ".mvn");
        if entry.path().is_file() && (is_pom || in_mvn) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

fn path_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}
