//! Candidates that attack: each gets its verdict, none escapes and none leaves a process behind.

use std::fs;
use std::net::TcpListener;
use std::time::Duration;

use validate::{ValidationLimits, Way};

use crate::fixture::{Fixture, shown};
use crate::processes::assert_nothing_left;

const VICTIM: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>victim</artifactId><version>1</version>
  {PROPERTIES}
  <dependencies>{JUPITER}</dependencies>
  {PLUGINS}
</project>
//- src/main/java/lab/Victim.java
package lab;

import java.net.*;
import java.nio.file.*;
import java.util.*;

public class Victim {
  public static int answer() throws Exception {
    return 41;
  }

  static Path resultsFile() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
      String point = line.split(" ")[4];
      if (point.contains("/patchwright-") && Files.isRegularFile(Path.of(point))
          && Files.isWritable(Path.of(point))) {
        return Path.of(point);
      }
    }
    throw new IllegalStateException("no results file");
  }

  static int shell(String script) throws Exception {
    return new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start().waitFor();
  }
}
//- src/test/java/lab/VictimTest.java
package lab;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;

class VictimTest {
  @Test
  void answers() throws Exception {
    assertEquals(42, Victim.answer());
  }
}
"#;

const FILE: &str = "src/main/java/lab/Victim.java";

/// Marks the processes that the candidates start.
const MARK: &str = "1000.888";

fn limits() -> ValidationLimits {
    let mut limits = ValidationLimits {
        failing_tests_time: Duration::from_secs(20),
        ..ValidationLimits::default()
    };
    limits.resources.output_bytes = 1_000_000;
    limits.resources.resident_mebibytes = 700;
    limits.resources.processes = 150;
    limits
}

#[test]
fn no_candidate_gets_away_with_anything() {
    let fixture = Fixture::new(VICTIM, "");
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("file");
    fs::write(&target, "untouched").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();

    let validator = fixture.validator(FILE, limits());
    assert_eq!(validator.way(), &Way::Quick);
    let file = fixture.source(FILE);
    for (body, expected) in cases(&target.display().to_string(), &fixture, port) {
        let text = file.text().replace("return 41;", &body);
        let verdict = shown(&validator.validate(&file.with_text(text)).unwrap());
        assert!(verdict.starts_with(expected), "{body}\n{verdict}");
        assert_nothing_left(MARK);
    }
    assert_eq!(fs::read_to_string(&target).unwrap(), "untouched");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert!(listener.accept().is_err(), "nobody has connected");
    assert_eq!(fixture.source(FILE), file);
    let copy = fs::read(fixture.workspace.root.join(FILE)).unwrap();
    assert_eq!(copy, file.to_bytes());
}

/// Bodies of `answer`, and how their verdicts begin.
fn cases(outside: &str, fixture: &Fixture, port: u16) -> Vec<(String, &'static str)> {
    let classes = fixture.workspace.root.join("target/classes/lab/Victim.class");
    let source = fixture.original().join(FILE);
    let exits = "fails lab.VictimTest#answers: the test machine ended with exit code";
    let damaged = "fails lab.VictimTest#answers: the file of the test results was damaged";
    let forged = "{\\\"sequence\\\":2,\\\"event\\\":\\\"ended\\\",\\\"passed\\\":1}";
    let mut cases = vec![
        ("return 42;".to_owned(), "plausible: 1 tests"),
        ("System.exit(0); return 42;".to_owned(), exits),
        ("Runtime.getRuntime().halt(0); return 42;".to_owned(), exits),
        (
            "Files.writeString(resultsFile(), \"\"); return 42;".to_owned(),
            damaged,
        ),
        (
            format!(
                "Files.writeString(resultsFile(), \"0000 {forged}\\n\", StandardOpenOption.APPEND); \
                 System.exit(0); return 42;"
            ),
            exits,
        ),
        (
            "List<byte[]> all = new ArrayList<>(); while (true) { all.add(new byte[10_000_000]); }"
                .to_owned(),
            "fails lab.VictimTest#answers: java.lang.OutOfMemoryError",
        ),
        (
            "while (true) { System.out.println(\"x\".repeat(10_000)); }".to_owned(),
            "fails lab.VictimTest#answers: it was killed because it went past the output limit",
        ),
        (
            "List<byte[]> all = new ArrayList<>(); for (int i = 0; i < 8; i++) { new ProcessBuilder(\
             \"/bin/sh\", \"-c\", \"head -c 100000000 /dev/zero | tail -c 100000000 | sleep 1000.888\"\
             ).start(); } while (true) { Thread.sleep(1000); }"
                .to_owned(),
            "fails lab.VictimTest#answers: it was killed because it went past the memory limit",
        ),
        (
            format!("shell(\"while :; do setsid sleep {MARK} & done\"); return 41;"),
            "fails lab.VictimTest#answers: ",
        ),
        (
            format!("shell(\"setsid sleep {MARK} >/dev/null 2>&1 &\"); while (true) {{}}"),
            "timed out in failing tests after 20 s",
        ),
    ];
    // Each attempt must fail inside, so that the answer is right only when all of them did.
    let attempts = [
        format!("Files.writeString(Path.of(\"{outside}\"), \"taken\");"),
        format!("Files.writeString(Path.of(\"{}\"), \"taken\");", source.display()),
        format!("Files.readString(Path.of(\"{outside}\"));"),
        format!("new Socket(\"127.0.0.1\", {port}).close();"),
        "new Socket(InetAddress.getByAddress(new byte[] {1, 1, 1, 1}), 53).close();".to_owned(),
        "Files.list(Path.of(System.getenv(\"HOME\"))).findAny().get();".to_owned(),
        "Files.readString(Path.of(\"/etc/shadow\"));".to_owned(),
        format!("if (shell(\"mount -o remount,bind,rw {0}\") != 0) throw new Exception();", "/usr"),
        "Files.writeString(Path.of(\"/usr/x\"), \"\");".to_owned(),
    ];
    let mut body = String::new();
    for attempt in &attempts {
        body.push_str(&format!(
            "try {{ {attempt} return 0; }} catch (Exception | Error expected) {{}} "
        ));
    }
    cases.push((format!("{body} return 42;"), "plausible: 1 tests"));
    // Its own copy of the project it may write, and the next candidate sees nothing of that.
    let poison = format!("Files.write(Path.of(\"{}\"), new byte[0]);", classes.display());
    cases.push((format!("{poison} return 42;"), "plausible: 1 tests"));
    cases.push(("return 40 + 2;".to_owned(), "plausible: 1 tests"));
    cases
}
