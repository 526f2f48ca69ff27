//! Models for tests that need no build.

use std::path::Path;

use crate::build::BuildTool;
use crate::compiler_options::CompilerOptions;
use crate::jdk::{JdkInUse, JdkReason};
use crate::model::{BuildToolInUse, Module, ProjectModel, SourceSet};

/// A model with modules in folders of their own names, laid out as Maven does.
pub(crate) fn model_with_modules(root: &Path, names: &[&str]) -> ProjectModel {
    ProjectModel {
        root: root.to_owned(),
        jdk: JdkInUse { home: "/jdk".into(), version: "17".to_owned(), reason: JdkReason::Found },
        build_tool: BuildToolInUse {
            tool: BuildTool::Maven,
            version: "3.8.7".to_owned(),
            program: "/maven/bin/mvn".into(),
            home: "/maven".into(),
            local_repository: "/m2".into(),
        },
        modules: names.iter().map(|name| module(root, name)).collect(),
    }
}

fn module(root: &Path, name: &str) -> Module {
    let folder = root.join(name);
    let source_set = |kind: &str, output: &str| SourceSet {
        source_roots: vec![folder.join("src").join(kind).join("java")],
        resource_folders: Vec::new(),
        output_folder: folder.join("target").join(output),
        class_path: Vec::new(),
        compiler: CompilerOptions::default(),
    };
    Module {
        name: name.to_owned(),
        packaging: "jar".to_owned(),
        main: source_set("main", "classes"),
        test: source_set("test", "test-classes"),
        test_settings: None,
        test_frameworks: Vec::new(),
        folder,
    }
}
