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
import com.sun.tools.javac.tree.TreeInfo;

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

  /** Whether anything is asked about the tree at whose operand a path ends. */
  static boolean canTell(CaretPath path) {
    return !path.isInAnnotation() && !path.isInOpenImplicitLambda() && left(path) != null;
  }

  /** The verdict of a path whose caret is the operand behind an operator; null if all is well. */
  Verdict firstDefinite(CaretPath path) {
    JCTree operator = path.above();
    JCExpression left = left(path);
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

  /** The operand before the operator; null when the caret is no operand behind one. */
  private static JCExpression left(CaretPath path) {
    JCTree caret = path.caret();
    JCTree above = path.above();
    if (above instanceof JCBinary binary && binary.rhs == caret) {
      return binary.lhs;
    }
    if (above instanceof JCAssign assignment && assignment.rhs == caret) {
      return assignment.lhs;
    }
    if (above instanceof JCAssignOp assignment && assignment.rhs == caret) {
      return assignment.lhs;
    }
    // A name before a bracket may be that of a type.
    return above instanceof JCArrayAccess access
            && access.index == caret
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
      case MINUS, MUL, DIV, MOD, GT, LE, GE, MINUS_ASG, MUL_ASG, DIV_ASG, MOD_ASG ->
          type.isNumeric();
      case SL, SR, USR, SL_ASG, SR_ASG, USR_ASG -> isIntegral(type);
      case BITOR, BITXOR, BITOR_ASG, BITXOR_ASG, BITAND_ASG ->
          isIntegral(type) || type.hasTag(TypeTag.BOOLEAN);
      case AND, OR -> type.hasTag(TypeTag.BOOLEAN);
      case PLUS, EQ, NE -> !type.hasTag(TypeTag.VOID);
      case INDEXED -> type.hasTag(TypeTag.ARRAY);
      // `(A & B) x` may be a cast, `A < B` type arguments, and text is added to more than text.
      default -> true;
    };
  }

  private static boolean isIntegral(Type type) {
    return type.isNumeric() && !type.hasTag(TypeTag.FLOAT) && !type.hasTag(TypeTag.DOUBLE);
  }
}
