//! One checkout, read and written down as a bug file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use task::{BugBuild, BugFile, BugHole, BugReference, BugTests, TestName};

use super::CONFIG;
use super::fix::places;
use crate::bug::Bug;
use crate::error::BenchError;
use crate::import::defects4j::conventions::{
    JVM_OPTIONS, RESOURCES, TEST_RESOURCES, TIME_ZONE, encoding, with_further,
};

/// What Defects4J wrote down of the bug.
const PROPERTIES: &str = "defects4j.build.properties";
/// Where the bug file of a checkout is.
const BUG: &str = ".patchwright/bug";
/// The name of the reference fix's file.
const REFERENCE: &str = "reference.diff";
/// The language level, which Defects4J does not tell: the lowest that the JDKs of today compile.
const SOURCE_LEVEL: u32 = 8;

/// A checkout of one bug.
pub(super) struct Checkout<'a> {
    pub(super) path: PathBuf,
    pub(super) command: &'a Path,
    pub(super) project: String,
    pub(super) number: String,
    properties: BTreeMap<String, String>,
}

impl<'a> Checkout<'a> {
    /// Reads what Defects4J has written in a checkout of a buggy version.
    pub(super) fn open(path: PathBuf, command: &'a Path) -> Result<Self, BenchError> {
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
    pub(super) fn bug(&self) -> Result<Bug, BenchError> {
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
                disregarded: Vec::new(),
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
}

/// The lines `KEY=VALUE` of a file that Defects4J has written.
fn key_values(path: &Path) -> Result<BTreeMap<String, String>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('='));
    Ok(pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect())
}
