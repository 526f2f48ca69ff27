package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.CompletionFailure;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBinary;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCLiteral;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCTypeCast;
import com.sun.tools.javac.util.List;

/**
 * Whether a call that goes on after a comma can still mean some method: one that has a parameter
 * more than arguments stand there, and that takes these.
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

  /** The verdict of a path whose caret is the argument after the comma; null if all is well. */
  Verdict firstDefinite(CaretPath path, Env<AttrContext> environment) {
    if (path.nodes().size() < 2) {
      return null;
    }
    JCTree call = path.nodes().get(path.nodes().size() - 2);
    java.util.List<Symbol> candidates;
    List<JCExpression> arguments;
    if (call instanceof JCMethodInvocation invocation) {
      candidates = calls.methods(invocation, environment);
      arguments = invocation.args;
    } else if (call instanceof JCNewClass creation) {
      candidates = calls.constructors(creation);
      arguments = creation.args;
    } else {
      return null;
    }
    int next = arguments.indexOf(path.caret());
    if (candidates.isEmpty() || next < 1) {
      return null;
    }
    boolean fits = candidates.stream().anyMatch(method -> takes(method, arguments, next));
    return fits
        ? null
        : Verdict.infeasible(
            "no.further.argument", "no method of that name takes these and further arguments");
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
