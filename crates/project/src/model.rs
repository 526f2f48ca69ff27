//! What a project is made of, whatever the build tool.
//!
//! All paths are absolute. The same project in another folder, such as a copy of it, has the same
//! model but for the paths: [`ProjectModel::relocated`].

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::build::BuildTool;
use crate::compiler_options::CompilerOptions;
use crate::jdk::JdkInUse;
use crate::relocation::relocate;
use crate::test_settings::TestSettings;

/// A whole build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectModel {
    /// The folder of the whole build.
    pub root: PathBuf,
    /// The JDK that compiles it and runs its tests.
    pub jdk: JdkInUse,
    /// The build tool.
    pub build_tool: BuildToolInUse,
    /// The modules in the order in which they are built. A module without code is among them.
    pub modules: Vec<Module>,
}

/// The build tool that a model comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildToolInUse {
    /// Which one.
    pub tool: BuildTool,
    /// Its version, such as `3.8.7`.
    pub version: String,
    /// Its program.
    pub program: PathBuf,
    /// The folder it is installed in.
    pub home: PathBuf,
    /// Where it keeps the jars that it has fetched.
    pub local_repository: PathBuf,
}

/// A part of a build with sources and output of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Its name in the build.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What it is packaged as, such as `jar`; `pom` has no code.
    pub packaging: String,
    /// The program.
    pub main: SourceSet,
    /// The tests.
    pub test: SourceSet,
    /// How the build tool runs the tests; `None` when it runs none in this module.
    pub test_settings: Option<TestSettings>,
    /// The test frameworks on the class path of the tests.
    pub test_frameworks: Vec<TestFramework>,
}

/// Sources that are compiled together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceSet {
    /// The folders that hold the packages, generated sources included. Some may not exist.
    pub source_roots: Vec<PathBuf>,
    /// The folders whose files are copied beside the classes. Some may not exist.
    pub resource_folders: Vec<PathBuf>,
    /// Where the class files are.
    pub output_folder: PathBuf,
    /// What the sources are compiled against, in order, without their own output folder.
    pub class_path: Vec<PathBuf>,
    /// How they are compiled.
    pub compiler: CompilerOptions,
}

/// A test framework that a module uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestFramework {
    /// Which one.
    pub kind: TestFrameworkKind,
    /// Its version, such as `5.10.2`.
    pub version: String,
}

/// The test frameworks that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestFrameworkKind {
    /// JUnit 3: test classes extend `TestCase`.
    #[serde(rename = "junit-3")]
    JUnit3,
    /// JUnit 4.
    #[serde(rename = "junit-4")]
    JUnit4,
    /// JUnit 5 and later.
    #[serde(rename = "junit-jupiter")]
    JUnitJupiter,
    /// TestNG.
    #[serde(rename = "testng")]
    TestNg,
}

impl ProjectModel {
    /// The model of the same project in the folder `root`. Texts in which the folder's name
    /// stands, such as options of the test JVM, are changed too.
    ///
    /// # Errors
    /// When a path cannot be written as text.
    pub fn relocated(&self, root: &Path) -> Result<ProjectModel, serde_json::Error> {
        relocate(self, &self.root, root)
    }

    /// The module whose source root holds a file, and the source set it belongs to.
    pub fn module_of(&self, file: &Path) -> Option<(&Module, SourceKind)> {
        self.modules.iter().find_map(|module| {
            let holds =
                |set: &SourceSet| set.source_roots.iter().any(|root| file.starts_with(root));
            if holds(&module.main) {
                Some((module, SourceKind::Main))
            } else {
                holds(&module.test).then_some((module, SourceKind::Test))
            }
        })
    }

    /// Whether every file on the class paths outside the project is still there.
    pub fn class_paths_exist(&self) -> bool {
        self.modules.iter().flat_map(|module| &module.test.class_path).all(|entry| {
            // What is inside the project is made by the build.
            entry.starts_with(&self.root) || entry.exists()
        })
    }
}

impl Module {
    /// What the tests run with, in order: their own output, then what they are compiled against.
    pub fn test_run_class_path(&self) -> Vec<PathBuf> {
        let own = std::iter::once(&self.test.output_folder);
        own.chain(&self.test.class_path).cloned().collect()
    }
}

/// The two kinds of source sets of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// The program.
    Main,
    /// The tests.
    Test,
}
