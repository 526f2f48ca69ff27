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
   * Whether the text may stop inside type arguments: behind a {@code <} from a token on stands
   * nothing but what type arguments hold. Read as a comparison it may turn out to be their start,
   * and then what was read as a variable is a type, and a comma that of {@code f(A<B,}.
   */
  boolean mayHoldTypeArguments(int start) {
    int end = isMarked ? tokens.length - 1 : tokens.length;
    for (int i = end - 1; i >= start && mayStandInTypeArguments(tokens[i].kind); i--) {
      if (tokens[i].kind == TokenKind.LT) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayStandInTypeArguments(TokenKind kind) {
    return switch (kind) {
      case IDENTIFIER, DOT, COMMA, QUES, AMP, LBRACKET, RBRACKET, EXTENDS, SUPER, LT, GT -> true;
      case GTGT, GTGTGT, MONKEYS_AT, ELLIPSIS, FINAL -> true;
      case BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, BOOLEAN -> true;
      default -> false;
    };
  }

  /**
   * Whether a pattern may start at a token: behind {@code case} and {@code instanceof}, and where a
   * record pattern's parts begin. What is between it and the token is a qualified name.
   */
  boolean isInPattern(int index) {
    int start = index;
    while (start >= 2 && tokens[start - 1].kind == TokenKind.DOT) {
      start -= 2;
    }
    if (start == 0) {
      return false;
    }
    return switch (tokens[start - 1].kind) {
      case CASE, INSTANCEOF -> true;
      case FINAL -> isInPattern(start - 1);
      case LPAREN, COMMA -> {
        int open = openParenthesis(start - 1);
        int name = open < 0 ? -1 : recordOf(open);
        yield name >= 0 && isInPattern(name);
      }
      default -> false;
    };
  }

  /** The innermost parenthesis that is open at a token, that one among them; below 0 if none. */
  private int openParenthesis(int index) {
    int depth = 0;
    for (int i = index; i >= 0; i--) {
      switch (tokens[i].kind) {
        case RPAREN -> depth++;
        case LPAREN -> {
          if (depth == 0) {
            return i;
          }
          depth--;
        }
        case SEMI, LBRACE, RBRACE -> {
          return -1;
        }
        default -> {}
      }
    }
    return -1;
  }

  /** The name of a record before its parenthesis and type arguments; below 0 if there is none. */
  private int recordOf(int parenthesis) {
    int depth = 0;
    for (int i = parenthesis - 1; i >= 0; i--) {
      switch (tokens[i].kind) {
        case GT -> depth++;
        case GTGT -> depth += 2;
        case GTGTGT -> depth += 3;
        case LT -> depth--;
        case IDENTIFIER -> {
          if (depth == 0) {
            return i;
          }
        }
        default -> {
          if (depth == 0 || !mayStandInTypeArguments(tokens[i].kind)) {
            return -1;
          }
        }
      }
    }
    return -1;
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
