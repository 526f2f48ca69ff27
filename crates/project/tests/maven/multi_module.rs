//! Modules under a parent, one of which depends on another: with JUnit 4 and the old Surefire that
//! Maven 3 takes by itself, with JUnit 4 and a newer one, and with JUnit 5.

use project::{DirectRunner, TestFrameworkKind, TestSelection, discover};

use crate::fixture::{Fixture, limits, names, shown};

const PROJECT: &str = r#"
//- pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>parent</artifactId><version>1</version>
  <packaging>pom</packaging>
  <modules><module>core</module><module>app</module><module>many</module></modules>
  <properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
</project>
//- core/pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>lab</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>core</artifactId>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
  </properties>
  <dependencies><dependency>
    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
    <scope>test</scope>
  </dependency></dependencies>
  <build><plugins><plugin>
    <artifactId>maven-surefire-plugin</artifactId><version>2.12.4</version>
  </plugin></plugins></build>
</project>
//- core/src/main/java/core/Core.java
package core;

public class Core {
  public static int one() {
    return 1;
  }
}
//- core/src/test/java/core/CoreTest.java
package core;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CoreTest {
  @Test
  public void isOne() {
    assertEquals(1, Core.one());
  }

  @Test
  public void isTwo() {
    assertEquals(2, Core.one());
  }
}
//- app/pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>lab</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>app</artifactId>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies>
    <dependency><groupId>lab</groupId><artifactId>core</artifactId><version>1</version></dependency>
    {JUPITER}
  </dependencies>
  <build><plugins>{PLUGINS}</plugins></build>
</project>
//- app/src/main/java/app/App.java
package app;

public class App {
  public static int two() {
    return core.Core.one() + 1;
  }
}
//- app/src/test/java/app/AppTest.java
package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AppTest {
  @Test
  void isTwo() {
    assertEquals(2, App.two());
  }
}
//- many/pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>lab</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>many</artifactId>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies><dependency>
    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
    <scope>test</scope>
  </dependency></dependencies>
  <build><plugins>{PLUGINS}</plugins></build>
</project>
//- many/src/test/java/many/ManyTest.java
package many;

import java.util.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class ManyTest {
  private final int number;

  public ManyTest(int number) {
    this.number = number;
  }

  @Parameterized.Parameters
  public static List<Object[]> numbers() {
    return Arrays.asList(new Object[] {1}, new Object[] {2});
  }

  @Test
  public void isOne() {
    Assert.assertEquals(1, number);
  }

  @Test
  public void isOneOrTwo() {}
}
"#;

#[test]
fn modules_see_one_another_and_are_tested_behind_a_failure() {
    let fixture = Fixture::new(PROJECT);
    let build = discover(&fixture.root().join("app/src/main/java/app/App.java")).unwrap();
    assert_eq!(build.root, fixture.root());
    let (_folder, workspace) = fixture.workspace();

    let modules: Vec<_> = workspace.model.modules.iter().map(|module| &module.name).collect();
    assert_eq!(modules, ["parent", "core", "app", "many"]);
    let [parent, core, app, _] = workspace.model.modules.as_slice() else { unreachable!() };
    assert!(parent.test_settings.is_none());
    assert_eq!(app.main.class_path, [workspace.root.join("core/target/classes")]);
    assert_eq!(core.main.compiler.language_level(), Some("8"));
    assert_eq!(app.main.compiler.language_level(), Some("17"));
    assert_eq!(core.test_frameworks[0].kind, TestFrameworkKind::JUnit4);
    assert_eq!(core.test_frameworks[0].version, "4.13.2");

    let report = workspace.run_tests(TestSelection::All, &limits(), &DirectRunner).unwrap();
    assert_eq!(
        shown(&report),
        [
            "app.AppTest#isTwo passed",
            "core.CoreTest#isOne passed",
            "core.CoreTest#isTwo failed",
            "many.ManyTest#isOne failed",
            "many.ManyTest#isOne passed",
            "many.ManyTest#isOneOrTwo passed",
            "many.ManyTest#isOneOrTwo passed",
        ]
    );
    let run = |tests: &[&str]| {
        let tests = names(tests);
        workspace.run_tests(TestSelection::Tests(&tests), &limits(), &DirectRunner).unwrap()
    };
    // The old Surefire runs the whole class; the other method is not in the report.
    let report = run(&["app.AppTest#isTwo", "core.CoreTest#isOne"]);
    assert_eq!(shown(&report), ["app.AppTest#isTwo passed", "core.CoreTest#isOne passed"]);
    let report = run(&["many.ManyTest#isOne"]);
    assert_eq!(shown(&report), ["many.ManyTest#isOne failed", "many.ManyTest#isOne passed"]);
}
