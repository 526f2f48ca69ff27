package patchwright.companion.engine;

/**
 * A hole's text as tokens, or why there are none to ask about.
 *
 * @param text the tokens; null when there is a verdict already
 * @param verdict the verdict; null when there are tokens
 */
record LexedHole(HoleText text, Verdict verdict) {
  static LexedHole decided(Verdict verdict) {
    return new LexedHole(null, verdict);
  }
}
