package patchwright.companion.engine;

import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCIf;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.List;
import java.util.EnumSet;
import java.util.Set;

/**
 * Statements that can never be reached, which javac refuses (Java Language Specification, 14.22):
 * what follows a {@code return} or {@code throw} in the same block, be it in the hole or behind it.
 *
 * <p>Loops that never end and switches are left to the end check.
 */
final class Reachability {
  /** Words that start a statement and cannot go on with an expression before them. */
  private static final Set<TokenKind> STATEMENT_WORDS =
      EnumSet.of(
          TokenKind.IF,
          TokenKind.FOR,
          TokenKind.WHILE,
          TokenKind.DO,
          TokenKind.TRY,
          TokenKind.RETURN,
          TokenKind.THROW,
          TokenKind.BREAK,
          TokenKind.CONTINUE,
          TokenKind.SYNCHRONIZED,
          TokenKind.ASSERT,
          TokenKind.FINAL);

  /** What may follow a jump: the end of its block, or of its group in a switch. */
  private static final Set<TokenKind> BEHIND_A_JUMP =
      EnumSet.of(TokenKind.RBRACE, TokenKind.CASE, TokenKind.DEFAULT);

  private static final Verdict UNREACHABLE =
      Verdict.infeasible("compiler.err.unreachable.stmt", "what follows can never be reached");

  private final int holeStart;
  private final TokenKind following;

  /**
   * @param following the first token behind the hole; null when it is not known
   */
  Reachability(HolePlace place, Token following) {
    this.holeStart = place.start();
    this.following = following == null ? null : following.kind;
  }

  /**
   * The verdict of statements that were finished behind a state; null when all can be reached. A
   * hole cannot close the method's body: behind it that goes on.
   */
  Verdict of(State state, List<JCStatement> finished) {
    boolean isReachable = state.isReachable();
    for (JCStatement statement : finished) {
      if (!isReachable) {
        return UNREACHABLE;
      }
      isReachable = completes(statement);
    }
    boolean suffixGoesOn =
        state.isMethodBody() && following != null && following != TokenKind.RBRACE;
    return isReachable || !suffixGoesOn ? null : UNREACHABLE;
  }

  /** The verdict of a statement that begins at a state and is not finished. */
  Verdict of(State state, HoleText text) {
    Token first = text.tokens()[state.tokenIndex()];
    if (!state.isReachable() && !BEHIND_A_JUMP.contains(first.kind)) {
      return UNREACHABLE;
    }
    // No expression behind it can reach over a word that starts the next statement.
    boolean jumps =
        first.pos >= holeStart
            && (first.kind == TokenKind.RETURN || first.kind == TokenKind.THROW);
    boolean suffixGoesOn =
        state.isMethodBody() && following != null && STATEMENT_WORDS.contains(following);
    return jumps && suffixGoesOn ? UNREACHABLE : null;
  }

  /** Whether another statement can be reached behind these; those before the hole are as they are. */
  boolean isReachable(List<JCStatement> finished) {
    return completes(finished.last());
  }

  private boolean completes(JCStatement statement) {
    return TreeInfo.getStartPos(statement) < holeStart || canComplete(statement);
  }

  private static boolean canComplete(JCStatement statement) {
    return switch (statement.getTag()) {
      case RETURN, THROW, BREAK, CONTINUE, YIELD -> false;
      case BLOCK -> ((JCBlock) statement).stats.stream().allMatch(Reachability::canComplete);
      case IF -> {
        JCIf choice = (JCIf) statement;
        yield choice.elsepart == null || canComplete(choice.thenpart) || canComplete(choice.elsepart);
      }
      default -> true;
    };
  }
}
