package patchwright.companion.engine;

import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Caret;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.parser.Tokens.TokenKind;

/**
 * What may stand at a marked identifier.
 *
 * @param hole the hole
 * @param lambdaTargets tells where lambdas may start
 * @param openArguments tells whether an open call can have a further argument
 * @param errorFilter tells which errors are definite
 * @param text the body up to the marker
 * @param state the deepest state before the marker
 */
record NamesQuestion(
    OpenHole hole,
    LambdaTargets lambdaTargets,
    OpenArguments openArguments,
    ErrorFilter errorFilter,
    HoleText text,
    State state) {

  NamesAnswer answer() {
    ParsedStatements parsed =
        hole.file.parsing.statements(text.tokens(), state.tokenIndex(), text.caret());
    NamesAnswer bySyntax = bySyntax(parsed);
    if (bySyntax != null) {
      return bySyntax;
    }
    CaretPath path =
        CaretPath.find(parsed.statements(), hole.file.attribution.marker(), text.caret());
    String obstacle = obstacle(path);
    if (obstacle != null) {
      return NamesAnswer.unknown(obstacle);
    }
    Attribution.Outcome outcome = hole.method.probe(parsed.statements(), state, text.caret());
    if (outcome.caret() == null) {
      return NamesAnswer.unknown("not attributed");
    }
    if (!parsed.lookedPastEnd() && !text.mayHoldTypeArguments(state.tokenIndex())) {
      Verdict definite = errorFilter.firstDefinite(outcome.errors(), path, text.caret());
      if (definite != null) {
        return NamesAnswer.undecided(definite);
      }
    }
    if (path.isInOpenClass()) {
      return NamesAnswer.unknown("open class");
    }
    Verdict noArgument =
        text.mayHoldTypeArguments(state.tokenIndex())
            ? null
            : openArguments.firstDefinite(path, outcome.caret().environment(), true);
    if (noArgument != null) {
      return NamesAnswer.undecided(noArgument);
    }
    return path.isMember() ? members(outcome, path) : visible(outcome, path);
  }

  private NamesAnswer bySyntax(ParsedStatements parsed) {
    int marker = text.size() - 1;
    if (!parsed.reachedEnd()) {
      return NamesAnswer.undecided(Verdict.ESCAPES);
    }
    if (parsed.hasError()
        && parsed.errorIndex() == marker
        && parsed.isErrorSureOfIdentifier()) {
      return hole.file.visibleNames.wordsOnly();
    }
    if (parsed.hasError()) {
      // Which word stands at the marker can change how the parser read what stands before it.
      return parsed.errorIndex() == marker
          ? NamesAnswer.unknown("unfinished syntax")
          : NamesAnswer.undecided(ErrorFilter.syntaxError(parsed));
    }
    boolean isMethodReference = marker > 0 && text.tokens()[marker - 1].kind == TokenKind.COLCOL;
    return isMethodReference ? NamesAnswer.unknown("method reference") : null;
  }

  private static String obstacle(CaretPath path) {
    if (path == null) {
      return "declared name";
    }
    if (path.isInAnnotation()) {
      return "annotation";
    }
    return path.isAfterQualifiedNew() ? "qualified new" : null;
  }

  private NamesAnswer members(Attribution.Outcome outcome, CaretPath path) {
    Caret caret = outcome.caret();
    if (caret.kind() != Caret.Kind.MEMBER) {
      return NamesAnswer.unknown("not attributed");
    }
    if (path.isInOpenImplicitLambda() || !caret.settled()) {
      return NamesAnswer.unknown("open lambda");
    }
    return hole.file.memberNames.at(caret, isTypeBeforeParenthesis(path));
  }

  private NamesAnswer visible(Attribution.Outcome outcome, CaretPath path) {
    Env<AttrContext> environment = outcome.caret().environment();
    boolean lambda = path.mayStartLambda() && lambdaTargets.mayBeLambda(path, environment);
    boolean isType = isTypeBeforeParenthesis(path);
    return hole.file.visibleNames.at(environment, lambda, path.mayBeLabel(), isType);
  }

  /** Whether a name with a parenthesis behind it is that of a class, and no call. */
  private boolean isTypeBeforeParenthesis(CaretPath path) {
    return path.isAfterNew() || text.isInPattern(text.size() - 1);
  }
}
