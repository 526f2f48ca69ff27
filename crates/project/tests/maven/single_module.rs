//! One module with JUnit 5.

use std::fs;

use project::{
    BuildSettings, DirectRunner, FailureCause, JdkReason, Network, ProjectError, TestFrameworkKind,
    TestSelection, Workspace, failing_tests, read_model, test_classes_outside_patterns,
};

use crate::fixture::{Fixture, NoRunner, exists, limits, names, settings, shown, unless_network};

const PROJECT: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>single</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.projectlombok</groupId><artifactId>lombok</artifactId>
      <version>1.18.48</version><scope>provided</scope>
    </dependency>
    {JUPITER}
  </dependencies>
  <build><plugins>
    <plugin>
      <artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>
      <configuration>
        <annotationProcessorPaths><path>
          <groupId>org.projectlombok</groupId><artifactId>lombok</artifactId>
          <version>1.18.48</version>
        </path></annotationProcessorPaths>
        <parameters>true</parameters>
        <compilerArgs><arg>-Xlint:all</arg></compilerArgs>
      </configuration>
    </plugin>
    <plugin>
      <artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
      <configuration>
        <argLine>-Dbase=${project.basedir}</argLine>
        <systemPropertyVariables><colour>red</colour></systemPropertyVariables>
      </configuration>
    </plugin>
  </plugins></build>
</project>
//- src/main/java/lab/Counter.java
package lab;

public class Counter {
  public int next(int number) {
    return number + 1;
  }
}
//- src/main/java/lab/Label.java
package lab;

@lombok.Getter
public class Label {
  private final String text = "label";
}
//- src/test/java/lab/CounterTest.java
package lab;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterTest {
  static {
    try {
      Files.writeString(Path.of("a-test-class-was-loaded"), "");
    } catch (java.io.IOException error) {
      throw new RuntimeException(error);
    }
  }

  @Test
  void counts() {
    assertEquals(2, new Counter().next(1));
    assertEquals("label", new Label().getText());
  }

  @Test
  void fails() {
    assertEquals(5, new Counter().next(1), "<a> & b");
  }

  @Test
  void throwsError() {
    throw new IllegalStateException("thrown");
  }

  @Test
  @Disabled("later")
  void waits() {}

  @Test
  void seesItsSettings() {
    assertEquals("red", System.getProperty("colour"));
    assertTrue(Files.exists(Path.of(System.getProperty("base"), "pom.xml")));
    assertNull(System.getenv("CARGO_MANIFEST_DIR"), "variables are not passed on");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void manyTimes(int number) {
    assertEquals(2, new Counter().next(number));
  }

  @Nested
  class Inner {
    @Test
    void nested() {}
  }
}
//- src/test/java/lab/OutsideChecks.java
package lab;

class OutsideChecks {
  @org.junit.jupiter.api.Test
  void runsOnlyWhenAsked() {}
}
"#;

#[test]
fn a_project_is_copied_read_tested_and_remembered() {
    let fixture = Fixture::new(&PROJECT.replace("next(int number) {\n", "next(int number) {\r\n"));
    let before = fixture.snapshot();
    let (_folder, workspace) = fixture.workspace();

    check_model(&workspace);
    assert!(exists(&workspace.root, "target/classes/lab/Counter.class"));
    assert!(exists(&workspace.root, "target/test-classes/lab/CounterTest.class"));
    assert!(!exists(&workspace.root, "a-test-class-was-loaded"), "no test runs while preparing");

    check_all_tests(&workspace);
    check_selections(&workspace);
    check_changes(&workspace);
    assert_eq!(fixture.snapshot(), before, "the user's tree is as it was");

    check_second_run(&fixture);
    assert_eq!(fixture.snapshot(), before, "the user's tree is as it was");
}

fn check_model(workspace: &Workspace) {
    let model = &workspace.model;
    assert_eq!(model.root, workspace.root);
    assert!(matches!(model.jdk.reason, JdkReason::JavaHome | JdkReason::Found));
    let [module] = model.modules.as_slice() else { panic!("{:?}", model.modules) };
    assert_eq!((module.name.as_str(), module.packaging.as_str()), ("single", "jar"));
    assert_eq!(module.main.source_roots[0], workspace.root.join("src/main/java"));
    assert_eq!(module.main.output_folder, workspace.root.join("target/classes"));
    let [lombok] = module.main.class_path.as_slice() else { panic!("{module:?}") };
    assert!(lombok.ends_with("lombok-1.18.48.jar"));
    let options = module.main.compiler.javac_arguments().join(" ".as_ref());
    let expected = format!(
        "-encoding UTF-8 --release 17 -parameters -processorpath {} -Xlint:all",
        lombok.display()
    );
    assert_eq!(options, *expected);
    assert_eq!(module.test.class_path[0], module.main.output_folder);
    let jar = |name: &str| {
        module.test.class_path.iter().any(|path| path.to_string_lossy().contains(name))
    };
    assert!(jar("junit-jupiter-api-5.10.2.jar") && jar("opentest4j"));
    assert_eq!(module.test_frameworks[0].kind, TestFrameworkKind::JUnitJupiter);
    assert_eq!(module.test_frameworks[0].version, "5.10.2");
    let settings = module.test_settings.as_ref().unwrap();
    assert_eq!(settings.plugin_version, "3.2.5");
    assert_eq!(settings.argument_line, Some(format!("-Dbase={}", workspace.root.display())));
    assert_eq!(settings.working_folder, workspace.root);
    assert_eq!(test_classes_outside_patterns(model), ["lab.OutsideChecks"]);
}

fn check_all_tests(workspace: &Workspace) {
    // A report of an earlier run, which must not be believed.
    let stale = workspace.root.join("target/surefire-reports/TEST-lab.GoneTest.xml");
    fs::create_dir_all(stale.parent().unwrap()).unwrap();
    fs::write(&stale, "<testsuite><testcase name='x' classname='lab.GoneTest'/></testsuite>")
        .unwrap();
    let report = workspace.run_tests(TestSelection::All, &limits(), &DirectRunner).unwrap();
    assert_eq!(
        shown(&report),
        [
            "lab.CounterTest#counts passed",
            "lab.CounterTest#fails failed",
            "lab.CounterTest#manyTimes failed",
            "lab.CounterTest#manyTimes passed",
            "lab.CounterTest#seesItsSettings passed",
            "lab.CounterTest#throwsError errored",
            "lab.CounterTest#waits skipped",
            "lab.CounterTest$Inner#nested passed",
        ]
    );
    let mut failing = failing_tests(&report);
    failing.sort();
    let expected =
        ["lab.CounterTest#fails", "lab.CounterTest#manyTimes", "lab.CounterTest#throwsError"];
    assert_eq!(failing, names(&expected));
    let fails = report.results.iter().find(|result| result.display_name == "fails").unwrap();
    let problem = fails.outcome.problem().unwrap();
    assert_eq!(problem.message, "<a> & b ==> expected: <5> but was: <2>");
    assert!(problem.stack_trace.contains("CounterTest.java:"), "{}", problem.stack_trace);
    assert!(exists(&workspace.root, "a-test-class-was-loaded"), "now they have run");
}

fn check_selections(workspace: &Workspace) {
    let run = |tests: &[&str]| {
        let tests = names(tests);
        workspace.run_tests(TestSelection::Tests(&tests), &limits(), &DirectRunner)
    };
    let chosen = ["lab.CounterTest#counts", "lab.CounterTest#manyTimes", "lab.OutsideChecks"];
    assert_eq!(
        shown(&run(&chosen).unwrap()),
        [
            "lab.CounterTest#counts passed",
            "lab.CounterTest#manyTimes failed",
            "lab.CounterTest#manyTimes passed",
            "lab.OutsideChecks#runsOnlyWhenAsked passed",
        ]
    );
    match run(&["lab.CounterTest#counts", "lab.CounterTest#missing"]) {
        Err(ProjectError::TestNotExecuted { test }) => {
            assert_eq!(test, "lab.CounterTest#missing");
        }
        other => panic!("{other:?}"),
    }
    let message = run(&["lab.*Test"]).unwrap_err().to_string();
    assert!(message.contains("`lab.*Test` is not the name"), "{message}");
}

/// A change in the copy is compiled and tested; one that does not compile is said to be so.
fn check_changes(workspace: &Workspace) {
    let file = workspace.root.join("src/main/java/lab/Counter.java");
    let tests = names(&["lab.CounterTest#fails"]);
    let run = |text: &str| {
        fs::write(&file, text).unwrap();
        workspace.run_tests(TestSelection::Tests(&tests), &limits(), &DirectRunner)
    };
    let class = "package lab; public class Counter { public int next(int number) { BODY } }";
    let report = run(&class.replace("BODY", "return 5;")).unwrap();
    assert_eq!(shown(&report), ["lab.CounterTest#fails passed"]);
    match run(&class.replace("BODY", "return missing;")) {
        Err(ProjectError::Build(failure)) => {
            assert_eq!(failure.cause, FailureCause::DoesNotCompile);
            let original = workspace.in_original(&file).unwrap();
            let place = format!("{}:[1,", original.display());
            assert!(failure.lines.iter().any(|line| line.contains(&place)), "{failure:?}");
        }
        other => panic!("{other:?}"),
    }
}

/// The second time nothing is run for the model, and nothing is fetched for the copy.
fn check_second_run(fixture: &Fixture) {
    let offline = BuildSettings { network: Network::Denied, ..settings() };
    let model = read_model(&fixture.build(), &offline, &NoRunner).unwrap();
    assert_eq!(model.root, fixture.root());
    let main = &model.modules[0].main;
    assert_eq!(main.source_roots[0], fixture.root().join("src/main/java"));

    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::create(&fixture.build(), folder.path(), &offline, &DirectRunner);
    let workspace = unless_network(workspace);
    assert!(exists(&workspace.root, "target/test-classes/lab/CounterTest.class"));
    assert!(!exists(&workspace.root, "a-test-class-was-loaded"));
    assert!(workspace.model.modules[0].test_settings.as_ref().is_some_and(|tests| !tests.skipped));
}
