//! Builds a component into a jar in the user's cache folder.
//!
//! The jar's folder is named by a digest of everything that decides its content, so that a new
//! version of this program or another JDK never meets an old jar. It is made in a temporary folder
//! beside and renamed into place: two processes that build at once both win, and one that is
//! killed leaves only a folder that a later build removes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::component::files;
use crate::jar::{Entry, write_jar};
use crate::{
    ChildGroup, CompanionError, CompileStep, Component, Jdk, java_command, patchwright_cache_folder,
};

/// How long `javac` may take for one step. It takes about two seconds.
const BUILD_LIMIT: Duration = Duration::from_secs(300);

/// Temporary folders of builds start with this.
const BUILDING: &str = ".building-";

/// A build folder older than this was left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Held by the thread that builds.
static TURN: Mutex<()> = Mutex::new(());

/// The jar of `component`, built with `jdk` unless the user's cache folder has it already.
///
/// # Errors
/// When there is no cache folder, a file cannot be written, or the sources do not compile: the
/// error carries what `javac` wrote.
///
/// # Cost
/// The first time a run of `javac` a step, some two seconds each; later the digest of the sources.
pub fn build_jar(jdk: &Jdk, component: &Component) -> Result<PathBuf, CompanionError> {
    build_jar_in(&patchwright_cache_folder()?, jdk, component)
}

/// [`build_jar`] with a cache folder of the caller's choice.
///
/// # Errors
/// See [`build_jar`].
pub fn build_jar_in(
    cache_folder: &Path,
    jdk: &Jdk,
    component: &Component,
) -> Result<PathBuf, CompanionError> {
    let folder = cache_folder.join("companion");
    let target_folder = folder.join(component.digest(jdk)?.short());
    let target = target_folder.join(format!("{}.jar", component.name));
    if target.is_file() {
        return Ok(target);
    }
    // Of several threads only one builds; another process that builds too does no harm.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if target.is_file() {
        return Ok(target);
    }
    fs::create_dir_all(&target_folder).map_err(CompanionError::file("create", &target_folder))?;
    remove_abandoned_builds(&folder);
    build_into(&folder, &target, jdk, component)?;
    Ok(target)
}

/// Builds the jar in a temporary folder below `folder` and moves it to `target`.
fn build_into(
    folder: &Path,
    target: &Path,
    jdk: &Jdk,
    component: &Component,
) -> Result<(), CompanionError> {
    let building = tempfile::Builder::new()
        .prefix(BUILDING)
        .tempdir_in(folder)
        .map_err(CompanionError::file("create a folder in", folder))?;
    let jar = build(&Build { folder: building.path(), jdk, component })?;
    fs::rename(&jar, target).map_err(CompanionError::file("write", target))
}

/// One build under way.
struct Build<'a> {
    folder: &'a Path,
    jdk: &'a Jdk,
    component: &'a Component,
}

fn build(build: &Build<'_>) -> Result<PathBuf, CompanionError> {
    let mut entries = Vec::new();
    for step in &build.component.steps {
        let (java_files, resources) = lay_out(build, step)?;
        compile(build, step, &java_files)?;
        let classes = build.folder.join("classes").join(&step.name);
        let mut made = resources;
        read_files(&classes, &classes, &mut made)?;
        for entry in &mut made {
            entry.name.insert_str(0, &step.jar_folder);
        }
        entries.append(&mut made);
    }
    entries.sort_by(|left, right| left.name.cmp(&right.name));
    let jar = build.folder.join("component.jar");
    write_jar(&jar, &build.component.manifest, &entries)
        .map_err(CompanionError::file("write", &jar))?;
    Ok(jar)
}

/// Writes the step's Java files for the compiler, and gives their paths and the resources.
fn lay_out(
    build: &Build<'_>,
    step: &CompileStep,
) -> Result<(Vec<PathBuf>, Vec<Entry>), CompanionError> {
    let mut java_files = Vec::new();
    let mut resources = Vec::new();
    for file in files(step.sources) {
        let below = file.path().strip_prefix(step.sources.path()).unwrap_or_else(|_| file.path());
        match below.extension().and_then(|extension| extension.to_str()) {
            Some("java") => {
                let path = Path::new("sources").join(&step.name).join(below);
                write_file(&build.folder.join(&path), file.contents())?;
                java_files.push(path);
            }
            Some("md") => {}
            _ => resources.push(Entry { name: jar_path(below), bytes: file.contents().to_vec() }),
        }
    }
    Ok((java_files, resources))
}

/// Runs the compiler on a step's files. What it writes goes to a file: a pipe that nobody empties
/// would stop it.
fn compile(
    build: &Build<'_>,
    step: &CompileStep,
    java_files: &[PathBuf],
) -> Result<(), CompanionError> {
    let javac = build.jdk.javac();
    let failed = |output: String| CompanionError::Build {
        javac: javac.clone(),
        component: build.component.name.clone(),
        output,
    };
    let classes = Path::new("classes").join(&step.name);
    let output_path = build.folder.join("output.txt");
    let on_output = || CompanionError::file("write", &output_path);
    let output = fs::File::create(&output_path).map_err(on_output())?;
    let mut command = java_command(&javac);
    command
        .current_dir(build.folder)
        .args(["-J-Duser.language=en", "-encoding", "UTF-8", "-nowarn", "-proc:none", "-d"])
        .arg(classes)
        .args(&step.javac_options)
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(on_output())?)
        .stderr(output);
    if !step.class_path.is_empty() {
        let joined = std::env::join_paths(&step.class_path)
            .map_err(|error| failed(format!("the class path cannot be written: {error}")))?;
        command.arg("-cp").arg(joined);
    }
    let start = |source| CompanionError::Start { program: javac.clone(), source };
    let mut child = ChildGroup::spawn(command.args(java_files)).map_err(start)?;
    match child.wait_for(BUILD_LIMIT).map_err(start)? {
        Some(status) if status.success() => Ok(()),
        Some(status) => {
            let written = fs::read(&output_path).unwrap_or_default();
            Err(failed(format!("{}({status})", String::from_utf8_lossy(&written))))
        }
        None => Err(CompanionError::BuildTimeLimit {
            javac: javac.clone(),
            component: build.component.name.clone(),
            limit_seconds: BUILD_LIMIT.as_secs(),
        }),
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CompanionError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(CompanionError::file("create", parent))?;
    }
    fs::write(path, bytes).map_err(CompanionError::file("write", path))
}

fn read_files(root: &Path, folder: &Path, entries: &mut Vec<Entry>) -> Result<(), CompanionError> {
    let on_folder = || CompanionError::file("read", folder);
    for entry in fs::read_dir(folder).map_err(on_folder())? {
        let path = entry.map_err(on_folder())?.path();
        if path.is_dir() {
            read_files(root, &path, entries)?;
        } else {
            let bytes = fs::read(&path).map_err(CompanionError::file("read", &path))?;
            let below = path.strip_prefix(root).unwrap_or(&path);
            entries.push(Entry { name: jar_path(below), bytes });
        }
    }
    Ok(())
}

/// A path with `/` between its parts on every system.
fn jar_path(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn remove_abandoned_builds(folder: &Path) {
    let age = |entry: &fs::DirEntry| entry.metadata().ok()?.modified().ok()?.elapsed().ok();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_build = entry.file_name().to_string_lossy().starts_with(BUILDING);
        if is_build && age(&entry).is_some_and(|age| age > ABANDONED) {
            // Best effort: what stays is only disk space.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests;
