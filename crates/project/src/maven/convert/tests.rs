use std::path::PathBuf;

use super::{default_includes, to_compiler_options, to_test_settings};
use crate::maven::record::ExecutionRecord;

fn execution(plugin: &str, goal: &str, configuration: &str) -> ExecutionRecord {
    let json = format!(
        r#"{{"plugin":"{plugin}","version":"3.2.5","goal":"{goal}","id":"default",
            "configuration":{configuration},"processor_path":["/p.jar"]}}"#
    );
    serde_json::from_str(&json).unwrap()
}

#[test]
fn all_three_forms_of_compiler_arguments_are_read() {
    let options = to_compiler_options(&execution(
        "maven-compiler-plugin",
        "compile",
        r#"[["release","17"],["source","1.8"],["parameters","true"],["proc","none"],
            ["testRelease","21"],["compilerArgs",[["arg","-Xlint:all"]]],
            ["compilerArgument","-Werror"],["compilerArguments",[["Akey","value"],["Xdoclint",null]]],
            ["annotationProcessors",[["annotationProcessor","a.P"]]],["session",null]]"#,
    ));
    assert_eq!(options.release.as_deref(), Some("17"));
    assert!(options.parameters && !options.enable_preview);
    assert_eq!(options.further, ["-Xlint:all", "-Werror", "-Akey", "value", "-Xdoclint"]);
    assert_eq!(options.processors, ["a.P"]);
    assert_eq!(options.processor_path, [PathBuf::from("/p.jar")]);
}

#[test]
fn the_tests_may_have_a_language_level_of_their_own() {
    let options = to_compiler_options(&execution(
        "maven-compiler-plugin",
        "testCompile",
        r#"[["release","17"],["testRelease","21"]]"#,
    ));
    assert_eq!(options.language_level(), Some("21"));
}

#[test]
fn settings_of_surefire_are_read_and_defaults_filled_in() {
    let executions = [execution(
        "maven-surefire-plugin",
        "test",
        r#"[["argLine","-ea"],["excludes",[["exclude","**/Slow*"],["exclude","${surefire.excludes}"]]],
            ["systemPropertyVariables",[["k","v"]]],["reportsDirectory","/p/reports"],
            ["useModulePath","false"],["basedir","/p"],["skipTests","true"]]"#,
    )];
    let settings = to_test_settings(&executions).unwrap();
    assert_eq!(settings.argument_line.as_deref(), Some("-ea"));
    assert_eq!(settings.excludes, ["**/Slow*"]);
    assert_eq!(settings.includes, default_includes("3.2.5"));
    assert_eq!(settings.system_properties.get("k").map(String::as_str), Some("v"));
    assert_eq!(settings.working_folder, PathBuf::from("/p"));
    assert_eq!(settings.report_folders, [PathBuf::from("/p/reports")]);
    assert!(settings.skipped && !settings.use_module_path);
    assert!(settings.runs_class("a.FooTests") && !settings.runs_class("a.SlowTest"));
}
