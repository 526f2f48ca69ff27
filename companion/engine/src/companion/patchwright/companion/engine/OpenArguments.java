package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.CompletionFailure;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCArrayAccess;
import com.sun.tools.javac.tree.JCTree.JCBinary;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCInstanceOf;
import com.sun.tools.javac.tree.JCTree.JCLiteral;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCTypeCast;
import com.sun.tools.javac.tree.JCTree.JCUnary;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.List;

/**
 * Whether the calls that are open around a caret can still mean some method: one that has a
 * parameter for each argument that has begun, and that takes those that are finished. Nobody can
 * create an enum's constant.
 *
 * <p>Without this a model that was kept from closing a call writes arguments for ever. Arguments
 * whose type depends on the method, and parameters with type variables, are taken to fit.
 */
final class OpenArguments {
  private final OpenFile file;
  private final CallCandidates calls;

  OpenArguments(OpenFile file, CallCandidates calls) {
    this.file = file;
    this.calls = calls;
  }

  /**
   * Whether anything is asked about the calls that a path leads through.
   *
   * @param hasBegun whether what stands at the caret is there already
   */
  static boolean canTell(CaretPath path, boolean hasBegun) {
    java.util.List<JCTree> nodes = path.nodes();
    for (int i = 0; i + 1 < nodes.size(); i++) {
      if (nodes.get(i) instanceof JCNewClass || begun(path, i, hasBegun) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The verdict of a path, the innermost call first; null if all is well.
   *
   * @param hasBegun whether what stands at the caret is there already: then a method without
   *     parameters is none that is called
   */
  Verdict firstDefinite(CaretPath path, Env<AttrContext> environment, boolean hasBegun) {
    if (path.above() instanceof JCNewClass creation && isEnum(creation.clazz.type)) {
      return Verdict.infeasible("enum.cant.be.instantiated", "an enum has no public constructor");
    }
    for (int i = path.nodes().size() - 2; i >= 0; i--) {
      int begun = begun(path, i, hasBegun);
      if (begun >= 0 && !fits(path.nodes().get(i), begun, environment)) {
        return Verdict.infeasible(
            "no.further.argument", "no method of that name takes these and further arguments");
      }
    }
    return null;
  }

  /**
   * How many arguments of a node stand before the one that leads to the caret; -1 when the node is
   * no call, or its first argument has not begun.
   */
  private static int begun(CaretPath path, int index, boolean hasBegun) {
    JCTree child = path.nodes().get(index + 1);
    int before = CallCandidates.arguments(path.nodes().get(index)).indexOf(child);
    return before == 0 && child == path.caret() && !hasBegun ? -1 : before;
  }

  private boolean fits(JCTree call, int before, Env<AttrContext> environment) {
    java.util.List<Symbol> candidates = calls.of(call, environment);
    List<JCExpression> arguments = CallCandidates.arguments(call);
    return candidates.isEmpty()
        || candidates.stream().anyMatch(method -> takes(method, arguments, before));
  }

  private static boolean isEnum(Type type) {
    return type != null && !type.isErroneous() && (type.tsym.flags() & Flags.ENUM) != 0;
  }

  private boolean takes(Symbol method, List<JCExpression> arguments, int count) {
    List<Type> parameters = method.type.getParameterTypes();
    boolean isVariable = (method.flags() & Flags.VARARGS) != 0;
    if (!isVariable && parameters.length() <= count) {
      return false;
    }
    int fixed = isVariable ? Math.min(count, parameters.length() - 1) : count;
    for (int i = 0; i < fixed; i++) {
      if (!mayBePassed(arguments.get(i), parameters.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an expression has one type in whatever call it stands (JLS 15.2, 15.12): the call of a
   * method has, unless the method has type variables of its own.
   */
  private static boolean hasOwnType(JCExpression tree) {
    if (tree instanceof JCParens parenthesised) {
      return hasOwnType(parenthesised.expr);
    }
    if (tree instanceof JCMethodInvocation call) {
      Symbol method = TreeInfo.symbol(call.meth);
      return method instanceof MethodSymbol && !method.type.hasTag(TypeTag.FORALL);
    }
    return tree instanceof JCLiteral
        || tree instanceof JCIdent
        || tree instanceof JCFieldAccess
        || tree instanceof JCArrayAccess
        || tree instanceof JCUnary
        || tree instanceof JCBinary
        || tree instanceof JCInstanceOf
        || tree instanceof JCTypeCast;
  }

  private boolean mayBePassed(JCExpression argument, Type parameter) {
    Type type = argument.type;
    if (!hasOwnType(argument) || type == null || type.isErroneous()) {
      return true;
    }
    if (type.hasTag(TypeTag.TYPEVAR) || type.isCompound()) {
      return true; // Only the first of its bounds would be left of it.
    }
    try {
      // Erased, a type with variables becomes one that more can be passed to.
      Type erased = file.types.erasure(parameter);
      return parameter.isErroneous()
          || file.types.isConvertible(file.types.erasure(type), erased);
    } catch (CompletionFailure classFileIsMissing) {
      return true;
    }
  }
}
