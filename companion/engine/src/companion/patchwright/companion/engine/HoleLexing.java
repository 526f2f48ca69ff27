package patchwright.companion.engine;

import com.sun.tools.javac.parser.HoleParsing;
import com.sun.tools.javac.parser.LexedText;
import com.sun.tools.javac.parser.LexedText.Fault;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Lexes what stands in a hole. What stands before it in the method's body is lexed once.
 *
 * <p>A token at the hole's edge may grow into the hole ({@code a +} and {@code + b}); such a token
 * is lexed again with every text.
 */
final class HoleLexing {
  /** Behind these a token always ends. */
  private static final Set<TokenKind> SEPARATORS =
      EnumSet.of(
          TokenKind.LPAREN,
          TokenKind.RPAREN,
          TokenKind.LBRACE,
          TokenKind.RBRACE,
          TokenKind.LBRACKET,
          TokenKind.RBRACKET,
          TokenKind.SEMI,
          TokenKind.COMMA);

  /** Any identifier: put at the caret it shows whether an identifier starts there. */
  private static final String PROBE = "p";

  private final OpenFile file;
  private final HolePlace place;
  private final Token[] prefix;
  private final String edge;

  HoleLexing(OpenFile file, HolePlace place) throws UnsupportedHole {
    this.file = file;
    this.place = place;
    int bodyStart = place.bodyStart() + 1;
    String before = file.text().substring(bodyStart, place.start());
    LexedText lexed = file.parsing.lex(before + PROBE, bodyStart);
    Token[] tokens = lexed.tokens();
    if (lexed.fault() != Fault.NONE) {
      throw new UnsupportedHole("the hole starts in a literal or comment, or after a wrong one");
    }
    int count = tokens.length - 1;
    if (count < 0 || tokens[count].endPos != place.start() + PROBE.length()) {
      throw new UnsupportedHole("the hole starts in a comment");
    }
    int edgeStart = tokens[count].pos;
    if (count > 0 && edgeStart == place.start() && mayGrow(tokens[count - 1])) {
      count--;
      edgeStart = tokens[count].pos;
    }
    Token[] opening = place.opening();
    this.prefix = Arrays.copyOf(opening, opening.length + count);
    System.arraycopy(tokens, 0, prefix, opening.length, count);
    this.edge = file.text().substring(edgeStart, place.start());
  }

  private boolean mayGrow(Token token) {
    return token.endPos == place.start() && !SEPARATORS.contains(token.kind);
  }

  /** The tokens of the body before the hole. */
  HoleText beforeHole() {
    return new HoleText("", prefix, place.start(), false);
  }

  /** The text up to where an identifier starts. */
  LexedHole upToIdentifier(String text) {
    LexedText lexed = lex(text + PROBE);
    if (lexed.fault() != Fault.NONE) {
      return LexedHole.decided(verdict(lexed));
    }
    int caret = place.start() + text.length();
    int last = lexed.tokens().length - 1;
    boolean isAlone = last >= 0 && lexed.tokens()[last].pos == caret;
    if (!isAlone || lexed.tokens()[last].kind != TokenKind.IDENTIFIER) {
      return LexedHole.decided(Verdict.unknown("no identifier starts here"));
    }
    return new LexedHole(holeText(text, lexed.tokens(), last), null);
  }

  /** The text up to the end of a token. */
  LexedHole upToToken(String text) {
    LexedText lexed = lex(text);
    if (lexed.fault() != Fault.NONE) {
      return LexedHole.decided(verdict(lexed));
    }
    int count = lexed.tokens().length;
    int end = place.start() + text.stripTrailing().length();
    if (count > 0 && lexed.tokens()[count - 1].endPos != end) {
      return LexedHole.decided(Verdict.unknown("no token ends here"));
    }
    return new LexedHole(holeText(text, lexed.tokens(), count), null);
  }

  /** The tokens of the whole body with a text in the hole; the opening brace is the first. */
  LexedText body(String text) {
    return body(lex(text + suffix()), null);
  }

  /** The same with an empty statement in the hole, at the hole's start. */
  LexedText bodyWithEmptyStatement() {
    LexedText rest = file.parsing.lex(suffix(), place.end());
    return body(rest, HoleParsing.symbol(TokenKind.SEMI, place.start()));
  }

  /** The first token behind the hole; null when the hole's end splits a token or a comment. */
  Token following() {
    LexedText whole = lex(file.text().substring(place.start(), place.end()) + suffix());
    LexedText rest = file.parsing.lex(suffix(), place.end());
    if (whole.fault() != Fault.NONE || rest.fault() != Fault.NONE || rest.tokens().length == 0) {
      return null;
    }
    Token first = rest.tokens()[0];
    for (Token token : whole.tokens()) {
      if (token.pos == first.pos && token.endPos == first.endPos && token.kind == first.kind) {
        return first;
      }
    }
    return null;
  }

  private String suffix() {
    return file.text().substring(place.end(), place.bodyEnd()) + place.closing();
  }

  private LexedText body(LexedText rest, Token hole) {
    List<Token> all = new ArrayList<>();
    all.add(HoleParsing.symbol(TokenKind.LBRACE, place.bodyStart()));
    all.addAll(Arrays.asList(prefix));
    if (hole != null) {
      all.add(hole);
    }
    all.addAll(Arrays.asList(rest.tokens()));
    return new LexedText(all.toArray(new Token[0]), rest.fault(), rest.faultKey());
  }

  private LexedText lex(String text) {
    return file.parsing.lex(edge + text, place.start() - edge.length());
  }

  private HoleText holeText(String text, Token[] lexed, int count) {
    Token[] all = Arrays.copyOf(prefix, prefix.length + count);
    System.arraycopy(lexed, 0, all, prefix.length, count);
    return new HoleText(text, all, place.start() + text.length(), false);
  }

  private static Verdict verdict(LexedText lexed) {
    return lexed.fault() == Fault.DEFINITE
        ? Verdict.infeasible(lexed.faultKey(), "")
        : Verdict.unknown("open literal or comment");
  }
}
