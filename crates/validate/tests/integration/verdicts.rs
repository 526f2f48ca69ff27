//! Each verdict, quickly, in a project of two modules.

use task::SourceText;
use validate::{ValidationLimits, Way};

use crate::fixture::{Fixture, build_settings, shown, tests_of};

const SHOP: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>shop</artifactId><version>1</version>
  <packaging>pom</packaging>
  <modules><module>core</module><module>till</module></modules>
  {PROPERTIES}
  <dependencies>{JUPITER}</dependencies>
  {PLUGINS}
</project>
//- core/pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>lab</groupId><artifactId>shop</artifactId><version>1</version></parent>
  <artifactId>core</artifactId>
</project>
//- core/src/main/java/lab/Price.java
package lab;

public class Price {
  public static final int LIMIT = 100;
  private final int cents;

  public Price(int cents) {
    this.cents = cents;
  }

  public int cents() {
    return cents;
  }

  public Price plus(Price other) {
    return new Price(cents - other.cents);
  }
}
//- core/src/test/java/lab/PriceTest.java
package lab;

import static org.junit.jupiter.api.Assertions.*;
import java.nio.file.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

class PriceTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void adds(int cents) {
    assertEquals(cents + 3, new Price(cents).plus(new Price(3)).cents());
  }

  @Test
  void keepsItsCents() {
    assertEquals(50, new Price(50).cents());
  }

  @Test
  void failsForAnotherReason() {
    fail("always");
  }

  @Test
  void writesAndReadsFiles() throws Exception {
    Files.createDirectories(Path.of("target/out"));
    Files.writeString(Path.of("target/out/made.txt"), "text");
    assertEquals("on", System.getProperty("lab.switch"));
    assertTrue(Files.exists(Path.of("src/main/java/lab/Price.java")));
    boolean enabled = false;
    assert enabled = true;
    assertTrue(enabled, "assertions");
  }

  @Nested
  class Inner {
    @Test
    void isRun() {
      assertEquals(0, new Price(0).cents());
    }
  }

  @Test
  @Disabled("not yet")
  void later() {}
}
//- till/pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>lab</groupId><artifactId>shop</artifactId><version>1</version></parent>
  <artifactId>till</artifactId>
  <dependencies>
    <dependency><groupId>lab</groupId><artifactId>core</artifactId><version>1</version></dependency>
  </dependencies>
</project>
//- till/src/main/java/lab/till/Till.java
package lab.till;

import lab.Price;

public class Till {
  public boolean accepts(Price price) {
    return price.cents() < Price.LIMIT;
  }
}
//- till/src/test/java/lab/till/TillTest.java
package lab.till;

import static org.junit.jupiter.api.Assertions.*;
import lab.Price;
import org.junit.jupiter.api.Test;

class TillTest {
  @Test
  void acceptsSmallPrices() {
    assertTrue(new Till().accepts(new Price(99)));
  }
}
"#;

const SETTINGS: &str = "<configuration><argLine>-Dlab.switch=on</argLine></configuration>";
const FILE: &str = "core/src/main/java/lab/Price.java";
const BUGGY: &str = "return new Price(cents - other.cents);";
const GOOD: &str = "return new Price(cents + other.cents);";

fn patched(file: &SourceText, changes: &[(&str, &str)]) -> SourceText {
    changes.iter().fold(file.clone(), |file, (from, to)| {
        assert!(file.text().contains(from), "`{from}`");
        let text = file.text().replace(from, to);
        file.with_text(text)
    })
}

#[test]
fn each_patch_gets_its_verdict() {
    let fixture = Fixture::new(SHOP, SETTINGS);
    let file = fixture.source(FILE);
    let mut bed = fixture.test_bed(FILE, ValidationLimits::default());
    assert_eq!(bed.way(), &Way::Quick);

    let baseline = bed.baseline(&[]).unwrap();
    assert_eq!(
        tests_of(&baseline),
        "pass: lab.PriceTest#keepsItsCents lab.PriceTest#writesAndReadsFiles \
         lab.PriceTest$Inner#isRun lab.till.TillTest#acceptsSmallPrices; \
         fail: lab.PriceTest#adds lab.PriceTest#failsForAnotherReason; \
         skip: lab.PriceTest#later"
    );
    let limits = build_settings().limits;
    let report = fixture
        .workspace
        .run_tests(project::TestSelection::All, &limits, &project::DirectRunner)
        .unwrap();
    baseline.agrees_with(&report).unwrap();

    let targets = vec!["lab.PriceTest#adds".parse().unwrap()];
    let validator = validate::Validator::new(bed, baseline, targets);
    let before = fixture.source(FILE);
    for (changes, expected) in [
        (&[(BUGGY, GOOD)][..], "plausible: 7 tests"),
        (
            &[(BUGGY, "return this;")],
            "fails lab.PriceTest#adds: org.opentest4j.AssertionFailedError: expected: <4> but was: <1>",
        ),
        (&[(BUGGY, "return null;")], "fails lab.PriceTest#adds: java.lang.NullPointerException"),
        (
            &[(BUGGY, "return new Prise(1);")],
            "does not compile: core/src/main/java/lab/Price.java:16: error: cannot find symbol",
        ),
        (
            &[(BUGGY, GOOD), ("return cents;", "return cents == 50 ? 6 : cents;")],
            "breaks lab.PriceTest#keepsItsCents: org.opentest4j.AssertionFailedError",
        ),
        // A failure ends it: the other module's test would wait for ever.
        (
            &[
                (BUGGY, GOOD),
                ("return cents;", "while (cents == 99) {} return cents == 50 ? 6 : cents;"),
            ],
            "breaks lab.PriceTest#keepsItsCents: org.opentest4j.AssertionFailedError",
        ),
        // What other classes can see: compiled anew with them, also in the other module.
        (
            &[(BUGGY, GOOD), ("LIMIT = 100", "LIMIT = 99")],
            "breaks lab.till.TillTest#acceptsSmallPrices",
        ),
        (&[(BUGGY, GOOD), ("LIMIT = 100", "LIMIT = 200")], "plausible: 7 tests"),
        (
            &[(BUGGY, GOOD), ("static final int LIMIT = 100", "static final String LIMIT = \"\"")],
            "does not compile: till/src/main/java/lab/till/Till.java:7: error: bad operand types",
        ),
        (
            &[(BUGGY, "System.exit(0); return this;")],
            "fails lab.PriceTest#adds: the test machine ended with exit code 0 before its tests did",
        ),
        (&[(BUGGY, "throw new org.opentest4j.TestAbortedException();")], "does not compile: "),
    ] {
        let verdict = validator.validate(&patched(&file, changes)).unwrap();
        let text = shown(&verdict);
        assert!(text.starts_with(expected), "{changes:?}: {text}");
    }
    assert_eq!(fixture.source(FILE), before, "the user's file is as it was");
    assert_eq!(
        std::fs::read(fixture.workspace.root.join(FILE)).unwrap(),
        before.to_bytes(),
        "the workspace is as it was"
    );
}
