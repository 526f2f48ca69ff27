package patchwright.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.MojoExecution;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Lets Surefire fetch what it needs to run tests, but gives it no test of the project.
 *
 * <p>Surefire fetches its provider (the part for JUnit 4, the JUnit Platform, …) only when it is
 * about to run a test class. This build has the network, and the project's tests must not. So
 * Surefire gets a class without tests of our own instead of the project's classes. The settings are
 * changed after Maven has merged them, so that nothing in a POM can undo it.
 */
final class SurefireGuard {
  private static final Class<?> SHOWN_TEST = ClassWithoutTests.class;

  private final Path folder;
  private final boolean surefireIsComplete;

  /** {@code folder} is made when it is needed; it takes the class that Surefire is shown. */
  SurefireGuard(Path folder, boolean surefireIsComplete) {
    this.folder = folder;
    this.surefireIsComplete = surefireIsComplete;
  }

  void keepFromRunningTests(ExecutionEvent event) throws IOException {
    MojoExecution execution = event.getMojoExecution();
    if (!execution.getArtifactId().equals("maven-surefire-plugin")) {
      return;
    }
    Xpp3Dom configuration = execution.getConfiguration();
    File tests = new File(event.getProject().getBuild().getTestOutputDirectory());
    set(configuration, "skip", String.valueOf(surefireIsComplete || !tests.isDirectory()));
    showClassWithoutTests();
    set(configuration, "testClassesDirectory", folder.toString());
    set(configuration, "classesDirectory", folder.resolve("no-classes").toString());
    set(configuration, "reportsDirectory", folder.resolve("reports").toString());
    set(configuration, "test", SHOWN_TEST.getSimpleName());
    set(configuration, "failIfNoTests", "false");
    set(configuration, "failIfNoSpecifiedTests", "false");
    set(configuration, "testFailureIgnore", "true");
  }

  /** Changes a setting that this version of Surefire knows; it would refuse an unknown one. */
  private static void set(Xpp3Dom configuration, String name, String value) {
    Xpp3Dom setting = configuration.getChild(name);
    if (setting != null) {
      setting.setValue(value);
      while (setting.getChildCount() > 0) {
        setting.removeChild(0);
      }
    }
  }

  private void showClassWithoutTests() throws IOException {
    String file = SHOWN_TEST.getName().replace('.', '/') + ".class";
    Path copy = folder.resolve(file);
    Files.createDirectories(copy.getParent());
    try (InputStream bytes = SHOWN_TEST.getClassLoader().getResourceAsStream(file)) {
      Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
