package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCConditional;
import com.sun.tools.javac.tree.JCTree.JCErroneous;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCLambda;
import com.sun.tools.javac.tree.JCTree.JCMemberReference;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.List;
import com.sun.tools.javac.util.Name;
import java.util.Locale;

/**
 * Tells errors that no continuation can repair from those of a text that is not finished.
 *
 * <p>An error is definite when all that it depends on stands before the caret: its tree does not
 * contain the caret, and no call, class or lambda that is still open can change its types.
 */
final class ErrorFilter {
  private final OpenFile file;
  private final int holeStart;

  ErrorFilter(OpenFile file, HolePlace place) {
    this.file = file;
    this.holeStart = place.start();
  }

  /** The verdict of a finished statement: every error in it is definite. */
  Verdict firstOfFinished(java.util.List<JCDiagnostic> errors) {
    for (JCDiagnostic error : errors) {
      if (!isExcused(error) && error.getPosition() >= holeStart) {
        return infeasible(error);
      }
    }
    return null;
  }

  /** The verdict of statements that go on behind the caret; null when no error is definite. */
  Verdict firstDefinite(
      java.util.List<JCDiagnostic> errors, List<JCStatement> statements, int caret) {
    if (errors.isEmpty()) {
      return null;
    }
    CaretPath path = CaretPath.find(statements, file.attribution.marker(), caret);
    return path == null ? null : firstDefinite(errors, path, caret);
  }

  /** The same, with the path to the caret. */
  Verdict firstDefinite(java.util.List<JCDiagnostic> errors, CaretPath path, int caret) {
    for (JCDiagnostic error : errors) {
      if (isDefinite(error, path, caret)) {
        return infeasible(error);
      }
    }
    return null;
  }

  /**
   * The verdict of a text that ends with a closing bracket, probed as the receiver of a member: the
   * finished expression stands alone then, and its context is silent.
   */
  Verdict firstDefiniteOfReceiver(java.util.List<JCDiagnostic> errors, CaretPath path, int caret) {
    if (!(path.caret() instanceof JCFieldAccess probe)) {
      return null;
    }
    JCExpression receiver = probe.selected;
    if (receiver instanceof JCParens) {
      return null; // It may become a cast or the head of a lambda.
    }
    for (JCDiagnostic error : errors) {
      if (isDefinite(error, path, caret)
          && !isInFunctionOf(receiver, position(error))
          && !mayGoOn(receiver, error)) {
        return infeasible(error);
      }
    }
    return null;
  }

  /**
   * The verdict of a syntax error: not decided when the parser found it by looking past the end,
   * for then {@code (A<? super} was read as an expression, and more text makes it a cast.
   */
  static Verdict syntaxError(ParsedStatements parsed) {
    return parsed.isErrorSure()
        ? Verdict.infeasible(parsed.errorKey(), "the syntax is wrong")
        : Verdict.unknown("unfinished syntax");
  }

  private static Verdict infeasible(JCDiagnostic error) {
    return Verdict.infeasible(error.getCode(), error.getMessage(Locale.ENGLISH));
  }

  private boolean isDefinite(JCDiagnostic error, CaretPath path, int caret) {
    JCDiagnostic.DiagnosticPosition place = error.getDiagnosticPosition();
    JCTree tree = place == null ? null : place.getTree();
    if (isExcused(error) || tree == null || tree instanceof JCErroneous) {
      return false;
    }
    int position = position(error);
    boolean written = position >= holeStart && position < caret;
    return written
        && CaretPath.find(List.of(tree), file.attribution.marker(), caret) == null
        && !isInOpenFunction(path, position)
        && !isInOpenClass(path, position);
  }

  private static int position(JCDiagnostic error) {
    return error.getDiagnosticPosition().getPreferredPosition();
  }

  /** Errors about the class path, not about the text. */
  private static boolean isExcused(JCDiagnostic error) {
    String key = error.getCode();
    return key.startsWith("compiler.err.cant.access")
        || key.startsWith("compiler.err.bad.")
        || key.contains("class.file");
  }

  private static boolean isInOpenClass(CaretPath path, int position) {
    for (JCTree node : path.nodes()) {
      if (node instanceof JCClassDecl && position >= TreeInfo.getStartPos(node)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Lambdas without parameter types and method references that are arguments of an open call: what
   * they are depends on the method, and the method on arguments that are still to come.
   */
  private static boolean isInOpenFunction(CaretPath path, int position) {
    boolean inOpenLambda = path.isInOpenImplicitLambda();
    for (JCTree node : path.nodes()) {
      if (inOpenLambda
          && CaretPath.isImplicitLambda(node)
          && position >= TreeInfo.getStartPos(node)) {
        return true;
      }
      for (JCExpression argument : CallCandidates.arguments(node)) {
        if (isFunction(argument) && contains(argument, position)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isFunction(JCExpression expression) {
    if (expression instanceof JCParens parenthesised) {
      return isFunction(parenthesised.expr);
    }
    if (expression instanceof JCConditional conditional) {
      return isFunction(conditional.truepart) || isFunction(conditional.falsepart);
    }
    return expression instanceof JCMemberReference || CaretPath.isImplicitLambda(expression);
  }

  /** Whether a position lies in such an expression anywhere inside a receiver. */
  private static boolean isInFunctionOf(JCExpression receiver, int position) {
    boolean[] found = {false};
    new TreeScanner() {
      @Override
      public void visitLambda(JCLambda tree) {
        found[0] |= tree.paramKind == JCLambda.ParameterKind.IMPLICIT && contains(tree, position);
        super.visitLambda(tree);
      }

      @Override
      public void visitReference(JCMemberReference tree) {
        found[0] |= contains(tree, position);
        super.visitReference(tree);
      }
    }.scan(receiver);
    return found[0];
  }

  private static boolean contains(JCTree tree, int position) {
    return position >= TreeInfo.getStartPos(tree) && position <= lastPosition(tree);
  }

  private static int lastPosition(JCTree tree) {
    int[] last = {tree.pos};
    new TreeScanner() {
      @Override
      public void scan(JCTree part) {
        if (part != null) {
          last[0] = Math.max(last[0], part.pos);
          if (part instanceof JCBlock block) {
            last[0] = Math.max(last[0], block.endpos);
          }
          super.scan(part);
        }
      }
    }.scan(tree);
    return last[0];
  }

  /** Whether more text can make a finished receiver right: a class body, or nothing behind it. */
  private boolean mayGoOn(JCExpression receiver, JCDiagnostic error) {
    if (receiver instanceof JCMethodInvocation call) {
      Name name = TreeInfo.name(call.meth);
      // `this(…)` and `super(…)` are statements, no receivers.
      return name == file.names._this || name == file.names._super;
    }
    return receiver instanceof JCNewClass creation
        && (error.getDiagnosticPosition().getTree() == creation || position(error) == creation.pos)
        && mayGetBody(creation, error.getCode());
  }

  private static boolean mayGetBody(JCNewClass creation, String key) {
    if (key.contains("abstract.cant.be.instantiated")
        || key.contains("enum.cant.be.instantiated")
        || key.contains("report.access")
        || key.contains("not.def")
        || key.contains("anon.class")) {
      return true;
    }
    boolean isKnown = creation.clazz.type != null && creation.clazz.type.tsym != null;
    long abstractOrInterface = Flags.ABSTRACT | Flags.INTERFACE;
    return isKnown && (creation.clazz.type.tsym.flags() & abstractOrInterface) != 0;
  }
}
