package patchwright.companion.project;

import com.sun.tools.javac.api.JavacTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileManager;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * What every compilation in a project shares: javac's options, the class path and its packages.
 *
 * <p>The files of the project other than the one at hand are read as class files: they are valid as
 * long as no signature changes, which a hole in a method's body cannot do.
 */
public final class Project implements AutoCloseable {
  /** javac's own limit of 100 would hide errors, and two versions could not be compared. */
  private static final String MAX_ERRORS = "100000";

  private final List<String> options;
  private final List<Path> classPath;
  private final PackageIndex packages;
  private final StandardJavaFileManager fileManager;

  private Project(
      List<String> options,
      List<Path> classPath,
      PackageIndex packages,
      StandardJavaFileManager fileManager) {
    this.options = options;
    this.classPath = classPath;
    this.packages = packages;
    this.fileManager = fileManager;
  }

  /** Reads the names of the packages; entries of the class path that do not exist are left out. */
  public static Project of(List<String> options, List<Path> classPath) throws IOException {
    List<Path> existing = new ArrayList<>(classPath);
    existing.removeIf(entry -> !Files.exists(entry));
    PackageIndex packages = PackageIndex.of(existing, options);
    return new Project(
        List.copyOf(options), existing, packages, createFileManager(existing));
  }

  private static StandardJavaFileManager createFileManager(List<Path> classPath)
      throws IOException {
    StandardJavaFileManager fileManager =
        JavacTool.create().getStandardFileManager(null, null, StandardCharsets.UTF_8);
    fileManager.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
    // Without a source path javac would compile sources that happen to lie on the class path.
    fileManager.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
    return fileManager;
  }

  /** The client's options and those that every compilation of ours needs. */
  public List<String> compilerOptions() {
    List<String> all = new ArrayList<>(options);
    if (!processesAnnotations()) {
      // Otherwise javac runs whatever processor it finds on the class path.
      all.add("-proc:none");
    }
    all.addAll(List.of("-implicit:none", "-Xmaxerrs", MAX_ERRORS));
    return all;
  }

  /** Whether the options ask for annotation processing. */
  public boolean processesAnnotations() {
    return options.stream().anyMatch(Project::asksForProcessing);
  }

  private static boolean asksForProcessing(String option) {
    return option.startsWith("-processor")
        || option.startsWith("--processor-")
        || option.equals("-proc:only")
        || option.equals("-proc:full");
  }

  /** The names of all packages that code of the project can mention, and more. */
  public PackageIndex packages() {
    return packages;
  }

  /** The files of the class path. Not to be closed, and for one thread. */
  public JavaFileManager fileManager() {
    return fileManager;
  }

  /** The entries of the class path that exist. */
  public List<Path> classPath() {
    return classPath;
  }

  @Override
  public void close() throws IOException {
    fileManager.close();
  }
}
