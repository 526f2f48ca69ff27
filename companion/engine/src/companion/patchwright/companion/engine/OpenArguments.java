package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.CompletionFailure;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.tree.JCTree.JCBinary;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCLiteral;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCTypeCast;
import com.sun.tools.javac.util.List;

/**
 * Whether a call in which an argument begins can still mean some method: one that has a parameter
 * more than arguments stand there, and that takes these. Nobody can create an enum's constant.
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

  /** Whether anything is asked about the call at whose arguments a path ends. */
  boolean canTell(CaretPath path) {
    return path.above() instanceof JCNewClass || next(path) > 0;
  }

  /**
   * The verdict of a path whose caret is where an argument may begin; null if all is well.
   *
   * @param hasBegun whether the argument is there: then a method without parameters is none that is
   *     called
   */
  Verdict firstDefinite(CaretPath path, Env<AttrContext> environment, boolean hasBegun) {
    if (path.above() instanceof JCNewClass creation && isEnum(creation.clazz.type)) {
      return Verdict.infeasible("enum.cant.be.instantiated", "an enum has no public constructor");
    }
    java.util.List<Symbol> candidates = calls.of(path.above(), environment);
    int next = next(path);
    if (candidates.isEmpty() || next < (hasBegun ? 0 : 1)) {
      return null;
    }
    List<JCExpression> arguments = CallCandidates.arguments(path.above());
    boolean fits = candidates.stream().anyMatch(method -> takes(method, arguments, next));
    return fits
        ? null
        : Verdict.infeasible(
            "no.further.argument", "no method of that name takes these and further arguments");
  }

  private static boolean isEnum(Type type) {
    return type != null && !type.isErroneous() && (type.tsym.flags() & Flags.ENUM) != 0;
  }

  /** How many arguments stand before the one at the caret; -1 when the caret is none. */
  private static int next(CaretPath path) {
    return CallCandidates.arguments(path.above()).indexOf(path.caret());
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

  private boolean mayBePassed(JCExpression argument, Type parameter) {
    boolean hasOwnType =
        argument instanceof JCLiteral
            || argument instanceof JCIdent
            || argument instanceof JCBinary
            || argument instanceof JCTypeCast;
    Type type = argument.type;
    if (!hasOwnType || type == null || type.isErroneous()) {
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
