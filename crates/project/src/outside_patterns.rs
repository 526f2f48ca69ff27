//! Finds test classes that the build never runs.
//!
//! Surefire picks classes by name. A class with tests whose name matches none of the patterns is
//! silently left out, and a project with only such classes builds successfully with zero tests.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::model::ProjectModel;

/// The annotations of tests, without their packages.
const ANNOTATIONS: [&str; 6] =
    ["Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property"];

/// What JUnit 3's test classes extend.
const JUNIT_3: [&str; 2] = ["extends TestCase", "extends junit.framework.TestCase"];

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

/// Found by text: the answer is a hint and decides nothing.
fn holds_tests(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| {
        let comment = ["//", "*", "/*"].iter().any(|start| line.starts_with(start));
        !comment && (has_test_annotation(line) || JUNIT_3.iter().any(|mark| line.contains(mark)))
    })
}

fn has_test_annotation(line: &str) -> bool {
    line.split('@').skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '.').unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or(rest);
        ANNOTATIONS.contains(&name.rsplit('.').next().unwrap_or(name))
    })
}

fn class_name(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?.with_extension("");
    Some(below.to_str()?.replace(['/', '\\'], "."))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::test_classes_in;

    #[test]
    fn tests_are_found_by_annotation_and_by_superclass() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        for (name, line) in [
            ("Plain", "@Test void t() {}"),
            ("Qualified", "@org.junit.Test(expected = X.class)"),
            ("Parameterised", "  @ParameterizedTest"),
            ("Old", "class Old extends TestCase {"),
            ("Comment", "// @Test"),
            ("Javadoc", " * @Test"),
            ("Other", "@TestConfiguration class Other"),
        ] {
            fs::write(folder.path().join("a").join(format!("{name}.java")), line).unwrap();
        }
        let mut classes = test_classes_in(folder.path());
        classes.sort();
        assert_eq!(classes, ["a.Old", "a.Parameterised", "a.Plain", "a.Qualified"]);
    }
}
