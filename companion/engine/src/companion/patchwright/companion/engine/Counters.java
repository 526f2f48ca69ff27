package patchwright.companion.engine;

/** Numbers that are given once in the companion's life, and what happened in it. */
public final class Counters {
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
    crash.printStackTrace();
  }

  /** How often javac crashed and the companion went on. */
  public long crashes() {
    return crashes;
  }
}
