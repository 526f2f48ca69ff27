//! From what our extension tells to the model.

use std::path::PathBuf;

use crate::build::BuildTool;
use crate::compiler_options::CompilerOptions;
use crate::jdk::JdkInUse;
use crate::maven::installation::Installation;
use crate::maven::record::{BuildRecord, ExecutionRecord, ModuleRecord, Setting};
use crate::model::{
    BuildToolInUse, Module, ProjectModel, SourceSet, TestFramework, TestFrameworkKind,
};
use crate::test_settings::TestSettings;
use crate::version::version_is_at_least;

/// The first version of Surefire whose patterns include `*Tests`.
const PLURAL_SINCE: (u32, u32) = (2, 20);

/// The model of the project in `root`.
pub(super) fn to_model(
    record: BuildRecord,
    root: PathBuf,
    installation: &Installation,
    jdk: JdkInUse,
) -> ProjectModel {
    ProjectModel {
        root,
        jdk,
        build_tool: BuildToolInUse {
            tool: BuildTool::Maven,
            version: installation.version.clone(),
            program: installation.program.clone(),
            home: installation.home.clone(),
            local_repository: record.local_repository,
        },
        modules: record.modules.into_iter().map(to_module).collect(),
    }
}

fn to_module(record: ModuleRecord) -> Module {
    let without = |class_path: Vec<PathBuf>, own: &PathBuf| {
        class_path.into_iter().filter(|entry| entry != own).collect()
    };
    let compiler = |goal| {
        let execution = execution(&record.executions, "maven-compiler-plugin", goal);
        execution.map(to_compiler_options).unwrap_or_default()
    };
    let test_frameworks = test_frameworks(&record);
    let test_settings = to_test_settings(&record.executions);
    Module {
        main: SourceSet {
            source_roots: record.source_roots,
            resource_folders: record.resources,
            class_path: without(record.compile_class_path, &record.output_folder),
            output_folder: record.output_folder,
            compiler: compiler("compile"),
        },
        test: SourceSet {
            source_roots: record.test_source_roots,
            resource_folders: record.test_resources,
            class_path: without(record.test_class_path, &record.test_output_folder),
            output_folder: record.test_output_folder,
            compiler: compiler("testCompile"),
        },
        name: record.name,
        folder: record.folder,
        packaging: record.packaging,
        test_settings,
        test_frameworks,
    }
}

/// The first run of a goal: Maven runs the one that is bound to its life cycle first.
fn execution<'a>(
    executions: &'a [ExecutionRecord],
    plugin: &str,
    goal: &str,
) -> Option<&'a ExecutionRecord> {
    executions.iter().find(|execution| execution.plugin == plugin && execution.goal == goal)
}

fn to_compiler_options(execution: &ExecutionRecord) -> CompilerOptions {
    let settings = &execution.configuration;
    // The goal for tests lets some settings of its own win.
    let test_goal = execution.goal == "testCompile";
    let either = |test_name: &str, name: &str| {
        let own = if test_goal { settings.text(test_name) } else { None };
        own.or_else(|| settings.text(name))
    };
    CompilerOptions {
        release: either("testRelease", "release"),
        source: either("testSource", "source"),
        target: either("testTarget", "target"),
        encoding: settings.text("encoding"),
        parameters: settings.is_true("parameters"),
        enable_preview: settings.is_true("enablePreview"),
        annotation_processing: settings.text("proc"),
        processors: settings.list("annotationProcessors"),
        processor_path: execution.processor_path.clone(),
        further: further_arguments(settings),
    }
}

/// What the build hands to `javac` in the three forms that the plugin has had over time.
fn further_arguments(settings: &Setting) -> Vec<String> {
    let mut arguments = settings.list("compilerArgs");
    arguments.extend(settings.text("compilerArgument"));
    for (name, value) in settings.get("compilerArguments").map(Setting::pairs).unwrap_or_default() {
        arguments.push(format!("-{}", name.trim_start_matches('-')));
        if let Setting::Text(value) = value {
            arguments.push(value.clone());
        }
    }
    arguments
}

fn to_test_settings(executions: &[ExecutionRecord]) -> Option<TestSettings> {
    let execution = execution(executions, "maven-surefire-plugin", "test")?;
    let settings = &execution.configuration;
    let or_default = |list: Vec<String>, default: Vec<String>| {
        if list.is_empty() { default } else { list }
    };
    let report_folders = executions
        .iter()
        .filter(|execution| execution.plugin == "maven-surefire-plugin")
        .filter_map(|execution| execution.configuration.text("reportsDirectory"))
        .map(PathBuf::from);
    let mut report_folders: Vec<PathBuf> = report_folders.collect();
    report_folders.dedup();
    let folder = |name: &str| settings.text(name).map(PathBuf::from);
    Some(TestSettings {
        plugin_version: execution.version.clone(),
        argument_line: settings.text("argLine"),
        system_properties: settings
            .map("systemProperties")
            .chain(settings.map("systemPropertyVariables"))
            .collect(),
        environment: settings.map("environmentVariables").collect(),
        includes: or_default(settings.list("includes"), default_includes(&execution.version)),
        excludes: or_default(settings.list("excludes"), vec!["**/*$*".to_owned()]),
        disregarded: Vec::new(),
        groups: settings.text("groups"),
        excluded_groups: settings.text("excludedGroups"),
        use_module_path: settings.is_true("useModulePath"),
        working_folder: folder("workingDirectory")
            .or_else(|| folder("basedir"))
            .unwrap_or_default(),
        report_folders,
        java_program: folder("jvm"),
        skipped: ["skip", "skipTests", "skipExec"].iter().any(|name| settings.is_true(name)),
    })
}

fn default_includes(plugin_version: &str) -> Vec<String> {
    let mut includes = vec!["**/Test*.java", "**/*Test.java", "**/*TestCase.java"];
    if version_is_at_least(plugin_version, PLURAL_SINCE) {
        includes.push("**/*Tests.java");
    }
    includes.into_iter().map(str::to_owned).collect()
}

fn test_frameworks(record: &ModuleRecord) -> Vec<TestFramework> {
    let frameworks = record.artifacts.iter().filter_map(|artifact| {
        let version = artifact.version.clone();
        let kind = match (artifact.group.as_str(), artifact.name.as_str()) {
            ("junit", "junit" | "junit-dep") if version.starts_with("3.") => {
                TestFrameworkKind::JUnit3
            }
            ("junit", "junit" | "junit-dep") => TestFrameworkKind::JUnit4,
            ("org.junit.jupiter", "junit-jupiter-api") => TestFrameworkKind::JUnitJupiter,
            ("org.testng", "testng") => TestFrameworkKind::TestNg,
            _ => return None,
        };
        Some(TestFramework { kind, version })
    });
    frameworks.collect()
}

#[cfg(test)]
mod tests;
