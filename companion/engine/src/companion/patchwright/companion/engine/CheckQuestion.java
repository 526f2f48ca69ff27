package patchwright.companion.engine;

import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Caret;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCSwitch;
import com.sun.tools.javac.tree.JCTree.JCSwitchExpression;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * Whether a text that stops inside a statement can be completed. After a closing bracket or a
 * semicolon what stands before it is attributed; after an operator, a literal and where an argument
 * begins, the calls that are open around it and the operand before it; after any other token only
 * the grammar is asked.
 *
 * @param hole the hole
 * @param errorFilter tells which errors are definite
 * @param openArguments tells whether an open call can have a further argument
 * @param openOperands tells whether an operator suits the operand before it
 * @param text the body up to the caret; it has a token behind the state
 * @param state the deepest state before the caret
 */
record CheckQuestion(
    OpenHole hole,
    ErrorFilter errorFilter,
    OpenArguments openArguments,
    OpenOperands openOperands,
    HoleText text,
    State state) {

  Verdict answer() {
    Verdict noArgument = firstArgument();
    return noArgument != null ? noArgument : byLastToken();
  }

  private Verdict byLastToken() {
    TokenKind last = text.last().kind;
    return switch (last) {
      case RPAREN, RBRACKET -> afterClosedExpression(last);
      case SEMI, RBRACE -> checkBrokenOff(parsedUpToCaret());
      case COMMA, LPAREN, LBRACKET -> insideExpression(false);
      case PLUS, SUB, STAR, SLASH, PERCENT, GT, LTEQ, GTEQ, EQEQ, BANGEQ -> insideExpression(false);
      case LTLT, GTGT, GTGTGT, PLUSPLUS, SUBSUB, BANG, TILDE -> insideExpression(false);
      case BAR, CARET, AMPAMP, BARBAR -> insideExpression(false);
      case EQ, PLUSEQ, SUBEQ, STAREQ, SLASHEQ, PERCENTEQ -> insideExpression(false);
      case AMPEQ, BAREQ, CARETEQ, LTLTEQ, GTGTEQ, GTGTGTEQ -> insideExpression(false);
      case INTLITERAL, LONGLITERAL, FLOATLITERAL, DOUBLELITERAL -> insideExpression(true);
      case CHARLITERAL, STRINGLITERAL, TRUE, FALSE, NULL -> insideExpression(true);
      default -> bySyntax(parsedUpToCaret());
    };
  }

  /**
   * The verdict of a text whose last token begins the first argument of a call of methods that take
   * none, whatever the token is; null if all is well.
   */
  private Verdict firstArgument() {
    int last = text.size() - 1;
    if (last - 1 < state.tokenIndex()
        || text.tokens()[last - 1].kind != TokenKind.LPAREN
        || text.last().kind == TokenKind.RPAREN) {
      return null;
    }
    HoleText before = text.upTo(last).withMarker(hole.file.attribution.marker());
    Probed probed = probe(before, path -> OpenArguments.canTell(path, true));
    return probed == null
        ? null
        : openArguments.firstDefinite(probed.path, probed.caret.environment(), true);
  }

  /**
   * After a token in the middle of an expression.
   *
   * @param hasBegun whether the token is an operand itself, or one follows
   */
  private Verdict insideExpression(boolean hasBegun) {
    Verdict bySyntax = bySyntax(parsedUpToCaret());
    if (bySyntax != Verdict.FEASIBLE || text.mayHoldTypeArguments(state.tokenIndex())) {
      return bySyntax;
    }
    HoleText marked =
        hasBegun
            ? text.withMarkedMember(hole.file.attribution.marker())
            : text.withMarker(hole.file.attribution.marker());
    Probed probed =
        probe(
            marked,
            path -> OpenArguments.canTell(path, hasBegun) || OpenOperands.canTell(path));
    if (probed == null) {
      return bySyntax;
    }
    CaretPath path = probed.path;
    Verdict noOperand = OpenOperands.canTell(path) ? openOperands.firstDefinite(path) : null;
    return noOperand != null
        ? noOperand
        : orFeasible(openArguments.firstDefinite(path, probed.caret.environment(), hasBegun));
  }

  /** A marked text that was attributed: the path to its caret, and what was found there. */
  private record Probed(CaretPath path, Caret caret) {}

  /** Attributes a marked text; null when it is no start of anything, or nothing is asked of it. */
  private Probed probe(HoleText marked, Predicate<CaretPath> isAsked) {
    ParsedStatements parsed =
        hole.file.parsing.statements(marked.tokens(), state.tokenIndex(), marked.caret());
    if (!parsed.reachedEnd() || parsed.hasError()) {
      return null;
    }
    CaretPath path =
        CaretPath.find(parsed.statements(), hole.file.attribution.marker(), marked.caret());
    if (path == null || path.isInOpenClass() || !isAsked.test(path)) {
      return null;
    }
    Caret caret = hole.method.probe(parsed.statements(), state, marked.caret()).caret();
    return caret == null ? null : new Probed(path, caret);
  }

  private Verdict afterClosedExpression(TokenKind last) {
    HoleText asReceiver = text.withMarkedMember(hole.file.attribution.marker());
    ParsedStatements parsed =
        hole.file.parsing.statements(asReceiver.tokens(), state.tokenIndex(), text.caret());
    if (parsed.reachedEnd() && !parsed.hasError()) {
      return checkReceiver(parsed);
    }
    return last == TokenKind.RBRACKET
        ? bySyntax(parsedUpToCaret())
        : checkBrokenOff(parsedUpToCaret());
  }

  private ParsedStatements parsedUpToCaret() {
    return hole.file.parsing.statementsWithCaret(
        text.tokens(), state.tokenIndex(), text.caret());
  }

  /** A syntax error at a token that stands there already is in every text that goes on so. */
  private static Verdict bySyntax(ParsedStatements parsed) {
    if (!parsed.reachedEnd()) {
      return Verdict.ESCAPES;
    }
    return parsed.hasError() ? ErrorFilter.syntaxError(parsed) : Verdict.FEASIBLE;
  }

  private Verdict checkReceiver(ParsedStatements parsed) {
    CaretPath path = path(parsed);
    if (path == null) {
      return Verdict.unknown("no caret");
    }
    if (path.isInOpenClass()) {
      return Verdict.unknown("open class");
    }
    Attribution.Outcome outcome = hole.method.probe(parsed.statements(), state, text.caret());
    return orFeasible(errorFilter.firstDefiniteOfReceiver(outcome.errors(), path, text.caret()));
  }

  private Verdict checkBrokenOff(ParsedStatements parsed) {
    if (!parsed.reachedEnd()) {
      return Verdict.ESCAPES;
    }
    if (parsed.hasError()) {
      return ErrorFilter.syntaxError(parsed);
    }
    CaretPath path = path(parsed);
    if (path == null) {
      return Verdict.unknown("no caret");
    }
    if (!isCaretInRealBlock(path)) {
      return Verdict.unknown("unfinished construct");
    }
    if (path.isInOpenClass()) {
      return Verdict.unknown("open class");
    }
    Attribution.Outcome outcome = hole.method.probe(parsed.statements(), state, text.caret());
    return orFeasible(errorFilter.firstDefinite(outcome.errors(), path, text.caret()));
  }

  private CaretPath path(ParsedStatements parsed) {
    return CaretPath.find(parsed.statements(), hole.file.attribution.marker(), text.caret());
  }

  private static Verdict orFeasible(Verdict definite) {
    return definite == null ? Verdict.FEASIBLE : definite;
  }

  /**
   * Whether the caret's statement is in the innermost bracket that is really open. In {@code try (R
   * r = new R() { void f()} javac's error recovery puts it into a block that is not there.
   */
  private boolean isCaretInRealBlock(CaretPath path) {
    Token bracket = innermostOpenBracket();
    JCTree block = innermostBlock(path);
    if (bracket == null) {
      return !(block instanceof JCBlock) && !(block instanceof JCClassDecl);
    }
    if (bracket.kind != TokenKind.LBRACE || block == null) {
      return false;
    }
    return block instanceof JCBlock
        ? block.pos == bracket.pos
        : block instanceof JCSwitch || block instanceof JCSwitchExpression;
  }

  private Token innermostOpenBracket() {
    Deque<Token> open = new ArrayDeque<>();
    for (int i = state.tokenIndex(); i < text.size(); i++) {
      Token token = text.tokens()[i];
      switch (token.kind) {
        case LPAREN, LBRACE, LBRACKET -> open.push(token);
        case RPAREN, RBRACE, RBRACKET -> open.poll();
        default -> {}
      }
    }
    return open.peek();
  }

  private JCTree innermostBlock(CaretPath path) {
    JCTree innermost = null;
    for (JCTree node : path.nodes()) {
      boolean isWritten = node instanceof JCBlock && node.pos < text.caret();
      if (isWritten
          || node instanceof JCSwitch
          || node instanceof JCSwitchExpression
          || node instanceof JCClassDecl) {
        innermost = node;
      }
    }
    return innermost;
  }
}
