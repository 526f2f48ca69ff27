package patchwright.trees;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Prints a key of the normalised syntax tree of each file named: {@code key DIGEST}, or {@code error
 * MESSAGE} for one that javac does not parse, in the order of the arguments and behind a mark of the
 * caller's, since a virtual machine may write lines of its own.
 *
 * <p>Arguments: MARK, the language level or {@code -}, and the files.
 */
public final class TreeKeys {
  private TreeKeys() {}

  /** Prints one line a file. */
  public static void main(String[] arguments) throws IOException {
    String mark = arguments[0];
    List<String> options = new ArrayList<>(List.of("-proc:none"));
    if (!arguments[1].equals("-")) {
      options.addAll(List.of("-source", arguments[1]));
    }
    for (int index = 2; index < arguments.length; index++) {
      String text = Files.readString(Path.of(arguments[index]), StandardCharsets.UTF_8);
      System.out.println(mark + line(text, options));
    }
  }

  private static String line(String text, List<String> options) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            compiler.getTask(null, null, diagnostics, options, null, List.of(new Source(text)));
    CompilationUnitTree unit = task.parse().iterator().next();
    for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
        String message = diagnostic.getMessage(Locale.ENGLISH).replaceAll("\\R", " ");
        return "error line " + diagnostic.getLineNumber() + ": " + message;
      }
    }
    return "key " + digest(TreePrinter.print(unit));
  }

  private static String digest(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** A source file in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///Source.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
