package patchwright.companion.compile;

/** javac ended by a fault of its own; what it reported until then decides nothing. */
public final class JavacCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A crash with what javac said about it. */
  public JavacCrash(String message) {
    super(message);
  }

  /** A crash with what javac threw. */
  public JavacCrash(Throwable cause) {
    super(cause.toString(), cause);
  }
}
