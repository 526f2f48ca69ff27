//! Bugs that Defects4J itself has checked out (`defects4j checkout -p Lang -v 9b -w Lang-9`).
//!
//! A checkout knows where its sources are and which tests show the bug; its git repository holds the
//! fixed version under a tag. What only Defects4J's build knows, the class path above all, the
//! user's own `defects4j export` says. What is found is written down as a bug file in `.patchwright`
//! inside of the checkout, and nothing else in it changes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use task::{BugBuild, BugFile, BugHole, BugReference, BugTests, Location, TestName};

use super::bug_folders::natural_key;
use crate::bug::Bug;
use crate::data_set::DataSet;
use crate::error::BenchError;
use crate::git::Git;
use crate::import::defects4j::conventions::{
    JVM_OPTIONS, RESOURCES, TEST_RESOURCES, TIME_ZONE, encoding, with_further,
};

/// What Defects4J calls its files.
const CONFIG: &str = ".defects4j.config";
const PROPERTIES: &str = "defects4j.build.properties";
/// Where the bug file of a checkout is, and the files with exported properties.
const BUG: &str = ".patchwright/bug";
const EXPORTED: &str = ".patchwright/defects4j";
/// The name of the reference fix's file.
const REFERENCE: &str = "reference.diff";
/// The language level, which Defects4J does not tell: the lowest that the JDKs of today compile.
const SOURCE_LEVEL: u32 = 8;

/// All checkouts in a folder, or the folder itself when it is one.
#[derive(Clone, Debug)]
pub struct Defects4JCheckouts {
    name: String,
    path: PathBuf,
    command: PathBuf,
}

impl Defects4JCheckouts {
    /// The checkouts at `path`; nothing when there are none.
    ///
    /// # Errors
    /// When the path cannot be read.
    pub fn find(path: &Path) -> Result<Option<Self>, BenchError> {
        let path = path.canonicalize().map_err(BenchError::file("read", path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let set =
            Self { name: name.unwrap_or_default(), path, command: PathBuf::from("defects4j") };
        Ok(if set.checkouts()?.is_empty() { None } else { Some(set) })
    }

    /// The same with another program than the `defects4j` on the search path.
    pub fn with_command(self, command: PathBuf) -> Self {
        Self { command, ..self }
    }

    fn checkouts(&self) -> Result<Vec<PathBuf>, BenchError> {
        if self.path.join(CONFIG).is_file() {
            return Ok(vec![self.path.clone()]);
        }
        let fail = || BenchError::file("read", &self.path);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fail())? {
            let path = entry.map_err(fail())?.path();
            if path.join(CONFIG).is_file() {
                found.push(path);
            }
        }
        Ok(found)
    }
}

impl DataSet for Defects4JCheckouts {
    fn name(&self) -> &str {
        &self.name
    }

    fn bugs(&self) -> Result<Vec<Bug>, BenchError> {
        let checkouts = self.checkouts()?;
        let bug = |path: PathBuf| Checkout::open(path, &self.command)?.bug();
        let mut bugs = checkouts.into_iter().map(bug).collect::<Result<Vec<_>, _>>()?;
        bugs.sort_by_cached_key(|bug| natural_key(bug.name()));
        Ok(bugs)
    }
}

/// A checkout of one bug.
struct Checkout<'a> {
    path: PathBuf,
    command: &'a Path,
    project: String,
    number: String,
    properties: BTreeMap<String, String>,
}

impl<'a> Checkout<'a> {
    fn open(path: PathBuf, command: &'a Path) -> Result<Self, BenchError> {
        let config = key_values(&path.join(CONFIG))?;
        let fail = |reason: &str| {
            BenchError::LayOut(format!("`{}`: {reason}", path.join(CONFIG).display()))
        };
        let value = |key: &str| config.get(key).ok_or_else(|| fail(&format!("it has no `{key}`")));
        let (project, version) = (value("pid")?.clone(), value("vid")?.clone());
        let plain =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
        let number = match version.strip_suffix('b') {
            Some(number) if plain(number) && plain(&project) => number.to_owned(),
            _ => {
                let reason = format!(
                    "`{project}` `{version}` is no buggy version; check out one such as `9b`"
                );
                return Err(fail(&reason));
            }
        };
        let properties = key_values(&path.join(PROPERTIES))?;
        Ok(Self { path, command, project, number, properties })
    }

    /// The bug, after its file is written.
    fn bug(&self) -> Result<Bug, BenchError> {
        let folder = self.path.join(BUG);
        fs::create_dir_all(&folder).map_err(BenchError::file("create", &folder))?;
        let write = |path: PathBuf, bytes: &[u8]| {
            fs::write(&path, bytes).map_err(BenchError::file("write", &path))
        };
        // The checkout's repository is Defects4J's.
        write(self.path.join(".patchwright/.gitignore"), b"*\n")?;
        write(folder.join(REFERENCE), &self.fix(3)?)?;
        let file = self.bug_file()?;
        let text = file.to_text().map_err(|error| BenchError::LayOut(error.to_string()))?;
        write(folder.join(BugFile::NAME), text.as_bytes())?;
        Bug::open(&folder)
    }

    fn bug_file(&self) -> Result<BugFile, BenchError> {
        let sources = PathBuf::from(self.property("d4j.dir.src.classes")?);
        let test_sources = PathBuf::from(self.property("d4j.dir.src.tests")?);
        let failing = self.failing_tests()?;
        let mut relevant = self.exported_lines("tests.relevant")?;
        relevant.extend(failing.iter().map(|test| test.class.clone()));
        relevant.sort();
        relevant.dedup();
        let holes = places(&String::from_utf8_lossy(&self.fix(0)?));
        let folders = [sources.clone(), test_sources.clone()];
        Ok(BugFile {
            format_version: BugFile::FORMAT_VERSION,
            name: format!("{}-{}", self.project, self.number),
            title: String::new(),
            project: PathBuf::from("../.."),
            build: Some(BugBuild {
                source_level: SOURCE_LEVEL,
                encoding: encoding(&self.path, &folders),
                resources: with_further(&self.path, &sources, RESOURCES),
                test_resources: with_further(&self.path, &test_sources, TEST_RESOURCES),
                sources: vec![sources],
                test_sources: vec![test_sources],
                class_path: self.class_path()?,
                test_class_path: Vec::new(),
                leave_out: Vec::new(),
                javac_options: Vec::new(),
            }),
            tests: BugTests {
                failing,
                relevant,
                jvm_options: JVM_OPTIONS.map(str::to_owned).into(),
                environment: BTreeMap::from([("TZ".to_owned(), TIME_ZONE.to_owned())]),
                working_folder: PathBuf::from("."),
            },
            holes: holes.into_iter().map(|at| BugHole { at }).collect(),
            reference: Some(BugReference { patch: PathBuf::from(REFERENCE) }),
        })
    }

    fn property(&self, key: &str) -> Result<&str, BenchError> {
        let found = self.properties.get(key).map(String::as_str);
        found.filter(|value| !value.is_empty()).ok_or_else(|| {
            let file = self.path.join(PROPERTIES);
            BenchError::LayOut(format!("`{}` has no `{key}`", file.display()))
        })
    }

    fn failing_tests(&self) -> Result<Vec<TestName>, BenchError> {
        let test = |word: &str| {
            word.parse::<TestName>().map_err(|error| BenchError::LayOut(error.to_string()))
        };
        self.property("d4j.tests.trigger")?.split([',', ';']).map(str::trim).map(test).collect()
    }

    /// What the program and its tests need. The classes of the checkout itself are compiled anew; what
    /// is not there, javac passes over, too.
    fn class_path(&self) -> Result<Vec<PathBuf>, BenchError> {
        let mut own = Vec::new();
        for property in ["dir.bin.classes", "dir.bin.tests"] {
            own.extend(self.exported_lines(property)?.iter().map(|folder| self.path.join(folder)));
        }
        let lines = self.exported_lines("cp.test")?;
        let entries = lines.iter().flat_map(std::env::split_paths).map(|path| self.path.join(path));
        Ok(entries.filter(|path| path.exists() && !own.contains(path)).collect())
    }

    /// The lines of a property, from the file that it was exported to. `defects4j` is asked once.
    fn exported_lines(&self, property: &str) -> Result<Vec<String>, BenchError> {
        let folder = self.path.join(EXPORTED);
        let file = folder.join(property);
        if !file.is_file() {
            fs::create_dir_all(&folder).map_err(BenchError::file("create", &folder))?;
            let partial = folder.join(format!("{property}.partial"));
            self.export(property, &partial)?;
            fs::rename(&partial, &file).map_err(BenchError::file("rename", &partial))?;
        }
        let text = fs::read_to_string(&file).map_err(BenchError::file("read", &file))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(lines.map(str::to_owned).collect())
    }

    /// Asks Defects4J, which compiles the program for some properties.
    fn export(&self, property: &str, file: &Path) -> Result<(), BenchError> {
        let checkout = self.path.display();
        let fail = |reason: String| {
            let target = self.path.join(EXPORTED).join(property);
            BenchError::LayOut(format!(
                "`{checkout}`: the property `{property}` could not be exported: {reason}; \
                 `defects4j export -p {property}` can write it into `{}` on any machine",
                target.display()
            ))
        };
        let output = Command::new(self.command)
            .args(["export", "-p", property, "-w"])
            .arg(&self.path)
            .arg("-o")
            .arg(file)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    fail(format!("there is no program `{}`", self.command.display()))
                }
                _ => fail(error.to_string()),
            })?;
        if output.status.success() && file.is_file() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(fail(format!("{}: {}", output.status, said.trim())))
    }

    /// The way from the buggy to the fixed version, with so many lines around each change.
    fn fix(&self, context_lines: usize) -> Result<Vec<u8>, BenchError> {
        let repository = self.path.join(".git");
        let git =
            Git { repository: Some(&repository), work_tree: Some(&self.path), ..Git::default() };
        let tag = |version: &str| format!("D4J_{}_{}_{version}", self.project, self.number);
        git.run(&[
            "diff".to_owned(),
            format!("--unified={context_lines}"),
            "--no-color".to_owned(),
            "--no-ext-diff".to_owned(),
            "--no-renames".to_owned(),
            "--src-prefix=a/".to_owned(),
            "--dst-prefix=b/".to_owned(),
            tag("BUGGY_VERSION"),
            tag("FIXED_VERSION"),
            "--".to_owned(),
            ".".to_owned(),
            format!(":(exclude){CONFIG}"),
        ])
    }
}

/// The places that a patch without context changes, in the files before it. A file that the fix adds
/// is no place in the buggy program.
fn places(patch: &str) -> Vec<Location> {
    let mut file = None;
    let mut found = Vec::new();
    for line in patch.lines() {
        if line.starts_with("diff --git ") {
            file = None;
        } else if let Some(path) = line.strip_prefix("--- a/").filter(|_| file.is_none()) {
            file = Some(PathBuf::from(path));
        } else if let (Some(file), Some(range)) = (&file, line.strip_prefix("@@ -")) {
            found.extend(place(file, range));
        }
    }
    found
}

/// The place of a range such as `144,0 +145,3 @@`.
fn place(file: &Path, range: &str) -> Option<Location> {
    let (range, _) = range.split_once(' ')?;
    let (start, count) = range.split_once(',').unwrap_or((range, "1"));
    let (first, count): (usize, usize) = (start.parse().ok()?, count.parse().ok()?);
    let file = file.to_owned();
    Some(match count {
        0 => Location::After { file, line: first },
        _ => Location::Lines { file, first, last: first + count - 1 },
    })
}

/// The lines `KEY=VALUE` of a file that Defects4J has written.
fn key_values(path: &Path) -> Result<BTreeMap<String, String>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('='));
    Ok(pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn places_are_those_of_the_buggy_program() {
        let patch = "diff --git a/src/A.java b/src/A.java\nindex 1..2 100644\n--- a/src/A.java\n\
                     +++ b/src/A.java\n@@ -144,0 +145,3 @@ class A {\n+x\n+y\n+z\n@@ -150 +153 @@\n\
                     --- a/no file\n+b\n@@ -160,2 +163,0 @@\n-c\n-d\n\
                     diff --git a/src/New.java b/src/New.java\nnew file mode 100644\n\
                     --- /dev/null\n+++ b/src/New.java\n@@ -0,0 +1 @@\n+n\n";
        let found: Vec<String> = places(patch).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["src/A.java:144+", "src/A.java:150", "src/A.java:160-161"]);
    }
}
