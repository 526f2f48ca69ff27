package patchwright.companion.engine;

import static com.sun.tools.javac.code.Kinds.Kind.MTH;

import com.sun.tools.javac.code.Scope;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.Name;
import java.util.ArrayList;
import java.util.List;

/**
 * The methods that a call may mean, by its name alone: all that javac could choose from and
 * perhaps more, hidden and inaccessible ones among them.
 */
final class CallCandidates {
  private final OpenFile file;

  CallCandidates(OpenFile file) {
    this.file = file;
  }

  /** The arguments of a call; none of any other tree. */
  static com.sun.tools.javac.util.List<JCExpression> arguments(JCTree tree) {
    if (tree instanceof JCMethodInvocation call) {
      return call.args;
    }
    return tree instanceof JCNewClass creation
        ? creation.args
        : com.sun.tools.javac.util.List.nil();
  }

  /** What a call may mean; empty when that is not known, or for any other tree. */
  List<Symbol> of(JCTree tree, Env<AttrContext> environment) {
    if (tree instanceof JCMethodInvocation call) {
      return methods(call, environment);
    }
    return tree instanceof JCNewClass creation ? constructors(creation) : List.of();
  }

  private List<Symbol> methods(JCMethodInvocation call, Env<AttrContext> environment) {
    List<Symbol> found = new ArrayList<>();
    Name name = TreeInfo.name(call.meth);
    if (name == null) {
      return found;
    }
    if (call.meth instanceof JCFieldAccess access) {
      if (access.selected.type != null && !access.selected.type.isErroneous()) {
        addMethods(access.selected.type, name, found);
      }
    } else if (name == file.names._this) {
      addMethods(environment.enclClass.sym.type, file.names.init, found);
    } else if (name == file.names._super) {
      Type superclass = file.types.supertype(environment.enclClass.sym.type);
      addMethods(superclass, file.names.init, found);
    } else {
      addVisibleMethods(name, environment, found);
    }
    return found;
  }

  /**
   * The type as whose member a candidate is called; null when it is not known, as behind {@code
   * new T<>(}.
   */
  Type site(JCTree call, Symbol method, Env<AttrContext> environment) {
    if (call instanceof JCNewClass creation) {
      return TreeInfo.isDiamond(creation) ? null : creation.clazz.type;
    }
    JCTree name = ((JCMethodInvocation) call).meth;
    if (name instanceof JCFieldAccess access) {
      Type type = access.selected.type;
      return type != null && type.hasTag(TypeTag.TYPEVAR)
          ? file.types.skipTypeVars(type, true)
          : type;
    }
    for (Env<AttrContext> scope = environment; scope.outer != null; scope = scope.outer) {
      Type enclosing = scope.enclClass.sym.type;
      if (file.types.asSuper(enclosing, method.owner) != null) {
        return enclosing;
      }
    }
    return null;
  }

  private void addVisibleMethods(
      Name name, Env<AttrContext> environment, List<Symbol> found) {
    for (Env<AttrContext> scope = environment; scope.outer != null; scope = scope.outer) {
      addMethods(scope.enclClass.sym.type, name, found);
    }
    addMethods(file.unit.namedImportScope, name, found);
    addMethods(file.unit.starImportScope, name, found);
  }

  private void addMethods(Type site, Name name, List<Symbol> found) {
    Type type = site.hasTag(TypeTag.TYPEVAR) ? file.types.skipTypeVars(site, false) : site;
    if (type.hasTag(TypeTag.ARRAY) || type.isPrimitiveOrVoid()) {
      return;
    }
    for (Type supertype : file.types.closure(type)) {
      supertype.tsym.complete();
      addMethods(supertype.tsym.members(), name, found);
    }
    if (type.tsym.isInterface()) {
      addMethods(file.symbols.objectType.tsym.members(), name, found);
    }
  }

  private static void addMethods(Scope scope, Name name, List<Symbol> found) {
    for (Symbol symbol : scope.getSymbolsByName(name)) {
      if (symbol.kind == MTH) {
        found.add(symbol);
      }
    }
  }

  private List<Symbol> constructors(JCNewClass creation) {
    List<Symbol> found = new ArrayList<>();
    Type type = creation.clazz.type;
    if (type != null && !type.isErroneous()) {
      addMethods(type.tsym.members(), file.names.init, found);
    }
    return found;
  }
}
