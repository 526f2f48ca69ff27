package patchwright.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;

/** What a failure says, shortened. Exceptions are code of the project and can do anything. */
final class FailureText {
  private static final int LONGEST_MESSAGE = 4_000;
  private static final int MOST_TRACE_LINES = 40;
  private static final int LONGEST_TRACE = 8_000;

  /** Frames of the machinery between the runner and a test. */
  private static final List<String> MACHINERY =
      List.of(
          "patchwright.testing.",
          "org.junit.platform.",
          "org.junit.jupiter.engine.",
          "org.junit.runner",
          "org.junit.internal.runners.",
          "java.base/jdk.internal.reflect.",
          "java.base/java.lang.reflect.");

  private FailureText() {}

  static String message(Throwable failure) {
    if (failure == null) {
      return null;
    }
    try {
      return shortened(failure.toString(), LONGEST_MESSAGE);
    } catch (Throwable inner) {
      return failure.getClass().getName();
    }
  }

  static String trace(Throwable failure) {
    if (failure == null) {
      return null;
    }
    try {
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      String kept =
          text.toString()
              .lines()
              .filter(line -> !isMachinery(line))
              .limit(MOST_TRACE_LINES)
              .collect(Collectors.joining("\n"));
      return shortened(kept, LONGEST_TRACE);
    } catch (Throwable inner) {
      return null;
    }
  }

  private static boolean isMachinery(String line) {
    String frame = line.strip();
    return MACHINERY.stream().anyMatch(start -> frame.startsWith("at " + start));
  }

  private static String shortened(String text, int limit) {
    if (text == null || text.length() <= limit) {
      return text;
    }
    return text.substring(0, limit) + "…";
  }
}
