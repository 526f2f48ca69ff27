package patchwright.companion.engine;

import java.util.Arrays;

/** Numbers that are given once in the companion's life, and what happened in it. */
public final class Counters {
  /** Of a crash's stack trace; that of an overflow has a thousand, all alike. */
  private static final int FRAMES_SHOWN = 20;

  private int files;
  private int holes;
  private int tables;
  private long crashes;

  int nextFile() {
    return ++files;
  }

  int nextHole() {
    return ++holes;
  }

  /** The number of a table of names that a client is going to be sent. */
  public int nextTable() {
    return ++tables;
  }

  void crashed(Throwable crash) {
    crashes++;
    System.err.println("javac crashed; the answer is unknown and the file is opened again:");
    System.err.println(crash);
    Arrays.stream(crash.getStackTrace())
        .limit(FRAMES_SHOWN)
        .forEach(frame -> System.err.println("\tat " + frame));
  }

  /** How often javac crashed and the companion went on. */
  public long crashes() {
    return crashes;
  }
}
