//! Compiles what a description names.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use task::BugBuild;
use walkdir::WalkDir;

use crate::build_system::{BuildSettings, ProjectCopy};
use crate::command::{BuildCommand, CommandRunner, Network, RunError};
use crate::environment;
use crate::error::{BuildFailure, FailureCause, ProjectError};
use crate::java_files::{java_files, javac_argument_file};
use crate::model::{ProjectModel, SourceSet};
use crate::test_patterns::matches_pattern;

/// Removes the source files that the description leaves out from the copy.
pub(super) fn remove_left_out(build: &BugBuild, root: &Path) -> Result<(), ProjectError> {
    if build.leave_out.is_empty() {
        return Ok(());
    }
    for folder in build.sources.iter().chain(&build.test_sources) {
        let folder = root.join(folder);
        for file in java_files(&folder) {
            let below = file.strip_prefix(&folder).unwrap_or(&file).with_extension("");
            let class = below.to_string_lossy().replace('/', ".");
            let left_out = |pattern: &String| matches_pattern(pattern, &class) == Some(true);
            if build.leave_out.iter().any(left_out) {
                fs::remove_file(&file).map_err(ProjectError::write(&file))?;
            }
        }
    }
    Ok(())
}

/// Compiles the program and its tests in the copy, and puts resources beside the classes.
pub(super) fn compile(
    model: &ProjectModel,
    copy: ProjectCopy<'_>,
    settings: &BuildSettings,
    runner: &dyn CommandRunner,
) -> Result<(), ProjectError> {
    for module in &model.modules {
        for (name, set) in [("main", &module.main), ("test", &module.test)] {
            let output = &set.output_folder;
            fs::create_dir_all(output).map_err(ProjectError::write(output))?;
            for folder in &set.resource_folders {
                copy_resources(folder, output)?;
            }
            compile_set(model, set, name, copy, settings, runner)?;
        }
    }
    Ok(())
}

fn compile_set(
    model: &ProjectModel,
    set: &SourceSet,
    name: &str,
    copy: ProjectCopy<'_>,
    settings: &BuildSettings,
    runner: &dyn CommandRunner,
) -> Result<(), ProjectError> {
    let stage = "compiling the project";
    let files: Vec<PathBuf> = set.source_roots.iter().flat_map(|root| java_files(root)).collect();
    if files.is_empty() {
        return Ok(());
    }
    let list = copy.scratch.join(format!("{name}-files"));
    fs::write(&list, javac_argument_file(&files)).map_err(ProjectError::write(&list))?;
    let mut readable = vec![model.jdk.home.clone()];
    readable.extend(set.class_path.iter().filter(|path| !path.starts_with(copy.root)).cloned());
    let command = BuildCommand {
        program: model.jdk.home.join("bin/javac"),
        arguments: arguments(set, &list)?,
        environment: environment::of_tests(),
        folder: copy.root.to_owned(),
        readable,
        writable: vec![copy.root.to_owned(), copy.scratch.to_owned()],
        network: Network::Denied,
    };
    let output = runner.run(&command, &settings.limits).map_err(|error| match error {
        RunError::TimeLimit { limit_seconds, .. } => {
            ProjectError::TimeLimit { stage, limit_seconds, last_class: None }
        }
        source => ProjectError::Run { stage, source },
    })?;
    if output.exit_code == Some(0) {
        return Ok(());
    }
    let text = output.text.replace(&copy.root.display().to_string(), ".");
    Err(ProjectError::Build(Box::new(BuildFailure {
        cause: FailureCause::DoesNotCompile,
        lines: text.lines().take(BuildFailure::MOST_LINES).map(str::to_owned).collect(),
        advice: format!("compare the table `build` of the bug file with the {name} sources"),
    })))
}

fn arguments(set: &SourceSet, list: &Path) -> Result<Vec<OsString>, ProjectError> {
    let class_path = std::env::join_paths(&set.class_path)
        .map_err(|error| ProjectError::NoModel { reason: error.to_string() })?;
    let mut arguments: Vec<OsString> = vec!["-J-Duser.language=en".into(), "-nowarn".into()];
    arguments.extend(set.compiler.javac_arguments());
    arguments.extend(["-implicit:none".into(), "-cp".into(), class_path]);
    arguments.extend(["-d".into(), set.output_folder.clone().into()]);
    let mut from_file = OsString::from("@");
    from_file.push(list);
    arguments.push(from_file);
    Ok(arguments)
}

fn copy_resources(from: &Path, to: &Path) -> Result<(), ProjectError> {
    let is_resource = |entry: &walkdir::DirEntry| {
        entry.file_type().is_file()
            && entry.path().extension().is_none_or(|extension| extension != "java")
    };
    for entry in WalkDir::new(from).into_iter().flatten().filter(is_resource) {
        let below = entry.path().strip_prefix(from).unwrap_or(entry.path());
        let target = to.join(below);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(ProjectError::write(folder))?;
        }
        fs::copy(entry.path(), &target).map_err(ProjectError::write(&target))?;
    }
    Ok(())
}
