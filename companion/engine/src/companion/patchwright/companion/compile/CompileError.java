package patchwright.companion.compile;

import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * An error that javac reported.
 *
 * @param key javac's key, such as {@code compiler.err.cant.resolve.location}
 * @param offset UTF-16 code units from the start of the file, or {@link #NO_OFFSET}
 * @param line counted from 1; 0 when there is none
 * @param message the message in English
 * @param path the file's path under its source root; empty when the error has no file
 */
public record CompileError(String key, int offset, int line, String message, String path) {
  /** The offset of an error that has no place. */
  public static final int NO_OFFSET = -1;

  /** What javac reported, as an error of ours. */
  public static CompileError of(Diagnostic<? extends JavaFileObject> diagnostic) {
    boolean placed = diagnostic.getPosition() != Diagnostic.NOPOS;
    return new CompileError(
        diagnostic.getCode(),
        placed ? (int) diagnostic.getPosition() : NO_OFFSET,
        placed ? (int) diagnostic.getLineNumber() : 0,
        diagnostic.getMessage(Locale.ENGLISH),
        path(diagnostic.getSource()));
  }

  /** An error that was found at an offset of a source that javac has not read as a whole. */
  public static CompileError in(
      MemorySource source, Diagnostic<? extends JavaFileObject> diagnostic) {
    int offset = (int) diagnostic.getPosition();
    return new CompileError(
        diagnostic.getCode(),
        offset,
        1 + lineEnds(source.text(), offset),
        diagnostic.getMessage(Locale.ENGLISH),
        source.path());
  }

  private static int lineEnds(String text, int end) {
    int count = 0;
    for (int i = 0; i < Math.min(end, text.length()); i++) {
      boolean isCarriageReturn =
          text.charAt(i) == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      if (text.charAt(i) == '\n' || isCarriageReturn) {
        count++;
      }
    }
    return count;
  }

  private static String path(JavaFileObject source) {
    if (source == null) {
      return "";
    }
    return source instanceof MemorySource memory ? memory.path() : source.getName();
  }
}
