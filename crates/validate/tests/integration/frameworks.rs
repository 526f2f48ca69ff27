//! Projects with other test frameworks, and those that only the build tool can test.

use project::{DirectRunner, TestSelection};
use validate::sandbox::Sandbox;
use validate::{ValidateError, ValidationLimits, ValidationSettings, Validator, Way};

use crate::fixture::{Fixture, build_settings, settings, shown, tests_of};

const POM: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>small</artifactId><version>1</version>
  {PROPERTIES}
  <dependencies>{FRAMEWORK}</dependencies>
  {PLUGINS}
</project>
//- src/main/java/lab/Sum.java
package lab;

public class Sum {
  public static int of(int one, int other) {
    return one - other;
  }
}
"#;

const FILE: &str = "src/main/java/lab/Sum.java";

const JUNIT_4_TESTS: &str = r#"
//- src/test/java/lab/FourTest.java
package lab;

import static org.junit.Assert.*;
import org.junit.*;

public class FourTest {
  @Test
  public void adds() {
    assertEquals(3, Sum.of(1, 2));
  }

  @Test
  public void addsNothing() {
    assertEquals(1, Sum.of(1, 0));
  }

  @Test
  public void assumes() {
    Assume.assumeTrue(false);
  }

  @Test
  @Ignore("not yet")
  public void later() {}
}
//- src/test/java/lab/ThreeTest.java
package lab;

public class ThreeTest extends junit.framework.TestCase {
  public void testZero() {
    assertEquals(0, Sum.of(0, 0));
  }
}
//- src/test/java/lab/ManyTest.java
package lab;

import static org.junit.Assert.*;
import java.util.*;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class ManyTest {
  @Parameterized.Parameters
  public static Collection<Object[]> values() {
    return List.of(new Object[] {0}, new Object[] {1});
  }

  private final int value;

  public ManyTest(int value) {
    this.value = value;
  }

  @Test
  public void addsToItself() {
    assertEquals(2 * value, Sum.of(value, value));
  }
}
//- src/test/java/lab/BrokenTest.java
package lab;

import org.junit.*;

public class BrokenTest {
  @BeforeClass
  public static void breaks() {
    throw new IllegalStateException("before any test");
  }

  @Test
  public void neverRuns() {}
}
//- src/test/java/lab/HelperTest.java
package lab;

public class HelperTest {
  public static int notATest() {
    return 1;
  }
}
"#;

const JUPITER_TEST: &str = r#"
//- src/test/java/lab/SumTest.java
package lab;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;

class SumTest {
  @Test
  void adds() {
    assertEquals(3, Sum.of(1, 2));
  }

  @Test
  void addsNothing() {
    assertEquals(1, Sum.of(1, 0));
  }
}
"#;

const INTERFACE_ONLY: &str = "<dependency><groupId>org.junit.jupiter</groupId>\
    <artifactId>junit-jupiter-api</artifactId><version>5.10.2</version><scope>test</scope>\
    </dependency>";

fn project(framework: &str, files: &str) -> Fixture {
    Fixture::new(&format!("{}{files}", POM.replace("{FRAMEWORK}", framework)), "")
}

/// Judges each body of `Sum.of`.
fn check(validator: &mut Validator, fixture: &Fixture, bodies: &[(&str, &str)]) {
    let file = fixture.source(FILE);
    for (body, expected) in bodies {
        let text = file.text().replace("return one - other;", body);
        let verdict = shown(&validator.validate(&file.with_text(text)).unwrap());
        assert!(verdict.starts_with(expected), "{body}: {verdict}");
    }
}

#[test]
fn junit_4_with_its_older_and_stranger_tests() {
    let fixture = project("{JUNIT_4}", JUNIT_4_TESTS);
    let mut bed = fixture.test_bed(FILE, ValidationLimits::default());
    assert_eq!(bed.way(), &Way::Quick);
    let baseline = bed.baseline(&[]).unwrap();
    assert_eq!(
        tests_of(&baseline),
        "pass: lab.FourTest#addsNothing lab.ThreeTest#testZero; \
         fail: lab.BrokenTest lab.FourTest#adds lab.ManyTest#addsToItself; \
         skip: lab.FourTest#assumes lab.FourTest#later"
    );
    let limits = build_settings().limits;
    let report = fixture.workspace.run_tests(TestSelection::All, &limits, &DirectRunner).unwrap();
    baseline.agrees_with(&report).unwrap();

    let targets = ["lab.FourTest#adds", "lab.ManyTest"].map(|name| name.parse().unwrap());
    let mut validator = Validator::new(bed, baseline, targets.to_vec());
    check(
        &mut validator,
        &fixture,
        &[
            ("return one + other;", "plausible: 6 tests"),
            (
                "return one == 1 ? 3 : 0;",
                "fails lab.ManyTest: java.lang.AssertionError: expected:<2>",
            ),
            (
                "return one + other + (other == 0 && one == 1 ? 1 : 0);",
                "breaks lab.FourTest#addsNothing",
            ),
        ],
    );
}

#[test]
fn an_engine_that_only_the_build_tool_knows_of_is_found() {
    let fixture = project(INTERFACE_ONLY, JUPITER_TEST);
    let settings = settings();
    let stop = settings.stop.clone();
    let mut bed = fixture.test_bed_with(FILE, settings);
    assert_eq!(bed.way(), &Way::Quick);
    let baseline = bed.baseline(&[]).unwrap();
    let mut validator =
        Validator::new(bed, baseline.clone(), baseline.failing.into_iter().collect());
    let good = ("return one + other;", "plausible: 2 tests");
    check(&mut validator, &fixture, &[good]);

    // A text that was judged keeps its verdict, and nothing new is judged after a stop.
    stop.raise();
    check(&mut validator, &fixture, &[good]);
    let stopped = validator.validate(&fixture.source(FILE));
    assert!(matches!(stopped, Err(ValidateError::Stopped)), "{stopped:?}");
}

#[test]
fn without_a_sandbox_the_verdicts_are_the_same() {
    let fixture = project("{JUPITER}", JUPITER_TEST);
    let mut bed =
        fixture.test_bed_with(FILE, ValidationSettings { sandbox: Sandbox::none(), ..settings() });
    let baseline = bed.baseline(&[]).unwrap();
    let failing = baseline.failing.iter().cloned().collect();
    let bodies =
        [("return one + other;", "plausible: 2 tests"), ("return 1;", "fails lab.SumTest#adds")];
    check(&mut Validator::new(bed, baseline, failing), &fixture, &bodies);
}

#[test]
fn what_cannot_be_run_quickly_is_judged_by_the_build_tool() {
    let module = "\n//- src/main/java/module-info.java\nmodule lab { exports lab; }\n";
    let fixture = project("{JUPITER}", &format!("{JUPITER_TEST}{module}"));
    let mut validator = fixture.validator(FILE, ValidationLimits::default());
    match validator.way() {
        Way::BuildTool { reason } => assert!(reason.contains("module system"), "{reason}"),
        Way::Quick => panic!("the build tool was expected"),
    }
    check(
        &mut validator,
        &fixture,
        &[
            ("return one + other;", "plausible: 2 tests"),
            ("return 1;", "fails lab.SumTest#adds: org.opentest4j.AssertionFailedError"),
            ("return 3;", "breaks lab.SumTest#addsNothing: org.opentest4j.AssertionFailedError"),
            ("return one + others;", "does not compile: "),
            ("System.exit(0); return 3;", "fails lab.SumTest#adds: "),
        ],
    );
}

#[test]
fn a_project_without_tests_has_no_baseline() {
    let fixture = project("{JUPITER}", "");
    let mut bed = fixture.test_bed(FILE, ValidationLimits::default());
    match bed.baseline(&[]) {
        Err(ValidateError::Baseline { reason }) => assert_eq!(reason, "no test was executed"),
        other => panic!("{other:?}"),
    }
}
