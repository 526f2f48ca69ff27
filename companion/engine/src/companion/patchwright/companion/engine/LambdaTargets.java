package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.CompletionFailure;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCAssign;
import com.sun.tools.javac.tree.JCTree.JCConditional;
import com.sun.tools.javac.tree.JCTree.JCErroneous;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCExpressionStatement;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCOperatorExpression;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCReturn;
import com.sun.tools.javac.tree.JCTree.JCTypeCast;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.JCTree.Tag;
import com.sun.tools.javac.util.List;
import java.util.EnumSet;
import java.util.Set;

/**
 * Whether a lambda may stand at the caret, so that a fresh name there may be its parameter.
 *
 * <p>By the syntax alone a fresh name would be possible at four of five simple names. The target
 * type cuts that to one of ten, without overload resolution: any candidate method will do.
 */
final class LambdaTargets {
  /**
   * Trees whose parts have no functional interface as their target. All others, such as a lambda's
   * body or an array's element, may: the answer errs on that side.
   */
  private static final Set<Tag> WITHOUT_FUNCTION =
      EnumSet.of(
          Tag.SELECT,
          Tag.INDEXED,
          Tag.TYPETEST,
          Tag.CONDEXPR,
          Tag.EXEC,
          Tag.IF,
          Tag.WHILELOOP,
          Tag.DOLOOP,
          Tag.FORLOOP,
          Tag.FOREACHLOOP,
          Tag.SWITCH,
          Tag.THROW,
          Tag.SYNCHRONIZED,
          Tag.ASSERT,
          Tag.TYPEAPPLY);

  private final OpenFile file;
  private final CallCandidates calls;

  LambdaTargets(OpenFile file, CallCandidates calls) {
    this.file = file;
    this.calls = calls;
  }

  /** Whether the expression at the caret may have a functional interface as its target. */
  boolean mayBeLambda(CaretPath path, Env<AttrContext> environment) {
    JCTree expression = path.caret();
    for (int i = path.nodes().size() - 2; i >= 0; i--) {
      JCTree parent = path.nodes().get(i);
      if (parent instanceof JCErroneous) {
        boolean isStatement = i == 0 || path.nodes().get(i - 1) instanceof JCExpressionStatement;
        if (isStatement) {
          return expression instanceof JCParens;
        }
      } else if (!passesTargetOn(parent, expression)) {
        return isFunctionalTarget(parent, expression, environment);
      }
      expression = parent;
    }
    return true;
  }

  /** Whether a parent's own target is that of its part. */
  private static boolean passesTargetOn(JCTree parent, JCTree part) {
    return parent instanceof JCParens
        || parent instanceof JCConditional conditional && conditional.cond != part;
  }

  private boolean isFunctionalTarget(
      JCTree parent, JCTree expression, Env<AttrContext> environment) {
    if (parent instanceof JCTypeCast cast && cast.expr == expression) {
      return mayBeFunctional(cast.clazz.type);
    }
    if (parent instanceof JCVariableDecl variable) {
      return variable.vartype != null && mayBeFunctional(variable.vartype.type);
    }
    if (parent instanceof JCAssign assignment) {
      return assignment.rhs == expression && mayBeFunctional(assignment.lhs.type);
    }
    if (parent instanceof JCReturn) {
      return Environments.isInLambda(environment)
          || mayBeFunctional(Environments.returnType(environment));
    }
    if (parent instanceof JCMethodInvocation || parent instanceof JCNewClass) {
      int argument = CallCandidates.arguments(parent).indexOf(expression);
      return argument >= 0 && takesFunction(parent, argument, environment);
    }
    return !(parent instanceof JCOperatorExpression) && !WITHOUT_FUNCTION.contains(parent.getTag());
  }

  /** Whether some method may take a lambda as one of its arguments; true when none is known. */
  private boolean takesFunction(JCTree call, int argument, Env<AttrContext> environment) {
    java.util.List<Symbol> candidates = calls.of(call, environment);
    return candidates.isEmpty()
        || candidates.stream()
            .anyMatch(method -> takesFunction(method, argument, call, environment));
  }

  private boolean takesFunction(
      Symbol method, int argument, JCTree call, Env<AttrContext> environment) {
    List<Type> parameters = method.type.getParameterTypes();
    int last = parameters.length() - 1;
    boolean isVariable = (method.flags() & Flags.VARARGS) != 0;
    if (argument <= last && mayTake(parameters.get(argument), method, call, environment)) {
      return true;
    }
    return isVariable
        && argument >= last
        && mayTake(file.types.elemtype(parameters.last()), method, call, environment);
  }

  /**
   * Whether a parameter of this declared type may take a function. A type variable of the method
   * may become a functional interface by another argument or the target of the call; one of the
   * method's class is what the receiver says it is.
   */
  private boolean mayTake(
      Type parameter, Symbol method, JCTree call, Env<AttrContext> environment) {
    if (!parameter.hasTag(TypeTag.TYPEVAR) || parameter.tsym.owner == method) {
      return mayBeFunctional(parameter);
    }
    try {
      Type site = calls.site(call, method, environment);
      if (site == null || site.isErroneous()) {
        return true;
      }
      Type actual = file.types.memberType(site, parameter.tsym);
      boolean isOpen = actual.hasTag(TypeTag.TYPEVAR) && !((Type.TypeVar) actual).isCaptured();
      return actual.hasTag(TypeTag.WILDCARD) || !isOpen && mayBeFunctional(actual);
    } catch (CompletionFailure classFileIsMissing) {
      return true;
    }
  }

  /** Whether a type is, or for all that is known may be, a functional interface. */
  private boolean mayBeFunctional(Type type) {
    if (type == null || type.isErroneous()) {
      return true;
    }
    if (type.hasTag(TypeTag.NONE) || type.hasTag(TypeTag.TYPEVAR)) {
      return true;
    }
    if (type.isPrimitiveOrVoid() || type.hasTag(TypeTag.ARRAY)) {
      return false;
    }
    try {
      return type.isCompound() || file.types.isFunctionalInterface(type.tsym);
    } catch (CompletionFailure classFileIsMissing) {
      return true;
    }
  }

  /**
   * How many of the methods that a call may mean take a function as one of its arguments; a great
   * number when they are not known.
   */
  int candidatesTakingFunction(JCTree call, JCExpression argument, Env<AttrContext> environment) {
    java.util.List<Symbol> candidates = calls.of(call, environment);
    int index = CallCandidates.arguments(call).indexOf(argument);
    long count =
        candidates.stream()
            .filter(method -> takesFunction(method, index, call, environment))
            .count();
    return candidates.isEmpty() ? Integer.MAX_VALUE : (int) count;
  }
}
