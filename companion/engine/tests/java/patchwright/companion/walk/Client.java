package patchwright.companion.walk;

import com.sun.tools.javac.parser.Tokens.TokenKind;
import java.util.List;
import patchwright.companion.engine.NameTable;
import patchwright.companion.engine.NamesAnswer;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;

/** Asks about a text as a decoder does, and tells at which token it would have been pruned. */
final class Client {
  private final Workspace workspace;
  private final int hole;
  private final Tally tally;

  Client(Workspace workspace, int hole, Tally tally) {
    this.workspace = workspace;
    this.hole = hole;
    this.tally = tally;
  }

  /** Why and where a text is pruned; null when it is not. */
  String firstRejection(String text, int from) {
    List<SourceToken> tokens = SourceToken.lex(text);
    for (int i = 0; i < tokens.size(); i++) {
      SourceToken token = tokens.get(i);
      if (token.start() < from) {
        continue;
      }
      String rejection = null;
      if (token.isIdentifier() || token.isKeyword()) {
        rejection = askNames(text, tokens, i);
      }
      if (rejection == null) {
        rejection = askCheck(text.substring(0, token.end()));
      }
      if (rejection != null) {
        return rejection + " at `" + token.text() + "`, offset " + token.start();
      }
    }
    return null;
  }

  private String askNames(String text, List<SourceToken> tokens, int index) {
    SourceToken token = tokens.get(index);
    long start = Tally.now();
    NamesAnswer names = workspace.names(hole, text.substring(0, token.start()));
    long time = Tally.now() - start;
    Verdict verdict = names.verdict();
    if (verdict.status() == Verdict.Status.UNKNOWN) {
      tally.unknown("names", verdict.rule(), time);
      return null;
    }
    if (verdict.status() == Verdict.Status.INFEASIBLE) {
      tally.time("names infeasible", time);
      return "before: " + verdict.rule();
    }
    tally.time("names " + names.position(), time);
    return allowed(names, tokens, index);
  }

  private static String allowed(NamesAnswer names, List<SourceToken> tokens, int index) {
    int kinds = names.kinds(tokens.get(index).text());
    TokenKind next = index + 1 < tokens.size() ? tokens.get(index + 1).kind() : null;
    if (kinds == 0) {
      boolean isLambda = names.lambdaParameter() && isLambdaHead(tokens, index);
      boolean isLabel = names.label() && next == TokenKind.COLON;
      return isLambda || isLabel ? null : "name: " + names.position();
    }
    if (names.constructor() || (kinds & NameTable.KEYWORD) != 0 || next == null) {
      return null;
    }
    if (next == TokenKind.LPAREN) {
      return (kinds & NameTable.METHOD) == 0 ? "kind: called" : null;
    }
    return kinds == NameTable.METHOD ? "kind: not called" : null;
  }

  private static boolean isLambdaHead(List<SourceToken> tokens, int index) {
    int next = index + 1;
    if (kindAt(tokens, next) == TokenKind.ARROW) {
      return true;
    }
    while (kindAt(tokens, next) == TokenKind.COMMA
        || kindAt(tokens, next) == TokenKind.IDENTIFIER) {
      next++;
    }
    return kindAt(tokens, next) == TokenKind.RPAREN && kindAt(tokens, next + 1) == TokenKind.ARROW;
  }

  private static TokenKind kindAt(List<SourceToken> tokens, int index) {
    return index < tokens.size() ? tokens.get(index).kind() : null;
  }

  private String askCheck(String text) {
    long start = Tally.now();
    Verdict verdict = workspace.check(hole, text);
    long time = Tally.now() - start;
    if (verdict.status() == Verdict.Status.UNKNOWN) {
      tally.unknown("check", verdict.rule(), time);
      return null;
    }
    tally.time("check after " + text.charAt(text.length() - 1), time);
    return verdict.status() == Verdict.Status.INFEASIBLE ? "check: " + verdict.rule() : null;
  }
}
