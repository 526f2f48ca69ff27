package patchwright.companion.engine;

import com.sun.source.tree.CaseTree;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCCase;
import com.sun.tools.javac.tree.JCTree.JCCatch;
import com.sun.tools.javac.tree.JCTree.JCDoWhileLoop;
import com.sun.tools.javac.tree.JCTree.JCEnhancedForLoop;
import com.sun.tools.javac.tree.JCTree.JCForLoop;
import com.sun.tools.javac.tree.JCTree.JCIf;
import com.sun.tools.javac.tree.JCTree.JCLabeledStatement;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.JCTree.JCSwitch;
import com.sun.tools.javac.tree.JCTree.JCSynchronized;
import com.sun.tools.javac.tree.JCTree.JCTry;
import com.sun.tools.javac.tree.JCTree.JCWhileLoop;
import com.sun.tools.javac.util.List;

/**
 * The innermost block that a text opens, in which the caret is the last statement.
 *
 * @param tree a block, or the case of a switch
 * @param statements its statements with the caret
 * @param caret the caret
 */
record OpenBlock(JCTree tree, List<JCStatement> statements, JCSkip caret) {

  /** The innermost block on the way down from an open statement; null without one. */
  static OpenBlock find(JCStatement open, JCSkip caret) {
    JCTree node = open;
    while (node != null && node != caret) {
      List<JCStatement> statements = statementsOf(node);
      if (statements != null && statements.nonEmpty() && statements.last() == caret) {
        return new OpenBlock(node, statements, caret);
      }
      node = lastPart(node);
    }
    return null;
  }

  private static List<JCStatement> statementsOf(JCTree node) {
    if (node instanceof JCBlock block) {
      return block.stats;
    }
    boolean isGroup = node instanceof JCCase group && group.caseKind == CaseTree.CaseKind.STATEMENT;
    return isGroup ? ((JCCase) node).stats : null;
  }

  /** The part of a statement in which the text's end lies. */
  private static JCTree lastPart(JCTree node) {
    return switch (node.getTag()) {
      case BLOCK -> last(((JCBlock) node).stats);
      case CASE -> lastOfCase((JCCase) node);
      case SWITCH -> last(((JCSwitch) node).cases);
      case IF -> {
        JCIf branches = (JCIf) node;
        yield branches.elsepart != null ? branches.elsepart : branches.thenpart;
      }
      case WHILELOOP -> ((JCWhileLoop) node).body;
      case DOLOOP -> ((JCDoWhileLoop) node).body;
      case FORLOOP -> ((JCForLoop) node).body;
      case FOREACHLOOP -> ((JCEnhancedForLoop) node).body;
      case LABELLED -> ((JCLabeledStatement) node).body;
      case SYNCHRONIZED -> ((JCSynchronized) node).body;
      case TRY -> lastOfTry((JCTry) node);
      case CATCH -> ((JCCatch) node).body;
      default -> null;
    };
  }

  private static JCTree last(List<? extends JCTree> trees) {
    return trees.isEmpty() ? null : trees.last();
  }

  /** The body of a rule has a frame of its own only when it is a block. */
  private static JCTree lastOfCase(JCCase node) {
    JCTree last = node.stats == null ? null : last(node.stats);
    boolean isRule = node.caseKind != CaseTree.CaseKind.STATEMENT;
    return isRule && !(last instanceof JCBlock) ? null : last;
  }

  private static JCTree lastOfTry(JCTry node) {
    if (node.finalizer != null) {
      return node.finalizer;
    }
    return node.catchers.nonEmpty() ? node.catchers.last() : node.body;
  }

  /**
   * Whether the text itself opens it: at its end, javac's error recovery opens blocks that are not
   * there, as in {@code catch (X e}.
   */
  boolean isReal(HoleText text, int start) {
    if (tree instanceof JCBlock) {
      int brace = text.indexAt(tree.pos, start);
      if (brace >= text.size()) {
        return false;
      }
      Token token = text.tokens()[brace];
      return token.kind == TokenKind.LBRACE && token.pos == tree.pos;
    }
    int first = firstToken(text, start);
    return first > start && text.tokens()[first - 1].kind == TokenKind.COLON;
  }

  /** The token at which its statements start. */
  int firstToken(HoleText text, int start) {
    int first = statements.head == caret ? text.size() : text.indexOf(statements.head, start);
    return text.isMarked() && first == text.size() ? first - 1 : first;
  }
}
