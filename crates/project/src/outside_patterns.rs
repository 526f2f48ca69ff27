//! Finds test classes that the build never runs.
//!
//! Surefire picks classes by name. A class with tests whose name matches none of the patterns is
//! silently left out, and a project with only such classes builds successfully with zero tests.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::model::ProjectModel;

/// What marks a source file with tests. Found by text: the answer is a hint and decides nothing.
const MARKS: [&str; 7] = [
    "@Test",
    "@ParameterizedTest",
    "@RepeatedTest",
    "@TestFactory",
    "@TestTemplate",
    "@Property",
    "extends TestCase",
];

/// The classes in test source roots that hold tests by their text and that the build leaves out by
/// their name, in order.
pub fn test_classes_outside_patterns(model: &ProjectModel) -> Vec<String> {
    let mut classes = Vec::new();
    for module in &model.modules {
        let Some(settings) = &module.test_settings else { continue };
        for root in &module.test.source_roots {
            let left_out = |class: &String| !settings.runs_class(class);
            classes.extend(test_classes_in(root).into_iter().filter(left_out));
        }
    }
    classes.sort();
    classes
}

fn test_classes_in(root: &Path) -> Vec<String> {
    let files = WalkDir::new(root).into_iter().flatten().map(walkdir::DirEntry::into_path);
    let java = files.filter(|path| path.extension().is_some_and(|extension| extension == "java"));
    java.filter(|path| holds_tests(path)).filter_map(|path| class_name(root, &path)).collect()
}

fn holds_tests(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let comment = ["//", "*", "/*"].iter().any(|start| line.starts_with(start));
        !comment && MARKS.iter().any(|mark| line.contains(mark))
    })
}

fn class_name(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?.with_extension("");
    Some(below.to_str()?.replace(['/', '\\'], "."))
}
