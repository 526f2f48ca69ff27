package patchwright.companion.engine;

import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.tree.JCTree.JCEnhancedForLoop;
import com.sun.tools.javac.tree.JCTree.JCForLoop;
import com.sun.tools.javac.tree.JCTree.JCIf;
import com.sun.tools.javac.tree.JCTree.JCLabeledStatement;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.JCTree.JCTry;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.JCTree.JCWhileLoop;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.List;
import com.sun.tools.javac.util.ListBuffer;

/**
 * Which statements of a block cannot change any more.
 *
 * @param finished those; may be empty
 * @param rest the statement that may still go on; null when there is none
 */
record FinishedStatements(List<JCStatement> finished, JCStatement rest) {

  static FinishedStatements of(ParsedStatements parsed, HoleText text) {
    List<JCStatement> statements = withoutCaret(parsed);
    if (statements.isEmpty()) {
      return new FinishedStatements(List.nil(), null);
    }
    JCStatement last = statements.last();
    ListBuffer<JCStatement> finished = new ListBuffer<>();
    for (JCStatement statement : statements) {
      if (statement != last && !sameDeclaration(statement, last)) {
        finished.append(statement);
      }
    }
    boolean markerIsStatement = text.isMarked() && TreeInfo.getStartPos(last) >= text.last().pos;
    if (markerIsStatement) {
      // What stands at the marker may be `else`, `catch` or `finally`.
      return withoutContinuable(finished.toList(), last);
    }
    boolean endsHere = parsed.statements().last() == parsed.caret();
    if (endsHere && !parsed.incomplete().contains(last) && !mayContinue(last)) {
      return new FinishedStatements(statements, null);
    }
    return new FinishedStatements(finished.toList(), last);
  }

  private static List<JCStatement> withoutCaret(ParsedStatements parsed) {
    ListBuffer<JCStatement> statements = new ListBuffer<>();
    for (JCStatement statement : parsed.statements()) {
      if (statement == parsed.caret()) {
        break;
      }
      statements.append(statement);
    }
    return statements.toList();
  }

  /** In {@code int a = 1, b = f(} the first variable is no statement of its own. */
  private static boolean sameDeclaration(JCStatement left, JCStatement right) {
    return left instanceof JCVariableDecl
        && right instanceof JCVariableDecl
        && TreeInfo.getStartPos(left) == TreeInfo.getStartPos(right);
  }

  private static FinishedStatements withoutContinuable(
      List<JCStatement> finished, JCStatement marker) {
    if (finished.isEmpty() || !mayContinue(finished.last())) {
      return new FinishedStatements(finished, marker);
    }
    ListBuffer<JCStatement> shorter = new ListBuffer<>();
    for (JCStatement statement : finished) {
      if (statement != finished.last()) {
        shorter.append(statement);
      }
    }
    return new FinishedStatements(shorter.toList(), finished.last());
  }

  /** Whether a whole statement can still go on with {@code else}, {@code catch} or so. */
  static boolean mayContinue(JCStatement statement) {
    return switch (statement.getTag()) {
      case IF -> {
        JCStatement otherwise = ((JCIf) statement).elsepart;
        yield otherwise == null || mayContinue(otherwise);
      }
      case WHILELOOP -> mayContinue(((JCWhileLoop) statement).body);
      case FORLOOP -> mayContinue(((JCForLoop) statement).body);
      case FOREACHLOOP -> mayContinue(((JCEnhancedForLoop) statement).body);
      case LABELLED -> mayContinue(((JCLabeledStatement) statement).body);
      case TRY -> ((JCTry) statement).finalizer == null;
      default -> false;
    };
  }
}
