package patchwright.companion.engine;

import com.sun.tools.javac.util.List;

/**
 * A hole in a method, an initialiser or the value of a field: what is asked about its text.
 *
 * <p>A crash of javac comes out as what javac threw; the file's context must not be used after it.
 */
final class OpenHole {
  /** States kept for one hole; each holds the scopes and trees of some statements. */
  private static final int MAX_STATES = 4096;

  final OpenFile file;
  final HolePlace place;
  final HoleLexing lexing;
  final MethodAttribution method;
  private final ErrorFilter errorFilter;
  private final Reachability reachability;
  private final StatementStepper stepper;
  private final LambdaTargets lambdaTargets;
  private final OpenArguments openArguments;
  private final OpenOperands openOperands;
  private final StateTrie states;

  OpenHole(OpenFile file, int start, int end) throws UnsupportedHole {
    this.file = file;
    this.place = supportedPlace(file, start, end);
    this.lexing = new HoleLexing(file, place);
    this.method = new MethodAttribution(file, place);
    this.errorFilter = new ErrorFilter(file, place);
    this.reachability = new Reachability(place, lexing.following());
    this.stepper = new StatementStepper(file, method, errorFilter, reachability);
    CallCandidates calls = new CallCandidates(file);
    this.lambdaTargets = new LambdaTargets(file, calls);
    this.openArguments = new OpenArguments(file, calls);
    this.openOperands = new OpenOperands(file);
    State root = root();
    this.states = new StateTrie(root);
    if (root.dead() == null) {
      file.visibleNames.shared(root.environment());
    }
  }

  private static HolePlace supportedPlace(OpenFile file, int start, int end)
      throws UnsupportedHole {
    HolePlace place = HolePlace.find(file, start, end);
    if (place == null) {
      throw new UnsupportedHole("the hole lies in no method, initialiser or field's value");
    }
    boolean isReadable =
        !file.hasSyntaxErrors
            || file.errors.stream()
                .allMatch(e -> e.offset() >= place.bodyStart() && e.offset() <= place.bodyEnd());
    if (!isReadable) {
      throw new UnsupportedHole("the file has a syntax error outside the hole's method");
    }
    return place;
  }

  private State root() {
    State methodStart =
        new State(method.environment(), 0, true, true, false, true, null, null, List.nil());
    State root = stepper.advance(methodStart, lexing.beforeHole(), (text, state) -> {});
    State withSuffix = new SuffixRoot(file, place, lexing, method).find(root);
    return withSuffix == null ? root : withSuffix;
  }

  int stateCount() {
    return states.size();
  }

  /** What may stand where an identifier starts, at the end of a text. */
  NamesAnswer names(String text) {
    LexedHole lexed = lexing.upToIdentifier(text);
    if (lexed.verdict() != null) {
      return NamesAnswer.undecided(lexed.verdict());
    }
    HoleText marked = lexed.text().withMarker(file.attribution.marker());
    State state = advance(marked);
    if (state.dead() != null) {
      return NamesAnswer.undecided(state.dead());
    }
    return new NamesQuestion(this, lambdaTargets, openArguments, errorFilter, marked, state).answer();
  }

  /** Whether a text that ends with a token can be completed. */
  Verdict check(String text) {
    LexedHole lexed = lexing.upToToken(text);
    if (lexed.verdict() != null) {
      return lexed.verdict();
    }
    HoleText upToHere = lexed.text();
    State state = advance(upToHere);
    if (state.dead() != null) {
      return state.dead();
    }
    if (state.tokenIndex() == upToHere.size()) {
      return Verdict.FEASIBLE;
    }
    Verdict unreachable = reachability.of(state, upToHere);
    return unreachable != null
        ? unreachable
        : new CheckQuestion(this, errorFilter, openArguments, openOperands, upToHere, state)
            .answer();
  }

  private State advance(HoleText text) {
    if (states.size() > MAX_STATES) {
      states.states().forEach(state -> file.attribution.forget(state.attributed()));
      states.clear();
    }
    return stepper.advance(states.find(text.text()), text, this::remember);
  }

  private void remember(HoleText text, State state) {
    if (state.tokenIndex() == 0) {
      return;
    }
    // Up to the last token before the state, so that texts that differ behind it share it.
    int length = text.tokens()[state.tokenIndex() - 1].endPos - place.start();
    if (length > 0) {
      states.put(text.text().substring(0, length), state);
    }
  }
}
