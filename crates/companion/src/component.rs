//! Builds a part of the embedded Java into a jar in the user's cache folder.
//!
//! The jar's folder is named by a digest of everything that decides its content, so that a new
//! version of this program or another JDK never meets an old jar. It is made in a temporary folder
//! beside and renamed into place: two processes that build at once both win, and one that is
//! killed leaves only a folder that a later build removes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use include_dir::{Dir, DirEntry};
use task::Digest;

use crate::jar::{Entry, write_jar};
use crate::{ChildGroup, CompanionError, Jdk, java_command, patchwright_cache_folder};

/// Changed whenever the way of building changes what is in the jar.
const BUILD_FORMAT: &str = "1";

/// How long `javac` may take for one component. It takes about two seconds.
const BUILD_LIMIT: Duration = Duration::from_secs(300);

/// Temporary folders of builds start with this.
const BUILDING: &str = ".building-";

/// A build folder older than this was left behind by a process that was killed.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A part of the embedded Java, and how it becomes a jar.
#[derive(Clone, Debug)]
pub struct Component {
    /// The jar's name without `.jar`.
    pub name: String,
    /// The folder that holds the packages. Each `.java` file is compiled; `.md` files are left
    /// out; every other file is a resource and is copied to the same place in the jar.
    pub sources: &'static Dir<'static>,
    /// Options for the compiler, such as `--release 17` as two. Not the class path.
    pub javac_options: Vec<String>,
    /// Jars to compile against; they are known to the cache by file name and size.
    pub class_path: Vec<PathBuf>,
    /// The manifest's attributes in order, such as `Main-Class`.
    pub manifest: Vec<(String, String)>,
    /// Classes that are put elsewhere in the jar.
    pub relocations: Vec<Relocation>,
}

/// Puts the classes of some packages into a folder of the jar, from where the program defines them
/// itself at run time: classes that must live in a package of the JDK's own modules.
#[derive(Clone, Debug)]
pub struct Relocation {
    /// The packages by the start of their path, such as `com/sun/tools/javac/`.
    pub packages: String,
    /// What the path in the jar starts with, such as `hidden/`; the class's own path follows.
    pub folder: String,
    /// A text file in the jar that lists the class's own paths, one a line, in order.
    pub index: String,
}

impl Component {
    /// A component that needs nothing but its sources.
    pub fn new(name: impl Into<String>, sources: &'static Dir<'static>) -> Self {
        Self {
            name: name.into(),
            sources,
            javac_options: Vec::new(),
            class_path: Vec::new(),
            manifest: Vec::new(),
            relocations: Vec::new(),
        }
    }

    fn digest(&self, jdk: &Jdk) -> Result<Digest, CompanionError> {
        let mut pieces: Vec<Vec<u8>> = Vec::new();
        let mut add = |label: &str, content: &[u8]| {
            pieces.push(label.as_bytes().to_vec());
            pieces.push(content.to_vec());
        };
        add("format", BUILD_FORMAT.as_bytes());
        add("jdk", jdk.version().as_str().as_bytes());
        add("name", self.name.as_bytes());
        for file in files(self.sources) {
            add(&format!("file {}", file.path().display()), file.contents());
        }
        for option in &self.javac_options {
            add("option", option.as_bytes());
        }
        for (name, value) in &self.manifest {
            add(&format!("manifest {name}"), value.as_bytes());
        }
        for Relocation { packages, folder, index } in &self.relocations {
            add("relocation", format!("{packages}\n{folder}\n{index}").as_bytes());
        }
        for path in &self.class_path {
            let size = fs::metadata(path).map_err(CompanionError::file("read", path))?.len();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            add(&format!("class path {name}"), &size.to_be_bytes());
        }
        Ok(Digest::of(pieces.iter().map(Vec::as_slice)))
    }
}

/// The jar of `component`, built with `jdk` unless the user's cache folder has it already.
///
/// # Errors
/// When there is no cache folder, a file cannot be written, or the sources do not compile: the
/// error carries what `javac` wrote.
///
/// # Cost
/// The first time a run of `javac`, some two seconds; later the digest of the sources.
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
    fs::create_dir_all(&target_folder).map_err(CompanionError::file("create", &target_folder))?;
    remove_abandoned_builds(&folder);
    let building = tempfile::Builder::new()
        .prefix(BUILDING)
        .tempdir_in(&folder)
        .map_err(CompanionError::file("create a folder in", &folder))?;
    let jar = build(building.path(), jdk, component)?;
    fs::rename(&jar, &target).map_err(CompanionError::file("write", &target))?;
    Ok(target)
}

fn build(folder: &Path, jdk: &Jdk, component: &Component) -> Result<PathBuf, CompanionError> {
    let sources = folder.join("sources");
    let classes = folder.join("classes");
    for part in [&sources, &classes] {
        fs::create_dir(part).map_err(CompanionError::file("create", part))?;
    }
    let mut java_files = Vec::new();
    let mut entries = Vec::new();
    for file in files(component.sources) {
        let path = path_below(component.sources, file);
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("java") => {
                write_file(&sources.join(path), file.contents())?;
                java_files.push(path.to_owned());
            }
            Some("md") => {}
            _ => entries.push(Entry { name: jar_path(path), bytes: file.contents().to_vec() }),
        }
    }
    compile(folder, jdk, component, &java_files)?;
    read_classes(&classes, &classes, &mut entries)?;
    relocate(&mut entries, &component.relocations);
    entries.sort_by(|left, right| left.name.cmp(&right.name));
    let jar = folder.join("component.jar");
    write_jar(&jar, &component.manifest, &entries).map_err(CompanionError::file("write", &jar))?;
    Ok(jar)
}

/// Runs the compiler on the files below `folder/sources`. What it writes goes to a file: a pipe
/// that nobody empties would stop it.
fn compile(
    folder: &Path,
    jdk: &Jdk,
    component: &Component,
    java_files: &[PathBuf],
) -> Result<(), CompanionError> {
    let javac = jdk.javac();
    let output_path = folder.join("output.txt");
    let on_output = || CompanionError::file("write", &output_path);
    let output = File::create(&output_path).map_err(on_output())?;
    let mut command = java_command(&javac);
    command
        .current_dir(folder.join("sources"))
        .args(["-J-Duser.language=en", "-encoding", "UTF-8", "-proc:none", "-d", "../classes"])
        .args(&component.javac_options)
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(on_output())?)
        .stderr(output);
    if !component.class_path.is_empty() {
        let joined = std::env::join_paths(&component.class_path).map_err(|error| {
            build_error(&javac, component, format!("the class path cannot be written: {error}"))
        })?;
        command.arg("-cp").arg(joined);
    }
    command.args(java_files);
    let start = |source| CompanionError::Start { program: javac.clone(), source };
    let mut child = ChildGroup::spawn(&mut command).map_err(start)?;
    match child.wait_for(BUILD_LIMIT).map_err(start)? {
        Some(status) if status.success() => Ok(()),
        Some(status) => {
            let written = fs::read(&output_path).unwrap_or_default();
            let text = String::from_utf8_lossy(&written);
            Err(build_error(&javac, component, format!("{}({status})", text)))
        }
        None => Err(CompanionError::BuildTimeLimit {
            javac,
            component: component.name.clone(),
            limit_seconds: BUILD_LIMIT.as_secs(),
        }),
    }
}

fn build_error(javac: &Path, component: &Component, output: String) -> CompanionError {
    CompanionError::Build { javac: javac.to_owned(), component: component.name.clone(), output }
}

/// All files below a folder, by path.
fn files(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => found.extend(files(inner)),
            DirEntry::File(file) => found.push(file),
        }
    }
    found.sort_by_key(|file| file.path());
    found
}

fn path_below<'a>(folder: &Dir<'_>, file: &'a include_dir::File<'_>) -> &'a Path {
    file.path().strip_prefix(folder.path()).unwrap_or_else(|_| file.path())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CompanionError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(CompanionError::file("create", parent))?;
    }
    fs::write(path, bytes).map_err(CompanionError::file("write", path))
}

fn read_classes(
    root: &Path,
    folder: &Path,
    entries: &mut Vec<Entry>,
) -> Result<(), CompanionError> {
    let on_folder = || CompanionError::file("read", folder);
    for entry in fs::read_dir(folder).map_err(on_folder())? {
        let path = entry.map_err(on_folder())?.path();
        if path.is_dir() {
            read_classes(root, &path, entries)?;
        } else {
            let bytes = fs::read(&path).map_err(CompanionError::file("read", &path))?;
            let below = path.strip_prefix(root).unwrap_or(&path);
            entries.push(Entry { name: jar_path(below), bytes });
        }
    }
    Ok(())
}

fn relocate(entries: &mut Vec<Entry>, relocations: &[Relocation]) {
    for Relocation { packages, folder, index } in relocations {
        let mut moved = Vec::new();
        for entry in entries.iter_mut().filter(|entry| entry.name.starts_with(packages)) {
            moved.push(entry.name.clone());
            entry.name.insert_str(0, folder);
        }
        moved.sort();
        let list = moved.iter().map(|name| format!("{name}\n")).collect::<String>();
        entries.push(Entry { name: index.clone(), bytes: list.into_bytes() });
    }
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
