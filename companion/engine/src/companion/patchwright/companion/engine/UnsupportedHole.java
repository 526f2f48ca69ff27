package patchwright.companion.engine;

/** Names and checks at a hole cannot be answered; whether its end compiles can. */
public final class UnsupportedHole extends Exception {
  private static final long serialVersionUID = 1L;

  UnsupportedHole(String why) {
    super(why);
  }
}
