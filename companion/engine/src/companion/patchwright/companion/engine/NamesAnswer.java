package patchwright.companion.engine;

/**
 * What may stand where an identifier starts.
 *
 * @param verdict feasible when the names are known; otherwise the other fields mean nothing
 * @param position whether the name stands alone
 * @param lambdaParameter whether a fresh name may stand here as a lambda's parameter
 * @param label whether a fresh name may stand here as a label
 * @param constructor whether the name follows {@code new}
 * @param shared the names that many positions share
 * @param local the names of this position alone
 */
public record NamesAnswer(
    Verdict verdict,
    Position position,
    boolean lambdaParameter,
    boolean label,
    boolean constructor,
    NameTable shared,
    NameTable local) {

  /** Where a name stands. */
  public enum Position {
    /** Alone. */
    SIMPLE,
    /** After a {@code .}. */
    MEMBER
  }

  private static final NameTable NONE = new NameTable();

  static NamesAnswer undecided(Verdict verdict) {
    return new NamesAnswer(verdict, Position.SIMPLE, false, false, false, NONE, NONE);
  }

  static NamesAnswer unknown(String rule) {
    return undecided(Verdict.unknown(rule));
  }

  static NamesAnswer members(NameTable members, boolean constructor) {
    return new NamesAnswer(
        Verdict.FEASIBLE, Position.MEMBER, false, false, constructor, members, NONE);
  }

  static NamesAnswer words(NameTable words) {
    return new NamesAnswer(Verdict.FEASIBLE, Position.SIMPLE, false, false, false, words, NONE);
  }

  /** The kinds of a name as bits; 0 when it may not stand here. */
  public int kinds(String name) {
    return shared.kinds(name) | local.kinds(name);
  }
}
