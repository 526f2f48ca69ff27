//! What a jar of ours is made of.

use std::fs;
use std::path::PathBuf;

use include_dir::{Dir, DirEntry, File};
use task::Digest;

use crate::{CompanionError, Jdk};

/// Changed whenever the way of building changes what is in the jar.
const BUILD_FORMAT: &str = "1";

/// A part of the embedded Java, and how it becomes a jar.
#[derive(Clone, Debug)]
pub struct Component {
    /// The jar's name without `.jar`.
    pub name: String,
    /// Runs of the compiler, in order; most components need one.
    pub steps: Vec<CompileStep>,
    /// The manifest's attributes in order, such as `Main-Class`.
    pub manifest: Vec<(String, String)>,
}

/// One run of the compiler, over all files of a source folder.
#[derive(Clone, Debug)]
pub struct CompileStep {
    /// Names the step's folders. The compiler runs in a folder where the files of a step lie in
    /// `sources/NAME` and what it compiled in `classes/NAME`; the options of a later step can
    /// name them.
    pub name: String,
    /// The folder that holds the packages. Each `.java` file is compiled; `.md` files are left
    /// out; every other file is a resource and is copied to the same place in the jar.
    pub sources: &'static Dir<'static>,
    /// Options for the compiler, such as `--release 17` as two. Not the class path.
    pub javac_options: Vec<String>,
    /// Jars to compile against; they are known to the cache by file name and size.
    pub class_path: Vec<PathBuf>,
    /// What the paths of the step's classes and resources start with in the jar: empty, or a
    /// folder with a `/` at its end.
    pub jar_folder: String,
}

impl CompileStep {
    /// A step that needs nothing but its sources, and puts its classes at the jar's root.
    pub fn new(name: impl Into<String>, sources: &'static Dir<'static>) -> Self {
        Self {
            name: name.into(),
            sources,
            javac_options: Vec::new(),
            class_path: Vec::new(),
            jar_folder: String::new(),
        }
    }

    fn add_to(&self, pieces: &mut Pieces) -> Result<(), CompanionError> {
        pieces.add("step", self.name.as_bytes());
        pieces.add("jar folder", self.jar_folder.as_bytes());
        for file in files(self.sources) {
            pieces.add(&format!("file {}", file.path().display()), file.contents());
        }
        for option in &self.javac_options {
            pieces.add("option", option.as_bytes());
        }
        for path in &self.class_path {
            let size = fs::metadata(path).map_err(CompanionError::file("read", path))?.len();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            pieces.add(&format!("class path {name}"), &size.to_be_bytes());
        }
        Ok(())
    }
}

impl Component {
    /// The digest of everything that decides the jar's content.
    ///
    /// # Errors
    /// When a jar of a class path cannot be read.
    pub(crate) fn digest(&self, jdk: &Jdk) -> Result<Digest, CompanionError> {
        let mut pieces = Pieces::default();
        pieces.add("format", BUILD_FORMAT.as_bytes());
        pieces.add("jdk", jdk.version().as_str().as_bytes());
        pieces.add("name", self.name.as_bytes());
        for step in &self.steps {
            step.add_to(&mut pieces)?;
        }
        for (name, value) in &self.manifest {
            pieces.add(&format!("manifest {name}"), value.as_bytes());
        }
        Ok(Digest::of(pieces.0.iter().map(Vec::as_slice)))
    }
}

/// What a digest is made of, each content after its label.
#[derive(Default)]
struct Pieces(Vec<Vec<u8>>);

impl Pieces {
    fn add(&mut self, label: &str, content: &[u8]) {
        self.0.push(label.as_bytes().to_vec());
        self.0.push(content.to_vec());
    }
}

/// All files below a folder, by path.
pub(crate) fn files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
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
