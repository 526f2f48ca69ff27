package patchwright.companion.project;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Which packages there are, for names like {@code java.util}: javac itself only learns of a package
 * when its full name is asked for.
 *
 * <p>The index may name packages that the code cannot see (of other modules, of an older release):
 * a name too many is harmless, a missing one would reject code that compiles.
 */
public final class PackageIndex {
  private final Set<String> packages;
  private final Map<String, Set<String>> children = new HashMap<>();

  private PackageIndex(Set<String> packages) {
    this.packages = packages;
    for (String name : packages) {
      addToParents(name);
    }
  }

  private void addToParents(String name) {
    int start = 0;
    for (int dot = name.indexOf('.'); ; dot = name.indexOf('.', start)) {
      String parent = start == 0 ? "" : name.substring(0, start - 1);
      String child = dot < 0 ? name.substring(start) : name.substring(start, dot);
      children.computeIfAbsent(parent, unused -> new TreeSet<>()).add(child);
      if (dot < 0) {
        return;
      }
      start = dot + 1;
    }
  }

  /** The packages of the JDK, of the class path, and of every path that an option mentions. */
  static PackageIndex of(List<Path> classPath, List<String> options) throws IOException {
    Set<String> packages = new TreeSet<>();
    addJdkPackages(packages);
    for (Path entry : classPath) {
      addEntry(entry, packages);
    }
    for (String option : options) {
      addPathsOfOption(option, packages);
    }
    return new PackageIndex(packages);
  }

  /** How many packages have classes or folders of their own. */
  public int size() {
    return packages.size();
  }

  /** The first names of all packages: {@code java}, {@code javax}, {@code org}. */
  public Set<String> roots() {
    return children.getOrDefault("", Set.of());
  }

  /** The next names after a package's full name: {@code util} for {@code java}. */
  public Set<String> childrenOf(String fullName) {
    return children.getOrDefault(fullName, Set.of());
  }

  private static void addJdkPackages(Set<String> packages) throws IOException {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/packages");
    try (Stream<Path> entries = Files.list(root)) {
      entries.forEach(entry -> packages.add(entry.getFileName().toString()));
    }
  }

  /** Module paths, boot class paths and patches all come as options whose values are paths. */
  private static void addPathsOfOption(String option, Set<String> packages) throws IOException {
    int value = Math.max(option.indexOf('='), option.startsWith("-") ? option.indexOf(':') : -1);
    for (String candidate : option.substring(value + 1).split(File.pathSeparator)) {
      Path path = existing(candidate);
      if (path == null) {
        continue;
      }
      addEntry(path, packages);
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          for (Path jar : (Iterable<Path>) files::iterator) {
            addEntry(jar, packages);
          }
        }
      }
    }
  }

  private static Path existing(String candidate) {
    try {
      return candidate.isEmpty() || !Files.exists(Path.of(candidate)) ? null : Path.of(candidate);
    } catch (InvalidPathException notAPath) {
      return null;
    }
  }

  private static void addEntry(Path entry, Set<String> packages) throws IOException {
    if (Files.isDirectory(entry)) {
      addFolder(entry, packages);
    } else if (entry.toString().endsWith(".jar") || entry.toString().endsWith(".zip")) {
      addArchive(entry, packages);
    }
  }

  private static void addFolder(Path root, Set<String> packages) throws IOException {
    try (Stream<Path> paths = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      paths
          .filter(Files::isDirectory)
          .map(folder -> root.relativize(folder).toString().replace(File.separatorChar, '.'))
          .filter(PackageIndex::isPackageName)
          .forEach(packages::add);
    }
  }

  private static void addArchive(Path archive, Set<String> packages) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
        String name = entries.nextElement().getName();
        int slash = name.lastIndexOf('/');
        if (slash > 0 && name.endsWith(".class")) {
          packages.add(packageOf(name.substring(0, slash)));
        }
      }
    } catch (ZipException notAnArchive) {
      // javac warns about such an entry and goes on without it.
    }
  }

  /** Classes of a multi-release jar lie below a folder that is no part of their package. */
  private static String packageOf(String folder) {
    String plain = folder.replaceFirst("^META-INF/versions/[0-9]+/", "");
    return plain.replace('/', '.');
  }

  private static boolean isPackageName(String name) {
    return !name.isEmpty() && !name.startsWith("META-INF");
  }
}
