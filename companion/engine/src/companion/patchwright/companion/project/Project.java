package patchwright.companion.project;

import com.sun.tools.javac.api.JavacTaskImpl;
import com.sun.tools.javac.api.JavacTool;
import com.sun.tools.javac.comp.ReleaseFiles;
import com.sun.tools.javac.util.Context;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
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

  private static final String RELEASE = "--release";

  private final List<String> options;
  private final PackageIndex packages;
  private final StandardJavaFileManager classFiles;
  private final ReleaseFiles release;
  private final JavaFileManager fileManager;

  private Project(
      List<String> options,
      PackageIndex packages,
      StandardJavaFileManager classFiles,
      ReleaseFiles release) {
    this.options = options;
    this.packages = packages;
    this.classFiles = classFiles;
    this.release = release;
    this.fileManager = release == null ? classFiles : release.over(classFiles);
  }

  /**
   * Reads the names of the packages; entries of the class path that do not exist are left out.
   *
   * @throws IllegalArgumentException when javac does not take the options
   */
  public static Project of(List<String> options, List<Path> classPath) throws IOException {
    List<Path> existing = new ArrayList<>(classPath);
    existing.removeIf(entry -> !Files.exists(entry));
    PackageIndex packages = PackageIndex.of(existing, options);
    StandardJavaFileManager classFiles = classFiles(existing);
    String release = releaseOf(options);
    Project project =
        new Project(
            List.copyOf(options),
            packages,
            classFiles,
            release == null ? null : ReleaseFiles.of(release));
    project.tryOptions();
    return project;
  }

  private void tryOptions() {
    newTask(new Context(), fileManager, Writer.nullWriter(), d -> {}, List.of(), List.of());
  }

  private static StandardJavaFileManager classFiles(List<Path> classPath) throws IOException {
    StandardJavaFileManager fileManager =
        JavacTool.create().getStandardFileManager(null, null, StandardCharsets.UTF_8);
    fileManager.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
    // Without a source path javac would compile sources that happen to lie on the class path.
    fileManager.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
    return fileManager;
  }

  /** The value of the last {@code --release}, in either of its forms; null without one. */
  private static String releaseOf(List<String> options) {
    String release = null;
    for (int i = 0; i < options.size(); i++) {
      String option = options.get(i);
      if (option.equals(RELEASE) && i + 1 < options.size()) {
        release = options.get(i + 1);
      } else if (option.startsWith(RELEASE + "=")) {
        release = option.substring(RELEASE.length() + 1);
      }
    }
    return release;
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

  /** The class path and the JDK's classes. Not to be closed, and for one thread. */
  public JavaFileManager fileManager() {
    return fileManager;
  }

  /**
   * A javac task with the project's options, and with annotation processing only if they ask for
   * it.
   *
   * @param context an empty one, or one in which parts of javac were replaced
   * @param files {@link #fileManager} or one over it
   * @param notes where javac writes what has no place in a diagnostic
   */
  public JavacTaskImpl newTask(
      Context context,
      JavaFileManager files,
      Writer notes,
      DiagnosticListener<JavaFileObject> listener,
      List<String> extraOptions,
      List<? extends JavaFileObject> sources) {
    List<String> all = new ArrayList<>(release == null ? options : optionsWithoutRelease());
    if (!processesAnnotations()) {
      // Otherwise javac runs whatever processor it finds on the class path.
      all.add("-proc:none");
    }
    all.addAll(List.of("-implicit:none", "-Xmaxerrs", MAX_ERRORS));
    all.addAll(extraOptions);
    JavacTaskImpl task =
        (JavacTaskImpl)
            JavacTool.create().getTask(notes, files, listener, all, null, sources, context);
    if (release != null) {
      release.markIn(context);
    }
    return task;
  }

  private List<String> optionsWithoutRelease() {
    List<String> others = new ArrayList<>(release.options());
    for (int i = 0; i < options.size(); i++) {
      if (options.get(i).equals(RELEASE)) {
        i++;
      } else if (!options.get(i).startsWith(RELEASE + "=")) {
        others.add(options.get(i));
      }
    }
    return others;
  }

  @Override
  public void close() throws IOException {
    classFiles.close();
    if (release != null) {
      release.close();
    }
  }
}
