package patchwright.companion.boot;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Defines the jar's classes below {@code inside/} in javac's own packages.
 *
 * <p>They need package-private access. {@code --patch-module} would give it too, but it switches
 * class data sharing off and must be passed as a flag; the manifest's {@code Add-Opens} is enough
 * for a private lookup.
 */
public final class InsideJavac {
  private static final String FOLDER = "inside/";

  private static final String CLASS_ENDING = ".class";

  /** A class of each package that we extend: a lookup is bound to a class. */
  private static final Map<String, String> ANCHORS =
      Map.of(
          "com/sun/tools/javac/comp", "com.sun.tools.javac.comp.Attr",
          "com/sun/tools/javac/parser", "com.sun.tools.javac.parser.JavacParser");

  private InsideJavac() {}

  /** Defines all of them. Must run once, before any of them is used. */
  public static void define() throws IOException, ReflectiveOperationException {
    List<Map.Entry<String, byte[]>> waiting = new ArrayList<>(read().entrySet());
    Map<String, MethodHandles.Lookup> lookups = new HashMap<>();
    while (!waiting.isEmpty()) {
      int before = waiting.size();
      for (Iterator<Map.Entry<String, byte[]>> entries = waiting.iterator(); entries.hasNext(); ) {
        Map.Entry<String, byte[]> entry = entries.next();
        if (define(lookup(lookups, entry.getKey()), className(entry), entry.getValue())) {
          entries.remove();
        }
      }
      if (waiting.size() == before) {
        throw new IllegalStateException("`" + waiting.get(0).getKey() + "` cannot be defined");
      }
    }
  }

  /**
   * Defines a class if what it extends is there. What is missing may also be a class that only its
   * verification looks at: then it is defined all the same, and verified at its first use.
   */
  private static boolean define(MethodHandles.Lookup lookup, String name, byte[] bytes)
      throws IllegalAccessException {
    try {
      lookup.defineClass(bytes);
      return true;
    } catch (NoClassDefFoundError anotherIsMissing) {
      return isDefined(name, lookup.lookupClass().getClassLoader());
    }
  }

  private static boolean isDefined(String name, ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException notYet) {
      return false;
    }
  }

  private static String className(Map.Entry<String, byte[]> entry) {
    String path = entry.getKey().substring(FOLDER.length());
    return path.substring(0, path.length() - CLASS_ENDING.length()).replace('/', '.');
  }

  private static MethodHandles.Lookup lookup(
      Map<String, MethodHandles.Lookup> lookups, String entryName)
      throws ReflectiveOperationException {
    String packageName = entryName.substring(FOLDER.length(), entryName.lastIndexOf('/'));
    MethodHandles.Lookup lookup = lookups.get(packageName);
    if (lookup == null) {
      Class<?> anchor = Class.forName(ANCHORS.get(packageName));
      lookup = MethodHandles.privateLookupIn(anchor, MethodHandles.lookup());
      lookups.put(packageName, lookup);
    }
    return lookup;
  }

  private static Map<String, byte[]> read() throws IOException {
    Map<String, byte[]> classes = new HashMap<>();
    try (JarFile file = new JarFile(ownJar().toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
        if (entry.getName().startsWith(FOLDER) && entry.getName().endsWith(CLASS_ENDING)) {
          try (InputStream content = file.getInputStream(entry)) {
            classes.put(entry.getName(), content.readAllBytes());
          }
        }
      }
    }
    return classes;
  }

  private static Path ownJar() {
    // By way of a URI, which decodes `%20` in the path of a folder with a space.
    return Path.of(
        URI.create(
            InsideJavac.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
