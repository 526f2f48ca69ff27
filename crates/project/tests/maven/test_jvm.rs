//! Tests that end their JVM, and tests that never end.

use std::fs;
use std::path::PathBuf;

use project::{
    BuildCommand, CommandOutput, CommandRunner, DirectRunner, Limits, ProjectError, RunError,
    StopFlag, TestOutcome, TestSelection, failing_tests,
};

use crate::fixture::{Fixture, limits, names};

const PROJECT: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>ends</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>{JUPITER}</dependencies>
  <build><plugins>{PLUGINS}</plugins></build>
</project>
//- src/test/java/lab/ExitTest.java
package lab;

class ExitTest {
  @org.junit.jupiter.api.Test
  void exits() {
    System.exit(0);
  }
}
//- src/test/java/lab/EndlessTest.java
package lab;

import java.nio.file.*;

class EndlessTest {
  @org.junit.jupiter.api.Test
  void neverEnds() throws Exception {
    Path written = Path.of("process-id.part");
    Files.writeString(written, String.valueOf(ProcessHandle.current().pid()));
    Files.move(written, Path.of("process-id"));
    Thread.sleep(Long.MAX_VALUE);
  }
}
"#;

#[test]
fn a_test_that_ends_its_jvm_fails_and_one_that_never_ends_is_stopped() {
    let fixture = Fixture::new(PROJECT);
    let (_folder, workspace) = fixture.workspace();

    let exit = names(&["lab.ExitTest"]);
    let selection = TestSelection::Tests(&exit);
    let report = workspace.run_tests(selection, &limits(), &DirectRunner).unwrap();
    assert_eq!(failing_tests(&report), exit);
    let TestOutcome::Errored(problem) = &report.results[0].outcome else { panic!("{report:?}") };
    assert!(problem.message.contains("System.exit"), "{problem:?}");

    // Stopped once the test is surely under way, so that no time is guessed.
    let mark = workspace.root.join("process-id");
    let endless = names(&["lab.EndlessTest#neverEnds"]);
    let selection = TestSelection::Tests(&endless);
    let runner = StopWhenWritten { mark: mark.clone() };
    match workspace.run_tests(selection, &limits(), &runner) {
        Err(ProjectError::Run { source: RunError::Stopped, .. }) => {}
        other => panic!("{other:?}"),
    }
    let process = PathBuf::from("/proc").join(fs::read_to_string(&mark).unwrap());
    // The kernel ends a killed process some moments after the signal.
    while is_running(&process) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Runs directly, and raises the stop flag when a file appears.
struct StopWhenWritten {
    mark: PathBuf,
}

impl CommandRunner for StopWhenWritten {
    fn run(&self, command: &BuildCommand, limits: &Limits) -> Result<CommandOutput, RunError> {
        let stop = StopFlag::default();
        let limits = Limits { stop: stop.clone(), ..limits.clone() };
        std::thread::scope(|scope| {
            let run = scope.spawn(|| DirectRunner.run(command, &limits));
            while !run.is_finished() && !self.mark.exists() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            stop.raise();
            run.join().unwrap()
        })
    }
}

/// A killed orphan stays a zombie until init reaps it.
fn is_running(process: &std::path::Path) -> bool {
    let Ok(state) = fs::read_to_string(process.join("stat")) else { return false };
    !state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}
