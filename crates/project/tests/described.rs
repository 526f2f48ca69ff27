//! Projects that a bug file describes, compiled with the real compiler.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::fs;
use std::path::{Path, PathBuf};

use project::{
    BuildSettings, BuildTool, CopyLimits, DirectRunner, Limits, Network, ProjectError, StopFlag,
    TestSelection, Workspace, discover,
};

const BUG_FILE: &str = r#"
format_version = 1
name = "greeter-1"
project = "program"

[build]
source_level = 8
encoding = "ISO-8859-1"
sources = ["java"]
test_sources = ["tests"]
resources = ["java"]
class_path = ["program/lib"]
leave_out = ["old/**"]

[tests]
failing = ["greet.GreeterTest#greets"]
"#;

/// A bug folder with these files below it, besides the ones that every test needs.
fn bug(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let usual: [(&str, &[u8]); 5] = [
        ("bug.toml", BUG_FILE.as_bytes()),
        ("program/java/greet/Greeter.java", b"package greet; class Greeter { char e = '\xe9'; }"),
        ("program/java/greet/words.txt", b"hello"),
        ("program/java/old/Broken.java", b"package old; class Broken { int x = \"\"; }"),
        ("program/tests/greet/GreeterTest.java", b"package greet; class GreeterTest {}"),
    ];
    fs::create_dir_all(folder.path().join("program/lib")).unwrap();
    for (name, content) in usual.iter().chain(files) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn workspace(bug: &Path, copy: &Path) -> Result<Workspace, ProjectError> {
    let settings = BuildSettings {
        network: Network::Denied,
        maven_program: None,
        java_home: None,
        cache_folder: copy.join("cache"),
        limits: Limits::usual(StopFlag::default()),
        copy_limits: CopyLimits::USUAL,
    };
    Workspace::create(&discover(bug)?, copy, &settings, &DirectRunner)
}

#[test]
fn what_is_described_is_compiled_in_a_copy() {
    let (bug, copy) = (bug(&[]), tempfile::tempdir().unwrap());
    let workspace = workspace(bug.path(), copy.path()).unwrap();
    assert_eq!(workspace.model.build_tool.tool, BuildTool::Described);
    let [module] = workspace.model.modules.as_slice() else { panic!("{:?}", workspace.model) };
    assert_eq!(module.name, "greeter-1");
    let output = &module.main.output_folder;
    assert!(output.join("greet/Greeter.class").is_file());
    assert!(module.test.output_folder.join("greet/GreeterTest.class").is_file());
    assert_eq!(fs::read_to_string(output.join("greet/words.txt")).unwrap(), "hello");
    // What lies in the project is taken from the copy.
    assert_eq!(module.main.class_path, [workspace.root.join("lib")]);
    let left_out = PathBuf::from("program/java/old/Broken.java");
    assert!(!workspace.root.join("java/old/Broken.java").exists());
    assert!(bug.path().join(left_out).is_file(), "the user's own file stays");
    let run =
        workspace.run_tests(TestSelection::All, &Limits::usual(StopFlag::default()), &DirectRunner);
    assert!(matches!(run, Err(ProjectError::NoBuildTool { .. })));
}

#[test]
fn what_cannot_be_compiled_says_why() {
    let missing = BUG_FILE.replace("\"program/lib\"", "\"lib/gone.jar\"");
    let level = BUG_FILE.replace("source_level = 8", "source_level = 99");
    for (files, expected) in [
        (
            [("program/java/A.java", &b"class A { int x = \"\"; }"[..])],
            "./java/A.java:1: error: incompatible types",
        ),
        ([("program/tests/B.java", &b"class B { Gone gone; }"[..])], "the test sources"),
        ([("bug.toml", missing.as_bytes())], "lib/gone.jar"),
        ([("bug.toml", level.as_bytes())], "99"),
    ] {
        let (bug, copy) = (bug(&files), tempfile::tempdir().unwrap());
        let message = workspace(bug.path(), copy.path()).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}
