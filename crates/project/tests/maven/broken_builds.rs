//! Projects that do not build as they stand, and ones without a test to run.

use companion::find_jdk;
use project::{
    BuildSettings, DirectRunner, FailureCause, JdkReason, Network, ProjectError, TestSelection,
};

use crate::fixture::{Fixture, limits, settings};

const POM: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>broken</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>{JUPITER}</dependencies>
  <build><plugins>{PLUGINS}</plugins></build>
</project>
//- src/main/java/lab/A.java
package lab;

class A {}
"#;

const UNKNOWN_DEPENDENCY: &str = "<dependency><groupId>lab.nowhere</groupId>\
    <artifactId>nothing</artifactId><version>1</version></dependency>";

#[test]
fn each_broken_build_has_its_cause_and_advice() {
    let unresolved = POM.replace("{JUPITER}", UNKNOWN_DEPENDENCY);
    let no_xml = POM.replace("</project>", "");
    let offline = BuildSettings { network: Network::Denied, ..settings() };
    for (text, settings, cause, line, advice) in [
        (
            POM.replace("class A {}", "class A { Missing x; }"),
            settings(),
            FailureCause::DoesNotCompile,
            "src/main/java/lab/A.java:[3,11] cannot find symbol",
            "make the project compile",
        ),
        (
            POM.replace(">17<", ">99<"),
            settings(),
            FailureCause::JdkTooOld { needed: 99 },
            "release version 99 not supported",
            "JDK 99 or newer",
        ),
        (
            unresolved.clone(),
            settings(),
            FailureCause::DependencyNotFound,
            "lab.nowhere:nothing",
            "check the version",
        ),
        (
            unresolved.replace(":nothing", ":nothing-else"),
            offline,
            FailureCause::NotThereOffline,
            "lab.nowhere:nothing",
            "run once without `--offline`",
        ),
        (no_xml, settings(), FailureCause::BuildFile, "pom.xml", "correct the build file"),
    ] {
        let fixture = Fixture::new(&text);
        let error = fixture.workspace_error(&settings);
        let message = error.to_string();
        let ProjectError::Build(failure) = error else { panic!("{message}") };
        assert_eq!(failure.cause, cause, "{message}");
        assert!(failure.lines.iter().any(|found| found.contains(line)), "{message}");
        assert!(message.contains(advice), "{message}");
    }
}

#[test]
fn a_newer_jdk_is_taken_when_the_project_needs_it() {
    let fixture = Fixture::new(&POM.replace(">17<", ">21<"));
    match (find_jdk(17), find_jdk(21)) {
        (Ok(first), Ok(newer)) if first != newer => {
            let (_folder, workspace) = fixture.workspace();
            assert_eq!(workspace.model.jdk.reason, JdkReason::ProjectNeedsIt);
            assert_eq!(workspace.model.jdk.home, newer.home());
            let chosen = BuildSettings { java_home: Some(first.home().to_owned()), ..settings() };
            let message = fixture.workspace_error(&chosen).to_string();
            assert!(message.contains("JDK 21 or newer"), "the user's choice stays: {message}");
        }
        (_, Ok(_)) => {
            let (_folder, workspace) = fixture.workspace();
            assert_ne!(workspace.model.jdk.reason, JdkReason::ProjectNeedsIt);
        }
        (_, Err(_)) => {
            let message = fixture.workspace_error(&settings()).to_string();
            assert!(message.contains("JDK 21 or newer"), "{message}");
        }
    }
}

#[test]
fn a_run_without_a_test_is_never_a_pass() {
    let tests = r#"
//- src/test/java/lab/Checks.java
package lab;

class Checks {
  @org.junit.jupiter.api.Test
  void passes() {}
}
"#;
    let (_folder, workspace) = Fixture::new(&format!("{POM}{tests}")).workspace();
    let error = workspace.run_tests(TestSelection::All, &limits(), &DirectRunner).unwrap_err();
    assert!(matches!(error, ProjectError::NoTestsExecuted { .. }), "{error}");
    let hint = "match none of Surefire's patterns (`lab.Checks`)";
    assert!(error.to_string().contains(hint), "{error}");
}
