//! Small bugs.

use std::fs;
use std::path::{Path, PathBuf};

use bench::LintSettings;
use project::{
    BuildSettings, CopyLimits, DirectRunner, Limits, Network, StopFlag, discover, read_model,
};
use validate::ValidationLimits;
use validate::sandbox::Sandbox;

pub(crate) const POM: &str = "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lab</groupId><artifactId>sum</artifactId><version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release>
  <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>
  <version>4.13.2</version><scope>test</scope></dependency></dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
  </plugins></build>
</project>
";

pub(crate) const SUM: &str = "package lab;

public class Sum {
  public static int of(int one, int other) {
    return one - other;
  }

  public static int none() {
    return 0;
  }
}
";

pub(crate) const TEST: &str = "package lab;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SumTest {
  @Test
  public void adds() {
    assertEquals(3, Sum.of(1, 2));
  }

  @Test
  public void isNothing() {
    assertEquals(0, Sum.none());
  }
}
";

pub(crate) const REFERENCE: &str = "--- a/src/main/java/lab/Sum.java
+++ b/src/main/java/lab/Sum.java
@@ -2,7 +2,7 @@
 
 public class Sum {
   public static int of(int one, int other) {
-    return one - other;
+    return one + other;
   }
 
   public static int none() {
";

pub(crate) const BUG: &str = "format_version = 1
name = \"sum-1\"
project = \"program\"

[tests]
failing = [\"lab.SumTest#adds\"]

[[holes]]
at = \"src/main/java/lab/Sum.java:5\"

[reference]
patch = \"reference.diff\"
";

/// Writes files below a folder.
pub(crate) fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// A bug folder with a Maven project.
pub(crate) fn maven_bug() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("bug.toml", BUG),
        ("reference.diff", REFERENCE),
        ("program/pom.xml", POM),
        ("program/src/main/java/lab/Sum.java", SUM),
        ("program/src/test/java/lab/SumTest.java", TEST),
    ];
    write(folder.path(), &files);
    folder
}

/// The bug file of the same bug without its build tool, which is quicker.
pub(crate) fn described() -> String {
    let jars = junit_jars();
    let names: Vec<String> = jars.iter().map(|jar| format!("\"{}\"", jar.display())).collect();
    format!(
        "{BUG}\n[build]\nsource_level = 8\nsources = [\"src/main/java\"]\n\
         test_sources = [\"src/test/java\"]\nclass_path = [{}]\n",
        names.join(", ")
    )
}

/// The jars of JUnit 4, as Maven has fetched them.
pub(crate) fn junit_jars() -> Vec<PathBuf> {
    let bug = maven_bug();
    let build = discover(bug.path()).unwrap();
    let model = read_model(&build, &build_settings(), &DirectRunner).unwrap();
    let jar = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "jar");
    let jars: Vec<PathBuf> = model.modules[0].test.class_path.iter().filter(jar).cloned().collect();
    assert_eq!(jars.len(), 2, "{jars:?}");
    jars
}

pub(crate) fn build_settings() -> BuildSettings {
    BuildSettings {
        network: Network::Allowed,
        maven_program: None,
        java_home: None,
        cache_folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"),
        limits: Limits::usual(StopFlag::default()),
        copy_limits: CopyLimits::USUAL,
    }
}

pub(crate) fn lint_settings() -> LintSettings {
    LintSettings {
        build: build_settings(),
        sandbox: Sandbox::find().unwrap(),
        limits: ValidationLimits::default(),
    }
}
