package patchwright.companion.engine;

import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCAnnotation;
import com.sun.tools.javac.tree.JCTree.JCAssign;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCConditional;
import com.sun.tools.javac.tree.JCTree.JCErroneous;
import com.sun.tools.javac.tree.JCTree.JCExpressionStatement;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCLambda;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewArray;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCReturn;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.JCTree.JCTypeCast;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.JCTree.JCYield;
import com.sun.tools.javac.tree.TreeScanner;
import com.sun.tools.javac.util.Name;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The trees from a statement down to the caret.
 *
 * @param nodes outermost first; the last one is the caret itself: the marker, or an empty statement
 */
record CaretPath(List<JCTree> nodes) {

  /** The path in some trees, or null when the caret is no expression or statement in them. */
  static CaretPath find(Iterable<? extends JCTree> roots, Name marker, int caret) {
    Finder finder = new Finder(marker, caret);
    for (JCTree root : roots) {
      finder.scan(root);
    }
    return finder.path;
  }

  private static final class Finder extends TreeScanner {
    private final Name marker;
    private final int caret;
    private final Deque<JCTree> ancestors = new ArrayDeque<>();
    private CaretPath path;

    Finder(Name marker, int caret) {
      this.marker = marker;
      this.caret = caret;
    }

    @Override
    public void scan(JCTree tree) {
      if (tree == null || path != null) {
        return;
      }
      ancestors.addLast(tree);
      if (isCaret(tree)) {
        path = new CaretPath(new ArrayList<>(ancestors));
        return;
      }
      super.scan(tree);
      ancestors.removeLast();
    }

    private boolean isCaret(JCTree tree) {
      return tree instanceof JCIdent name && name.name == marker
          || tree instanceof JCFieldAccess access && access.name == marker
          || tree instanceof JCSkip && tree.pos == caret;
    }

    @Override
    public void visitErroneous(JCErroneous tree) {
      if (tree.errs != null) {
        scan(tree.errs);
      }
    }
  }

  JCTree caret() {
    return nodes.get(nodes.size() - 1);
  }

  /** The node above another one; null above the outermost. */
  private JCTree parent(int index) {
    return index == 0 ? null : nodes.get(index - 1);
  }

  /** The node that the caret is a part of; null when it is the outermost. */
  JCTree above() {
    return parent(nodes.size() - 1);
  }

  boolean isMember() {
    return caret() instanceof JCFieldAccess;
  }

  /** In a class whose end is not written yet: members may still be declared, and hide others. */
  boolean isInOpenClass() {
    return nodes.stream().anyMatch(JCClassDecl.class::isInstance);
  }

  boolean isInAnnotation() {
    return nodes.stream().anyMatch(JCAnnotation.class::isInstance);
  }

  /** After {@code new}, where a name is that of a class. */
  boolean isAfterNew() {
    return nodes.stream().anyMatch(node -> node instanceof JCNewClass creation && names(creation));
  }

  /** After {@code outer.new}, where a name is that of a member class. */
  boolean isAfterQualifiedNew() {
    return nodes.stream()
        .anyMatch(
            node ->
                node instanceof JCNewClass creation && creation.encl != null && names(creation));
  }

  private boolean names(JCNewClass creation) {
    int next = nodes.indexOf(creation) + 1;
    return next < nodes.size() && nodes.get(next) == creation.clazz;
  }

  /**
   * In a lambda whose parameters have no types and whose target depends on a call that is not
   * finished: the types of the parameters are not known yet.
   */
  boolean isInOpenImplicitLambda() {
    boolean inCall = false;
    for (JCTree node : nodes) {
      if (inCall && isImplicitLambda(node)) {
        return true;
      }
      if (node instanceof JCMethodInvocation || node instanceof JCNewClass) {
        inCall = true;
      } else if (node instanceof JCStatement) {
        inCall = false;
      }
    }
    return false;
  }

  /** A lambda with parameters whose types are inferred. */
  static boolean isImplicitLambda(JCTree tree) {
    return tree instanceof JCLambda lambda
        && lambda.paramKind == JCLambda.ParameterKind.IMPLICIT
        && lambda.params.nonEmpty();
  }

  /** Whether the name at the caret starts a statement, so that it may be a label. */
  boolean mayBeLabel() {
    if (!(caret() instanceof JCIdent)) {
      return false;
    }
    JCTree parent = parent(nodes.size() - 1);
    if (parent instanceof JCErroneous) {
      JCTree grandparent = parent(nodes.size() - 2);
      return grandparent == null || grandparent instanceof JCStatement;
    }
    return parent instanceof JCExpressionStatement;
  }

  /** Whether a lambda may start at the caret, by the syntax alone. */
  boolean mayStartLambda() {
    if (!(caret() instanceof JCIdent)) {
      return false;
    }
    JCTree parent = parent(nodes.size() - 1);
    return parent instanceof JCMethodInvocation
        || parent instanceof JCNewClass
        || parent instanceof JCVariableDecl variable && variable.init == caret()
        || parent instanceof JCAssign assignment && assignment.rhs == caret()
        || parent instanceof JCReturn
        || parent instanceof JCYield
        || parent instanceof JCParens
        || parent instanceof JCConditional
        || parent instanceof JCLambda
        || parent instanceof JCTypeCast cast && cast.expr == caret()
        || parent instanceof JCNewArray
        || parent instanceof JCErroneous;
  }
}
