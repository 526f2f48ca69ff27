package patchwright.companion.engine;

/**
 * An answer about a text.
 *
 * @param status the answer
 * @param rule a short key to count by; empty when feasible
 * @param message for a person; may be empty
 */
public record Verdict(Status status, String rule, String message) {
  /** The three values. */
  public enum Status {
    /** Nothing speaks against it. */
    FEASIBLE,
    /** No continuation makes it compile. */
    INFEASIBLE,
    /** Not decided. Never prunes. */
    UNKNOWN
  }

  /** Nothing speaks against it. */
  public static final Verdict FEASIBLE = new Verdict(Status.FEASIBLE, "", "");

  /** The text closes the method around the hole, which the engine's contract excludes. */
  static final Verdict ESCAPES =
      infeasible("escapes", "the text closes the method around the hole");

  static Verdict infeasible(String rule, String message) {
    return new Verdict(Status.INFEASIBLE, rule, message);
  }

  static Verdict unknown(String rule) {
    return new Verdict(Status.UNKNOWN, rule, "");
  }

  static Verdict unknown(String rule, String message) {
    return new Verdict(Status.UNKNOWN, rule, message);
  }
}
