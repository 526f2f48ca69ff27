package patchwright.companion.engine;

import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCArrayAccess;
import com.sun.tools.javac.tree.JCTree.JCAssign;
import com.sun.tools.javac.tree.JCTree.JCAssignOp;
import com.sun.tools.javac.tree.JCTree.JCBinary;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCLiteral;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCUnary;
import com.sun.tools.javac.tree.TreeInfo;
import java.util.List;

/**
 * Whether an operator that a text ends with suits what stands before it, whatever follows: {@code
 * list -} never does, and nothing can be assigned to what a method returns.
 *
 * <p>The operand on the left is finished, and no context gives it another type (JLS 15.17 to
 * 15.26). What javac found no type for is taken to suit.
 */
final class OpenOperands {
  private final OpenFile file;

  OpenOperands(OpenFile file) {
    this.file = file;
  }

  /** Whether anything is asked about the operators that a path leads through. */
  static boolean canTell(CaretPath path) {
    if (path.isInAnnotation() || path.isInOpenImplicitLambda()) {
      return false;
    }
    List<JCTree> nodes = path.nodes();
    for (int i = 0; i + 1 < nodes.size(); i++) {
      if (isPrefixStep(nodes.get(i)) || left(nodes.get(i), nodes.get(i + 1)) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The verdict of a path whose caret is in the operand behind operators, the innermost first; null
   * if all is well.
   */
  Verdict firstDefinite(CaretPath path) {
    List<JCTree> nodes = path.nodes();
    Verdict verdict = null;
    for (int i = nodes.size() - 2; i >= 0 && verdict == null; i--) {
      verdict =
          isPrefixStep(nodes.get(i)) && nodes.get(i + 1) instanceof JCUnary
              ? Verdict.infeasible("unexpected.type", "`++` and `--` take a variable")
              : ofOperator(nodes.get(i), left(nodes.get(i), nodes.get(i + 1)));
    }
    return verdict;
  }

  /** {@code ++} or {@code --} before its operand. */
  private static boolean isPrefixStep(JCTree tree) {
    return tree.hasTag(JCTree.Tag.PREINC) || tree.hasTag(JCTree.Tag.PREDEC);
  }

  private Verdict ofOperator(JCTree operator, JCExpression left) {
    if (left == null) {
      return null;
    }
    if (operator instanceof JCAssign) {
      return isPlace(left)
          ? null
          : Verdict.infeasible("unexpected.type", "nothing can be assigned to that");
    }
    if (left.type == null || left.type.isErroneous() || mayBeType(left)) {
      return null;
    }
    return suits(operator, left.type)
        ? null
        : Verdict.infeasible(
            "operator.cant.be.applied", "the operator does not take an operand of that type");
  }

  /** The operand before an operator; null when {@code right} is no operand behind one. */
  private static JCExpression left(JCTree operator, JCTree right) {
    if (operator instanceof JCBinary binary && binary.rhs == right) {
      return binary.lhs;
    }
    if (operator instanceof JCAssign assignment && assignment.rhs == right) {
      return assignment.lhs;
    }
    if (operator instanceof JCAssignOp assignment && assignment.rhs == right) {
      return assignment.lhs;
    }
    // A name before a bracket may be that of a type.
    return operator instanceof JCArrayAccess access
            && access.index == right
            && access.indexed instanceof JCMethodInvocation
        ? access.indexed
        : null;
  }

  /** Whether something may be assigned to it, by its form alone. */
  private boolean isPlace(JCExpression tree) {
    JCTree inner = TreeInfo.skipParens(tree);
    if (inner instanceof JCIdent name) {
      return name.name != file.names._this && name.name != file.names._super;
    }
    if (inner instanceof JCFieldAccess access) {
      return access.name != file.names._class && access.name != file.names._this;
    }
    return !(inner instanceof JCMethodInvocation
        || inner instanceof JCNewClass
        || inner instanceof JCLiteral
        || inner instanceof JCBinary);
  }

  /** {@code (A) - 1} was read as a subtraction, and {@code A} may be a type. */
  private static boolean mayBeType(JCExpression left) {
    return left instanceof JCParens;
  }

  private boolean suits(JCTree operator, Type left) {
    Type type = file.types.unboxedTypeOrType(left);
    return switch (operator.getTag()) {
      case MINUS, MUL, DIV, MOD, LT, GT, LE, GE, MINUS_ASG, MUL_ASG, DIV_ASG, MOD_ASG ->
          type.isNumeric();
      case SL, SR, USR, SL_ASG, SR_ASG, USR_ASG -> isIntegral(type);
      case BITOR, BITXOR, BITOR_ASG, BITXOR_ASG, BITAND_ASG ->
          isIntegral(type) || type.hasTag(TypeTag.BOOLEAN);
      case AND, OR -> type.hasTag(TypeTag.BOOLEAN);
      case PLUS, EQ, NE -> !type.hasTag(TypeTag.VOID);
      case INDEXED -> type.hasTag(TypeTag.ARRAY);
      // `(A & B) x` may be a cast, and text is added to more than text.
      default -> true;
    };
  }

  private static boolean isIntegral(Type type) {
    return type.isNumeric() && !type.hasTag(TypeTag.FLOAT) && !type.hasTag(TypeTag.DOUBLE);
  }
}
