package patchwright.companion.engine;

import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Caret;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.List;
import java.util.function.BiConsumer;

/**
 * Walks from state to state over the statements that a text finishes, and into the blocks that it
 * opens, so that a question attributes no more than one unfinished statement.
 */
final class StatementStepper {
  private final OpenFile file;
  private final MethodAttribution method;
  private final ErrorFilter errorFilter;
  private final Reachability reachability;

  StatementStepper(
      OpenFile file,
      MethodAttribution method,
      ErrorFilter errorFilter,
      Reachability reachability) {
    this.file = file;
    this.method = method;
    this.errorFilter = errorFilter;
    this.reachability = reachability;
  }

  /** The deepest state of a text, from one of its prefixes on; each new one is handed over. */
  State advance(State start, HoleText text, BiConsumer<HoleText, State> remember) {
    State state = start;
    while (state.dead() == null) {
      ParsedStatements parsed =
          file.parsing.statementsWithCaret(text.tokens(), state.tokenIndex(), text.caret());
      if (!parsed.reachedEnd()) {
        // A brace closed the block: go on behind the statement that it belongs to.
        if (state.outer() == null) {
          return state;
        }
        state = state.outer();
        continue;
      }
      State next = parsed.hasError() ? null : step(state, parsed, text);
      if (next == null) {
        return state;
      }
      remember.accept(text, next);
      state = next;
    }
    return state;
  }

  private State step(State state, ParsedStatements parsed, HoleText text) {
    FinishedStatements split = FinishedStatements.of(parsed, text);
    if (split.finished().nonEmpty()) {
      return pass(state, split, text);
    }
    return split.rest() == null || parsed.caret() == null
        ? null
        : enterBlock(state, split.rest(), parsed, text);
  }

  private State pass(State state, FinishedStatements split, HoleText text) {
    Env<AttrContext> environment = Environments.fork(state.environment());
    List<JCStatement> finished = split.finished();
    Attribution.Outcome outcome = method.attribute(finished, environment, state.isMethodStart());
    Verdict dead = errorFilter.firstOfFinished(outcome.errors());
    if (dead == null) {
      dead = reachability.of(state, finished);
    }
    return new State(
        environment,
        split.rest() == null ? text.size() : text.indexOf(split.rest(), state.tokenIndex()),
        false,
        state.isMethodBody(),
        FinishedStatements.mayContinue(finished.last()),
        reachability.isReachable(finished),
        dead,
        state.outer(),
        finished);
  }

  /** A state at the start of the innermost block that the text opens; null without one. */
  private State enterBlock(State state, JCStatement open, ParsedStatements parsed, HoleText text) {
    OpenBlock block = OpenBlock.find(open, parsed.caret());
    if (block == null || !block.isReal(text, state.tokenIndex())) {
      return null;
    }
    HoleText head = text.upTo(block.firstToken(text, state.tokenIndex()));
    ParsedStatements parsedHead =
        file.parsing.statementsWithCaret(head.tokens(), state.tokenIndex(), head.caret());
    if (parsedHead.caret() == null) {
      return null;
    }
    List<JCStatement> statements = parsedHead.statements();
    Attribution.Outcome outcome = method.probe(statements, state, head.caret());
    Caret caret = outcome.caret();
    if (caret == null || caret.kind() != Caret.Kind.STATEMENT || !caret.settled()) {
      return null;
    }
    Verdict dead = errorFilter.firstDefinite(outcome.errors(), statements, head.caret());
    return new State(
        caret.environment(), head.size(), false, false, false, true, dead, state, List.nil());
  }
}
