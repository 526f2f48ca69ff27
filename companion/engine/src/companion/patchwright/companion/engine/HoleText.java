package patchwright.companion.engine;

import com.sun.tools.javac.parser.HoleParsing;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.Name;
import java.util.Arrays;

/**
 * A method's body up to the caret.
 *
 * @param text the hole's text up to the caret
 * @param tokens all tokens behind the body's opening brace
 * @param caret the caret's offset, counted as if the hole's text stood in the file
 * @param isMarked whether the last token is the marker of an identifier at the caret
 */
record HoleText(String text, Token[] tokens, int caret, boolean isMarked) {

  int size() {
    return tokens.length;
  }

  Token last() {
    return tokens[tokens.length - 1];
  }

  /** The same with an identifier at the caret. */
  HoleText withMarker(Name marker) {
    return new HoleText(text, append(HoleParsing.identifier(marker, caret)), caret, true);
  }

  /** The same with a {@code .} and an identifier at the caret. */
  HoleText withMarkedMember(Name marker) {
    Token[] dotted = append(HoleParsing.symbol(TokenKind.DOT, caret));
    return new HoleText(text, dotted, caret, false).withMarker(marker);
  }

  private Token[] append(Token token) {
    Token[] longer = Arrays.copyOf(tokens, tokens.length + 1);
    longer[tokens.length] = token;
    return longer;
  }

  /**
   * Whether there is a {@code <} from a token on. Read as a comparison it may turn out to be the
   * start of type arguments, and then what was read as a variable is a type, and a comma that of
   * {@code f(A<B,}. So it is with {@code (A & b.}, where the parser looked for the closing
   * parenthesis in vain.
   */
  boolean mayHoldTypeArguments(int start) {
    return Arrays.stream(tokens, start, tokens.length)
        .anyMatch(token -> token.kind == TokenKind.LT);
  }

  /** The same up to a token. */
  HoleText upTo(int tokenIndex) {
    int end = tokenIndex < tokens.length ? tokens[tokenIndex].pos : caret;
    return new HoleText(text, Arrays.copyOf(tokens, tokenIndex), end, false);
  }

  /** The first token from {@code start} on that does not start before a tree. */
  int indexOf(JCTree tree, int start) {
    return indexAt(TreeInfo.getStartPos(tree), start);
  }

  /** The first token from {@code start} on that does not start before a position. */
  int indexAt(int position, int start) {
    int index = start;
    while (index < tokens.length && tokens[index].pos < position) {
      index++;
    }
    return index;
  }
}
