package patchwright.testing;

import java.util.Locale;

/** What became of a test. */
public enum Outcome {
  PASSED,
  FAILED,
  /** An assumption did not hold. */
  ABORTED,
  SKIPPED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
