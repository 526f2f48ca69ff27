//! From a description to the model.

use std::path::{Path, PathBuf};

use super::Description;
use crate::build::BuildTool;
use crate::build_system::ProjectCopy;
use crate::compiler_options::CompilerOptions;
use crate::environment;
use crate::error::ProjectError;
use crate::jdk::JdkInUse;
use crate::model::{
    BuildToolInUse, Module, ProjectModel, SourceSet, TestFramework, TestFrameworkKind,
};
use crate::test_settings::TestSettings;

/// Where class files go, in the copy. A copy of a project never holds this folder.
const OUTPUT: &str = ".patchwright/classes";
const TEST_OUTPUT: &str = ".patchwright/test-classes";
/// The classes that are tests when the bug file names none: Surefire's own defaults.
const TEST_PATTERNS: [&str; 4] =
    ["**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java"];

/// The model of the copy.
pub(super) fn of(
    description: &Description,
    copy: ProjectCopy<'_>,
    jdk: JdkInUse,
) -> Result<ProjectModel, ProjectError> {
    let Description { folder, bug, build } = description;
    let root = copy.root;
    let in_copy = |paths: &[PathBuf]| paths.iter().map(|path| root.join(path)).collect();
    let class_path = entries(&build.class_path, description, copy)?;
    let output = root.join(OUTPUT);
    let mut test_class_path = vec![output.clone()];
    test_class_path.extend(class_path.iter().cloned());
    test_class_path.extend(entries(&build.test_class_path, description, copy)?);
    let compiler = CompilerOptions {
        release: Some(build.source_level.to_string()),
        encoding: Some(build.encoding.clone()),
        annotation_processing: Some("none".to_owned()),
        further: build.javac_options.clone(),
        ..CompilerOptions::default()
    };
    let module = Module {
        name: bug.name.clone(),
        folder: root.to_owned(),
        packaging: "jar".to_owned(),
        test_frameworks: frameworks(&test_class_path),
        test_settings: Some(test_settings(description, root)),
        main: SourceSet {
            source_roots: in_copy(&build.sources),
            resource_folders: in_copy(&build.resources),
            output_folder: output,
            class_path,
            compiler: compiler.clone(),
        },
        test: SourceSet {
            source_roots: in_copy(&build.test_sources),
            resource_folders: in_copy(&build.test_resources),
            output_folder: root.join(TEST_OUTPUT),
            class_path: test_class_path,
            compiler,
        },
    };
    // A test runner takes further jars of its framework from there, as with Maven.
    let repository = environment::home().map(|home| home.join(".m2/repository"));
    Ok(ProjectModel {
        root: root.to_owned(),
        build_tool: BuildToolInUse {
            tool: BuildTool::Described,
            version: jdk.version.clone(),
            program: jdk.home.join("bin/javac"),
            home: jdk.home.clone(),
            local_repository: repository.filter(|path| path.is_dir()).unwrap_or(folder.clone()),
        },
        jdk,
        modules: vec![module],
    })
}

/// Entries of a class path: those inside the project are the copy's.
fn entries(
    paths: &[PathBuf],
    description: &Description,
    copy: ProjectCopy<'_>,
) -> Result<Vec<PathBuf>, ProjectError> {
    let entry = |path: &PathBuf| {
        let path = description.folder.join(path);
        let real = path.canonicalize().map_err(ProjectError::read(&path))?;
        Ok(match real.strip_prefix(copy.original) {
            Ok(below) => copy.root.join(below),
            Err(_) => real,
        })
    };
    paths.iter().map(entry).collect()
}

fn test_settings(description: &Description, root: &Path) -> TestSettings {
    let tests = &description.bug.tests;
    let includes: Vec<String> = if tests.relevant.is_empty() {
        TEST_PATTERNS.map(str::to_owned).into()
    } else {
        let pattern = |class: &String| format!("{}.java", class.replace('.', "/"));
        tests.relevant.iter().map(pattern).collect()
    };
    let quoted = |word: &String| format!("\"{word}\"");
    let words: Vec<String> = tests.jvm_options.iter().map(quoted).collect();
    TestSettings {
        plugin_version: String::new(),
        argument_line: Some(words.join(" ")).filter(|line| !line.is_empty()),
        system_properties: Default::default(),
        environment: tests.environment.clone(),
        includes,
        excludes: if tests.relevant.is_empty() { vec!["**/*$*".to_owned()] } else { Vec::new() },
        disregarded: tests.disregarded.clone(),
        groups: None,
        excluded_groups: None,
        use_module_path: false,
        working_folder: root.join(&tests.working_folder),
        report_folders: Vec::new(),
        java_program: None,
        skipped: false,
    }
}

/// The frameworks whose jars are there, by the jars' names.
fn frameworks(class_path: &[PathBuf]) -> Vec<TestFramework> {
    let of = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".jar")?;
        let known = [
            ("junit-jupiter-api-", TestFrameworkKind::JUnitJupiter),
            ("junit-dep-", TestFrameworkKind::JUnit4),
            ("junit-", TestFrameworkKind::JUnit4),
            ("testng-", TestFrameworkKind::TestNg),
        ];
        let (version, kind) =
            known.iter().find_map(|(prefix, kind)| Some((name.strip_prefix(prefix)?, *kind)))?;
        if !version.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let old = kind == TestFrameworkKind::JUnit4 && version.starts_with('3');
        let kind = if old { TestFrameworkKind::JUnit3 } else { kind };
        Some(TestFramework { kind, version: version.to_owned() })
    };
    class_path.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::frameworks;
    use crate::model::TestFrameworkKind;

    #[test]
    fn frameworks_are_known_by_their_jars() {
        for (jar, expected) in [
            ("/l/junit-4.13.2.jar", Some(TestFrameworkKind::JUnit4)),
            ("/l/junit-3.8.1.jar", Some(TestFrameworkKind::JUnit3)),
            ("/l/junit-jupiter-api-5.10.2.jar", Some(TestFrameworkKind::JUnitJupiter)),
            ("/l/testng-7.8.0.jar", Some(TestFrameworkKind::TestNg)),
            ("/l/junit-addons-1.4.jar", None),
            ("/l/junit.jar", None),
        ] {
            let found = frameworks(&[jar.into()]).first().map(|framework| framework.kind);
            assert_eq!(found, expected, "{jar}");
        }
    }
}
