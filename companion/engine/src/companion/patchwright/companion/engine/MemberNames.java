package patchwright.companion.engine;

import static com.sun.tools.javac.code.Kinds.Kind.PCK;
import static com.sun.tools.javac.code.Kinds.Kind.TYP;

import com.sun.tools.javac.code.Scope;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.code.Symbol.CompletionFailure;
import com.sun.tools.javac.code.Symbol.PackageSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.TypeTag;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Caret;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names that may stand after a {@code .}, for each receiver made once and then shared. */
final class MemberNames {
  private static final NameTable NONE = new NameTable();

  private final OpenFile file;
  private final Map<List<Object>, NameTable> tables = new HashMap<>();

  MemberNames(OpenFile file) {
    this.file = file;
  }

  /** What stands before the {@code .}. */
  private record Receiver(
      Env<AttrContext> environment, Type site, boolean isType, boolean isSuper) {}

  NamesAnswer at(Caret caret, boolean isNew) {
    Type site = caret.site();
    if (site == null || site.isErroneous()) {
      return NamesAnswer.unknown("erroneous receiver");
    }
    Symbol symbol = caret.siteSymbol();
    if (symbol != null && symbol.kind == PCK || site.hasTag(TypeTag.PACKAGE)) {
      return NamesAnswer.members(packageMembers((PackageSymbol) site.tsym), isNew);
    }
    boolean isSuper = symbol != null && symbol.name == file.names._super;
    boolean isThis = symbol != null && symbol.name == file.names._this;
    boolean isType = symbol != null && symbol.kind == TYP && !isThis && !isSuper;
    if (site.isPrimitiveOrVoid() || site.hasTag(TypeTag.BOT)) {
      return NamesAnswer.members(isType ? classLiteral() : NONE, isNew);
    }
    boolean isVariable = site.hasTag(TypeTag.TYPEVAR) || site.hasTag(TypeTag.WILDCARD);
    Type bound = isVariable ? file.types.skipTypeVars(site, true) : site;
    Receiver receiver = new Receiver(caret.environment(), bound, isType, isSuper);
    return NamesAnswer.members(classMembers(receiver), isNew);
  }

  private NameTable classLiteral() {
    return tables.computeIfAbsent(
        List.of("class literal"),
        unused -> {
          NameTable table = new NameTable();
          table.add("class", NameTable.KEYWORD);
          return table;
        });
  }

  private NameTable packageMembers(PackageSymbol symbol) {
    return tables.computeIfAbsent(List.of("package", symbol), unused -> listPackage(symbol));
  }

  private NameTable listPackage(PackageSymbol symbol) {
    NameTable table = new NameTable();
    for (Symbol member : symbol.members().getSymbols(Scope.LookupKind.NON_RECURSIVE)) {
      if (member.kind == TYP) {
        table.add(member);
      }
    }
    for (String child : file.project.packages().childrenOf(symbol.fullname.toString())) {
      table.add(child, NameTable.PACKAGE);
    }
    return table;
  }

  private NameTable classMembers(Receiver receiver) {
    Type site = receiver.site();
    boolean isIntersection = site.hasTag(TypeTag.CLASS) && site.isIntersection();
    List<Object> key =
        Arrays.asList(
            site.tsym,
            site.hasTag(TypeTag.ARRAY),
            isIntersection ? site.toString() : "",
            receiver.isType(),
            receiver.isSuper(),
            isInConstructor(receiver),
            receiver.environment().enclClass.sym);
    NameTable table = tables.get(key);
    if (table == null) {
      table = new NameTable();
      if (site.hasTag(TypeTag.ARRAY)) {
        addArrayMembers(receiver, table);
      } else {
        addClassMembers(receiver, table);
      }
      tables.put(key, table);
    }
    return table;
  }

  private void addArrayMembers(Receiver receiver, NameTable table) {
    if (receiver.isType()) {
      table.add("class", NameTable.KEYWORD);
      return;
    }
    table.add("length", NameTable.VARIABLE);
    table.add("clone", NameTable.METHOD);
    Type object = file.symbols.objectType;
    addClassMembers(new Receiver(receiver.environment(), object, false, false), table);
  }

  private void addClassMembers(Receiver receiver, NameTable table) {
    Runnable collect = () -> supertypes(receiver.site()).forEach(t -> add(receiver, t, table));
    if (receiver.isSuper()) {
      Environments.selectingFromSuper(receiver.environment(), collect);
    } else {
      collect.run();
    }
    boolean isEnclosing = receiver.isType() && isEnclosing(receiver);
    if (receiver.isType()) {
      table.add("class", NameTable.KEYWORD);
    } else if (hasInnerClass(receiver)) {
      table.add("new", NameTable.KEYWORD);
    }
    if (isEnclosing) {
      table.add("this", NameTable.KEYWORD);
    }
    // `Outer.super.m()`, `Interface.super.m()`, and `outer.super(…)` as a constructor's first
    // statement.
    boolean isInterface = receiver.isType() && receiver.site().tsym.isInterface();
    if (isEnclosing || isInterface || !receiver.isType() && isInConstructor(receiver)) {
      table.add("super", NameTable.KEYWORD);
    }
  }

  /** Whether the receiver names a class around the caret. */
  private static boolean isEnclosing(Receiver receiver) {
    Env<AttrContext> scope = receiver.environment();
    for (; scope.outer != null; scope = scope.outer) {
      if (scope.enclClass.sym == receiver.site().tsym) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code receiver.new Inner()} can mean something. */
  private boolean hasInnerClass(Receiver receiver) {
    for (Type supertype : supertypes(receiver.site())) {
      for (Symbol member : supertype.tsym.members().getSymbols(Scope.LookupKind.NON_RECURSIVE)) {
        if (member.kind == TYP && !member.isStatic()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isInConstructor(Receiver receiver) {
    JCMethodDecl method = receiver.environment().enclMethod;
    return method != null && method.name == file.names.init;
  }

  private List<Type> supertypes(Type site) {
    List<Type> all = new ArrayList<>();
    if (site.isCompound()) {
      file.types.directSupertypes(site).forEach(bound -> all.addAll(file.types.closure(bound)));
    } else {
      all.addAll(file.types.closure(site));
    }
    if (site.tsym.isInterface() || site.isCompound()) {
      all.add(file.symbols.objectType);
    }
    return all;
  }

  private void add(Receiver receiver, Type supertype, NameTable table) {
    if (!(supertype.tsym instanceof ClassSymbol declaring)) {
      return;
    }
    declaring.complete();
    for (Symbol member : declaring.members().getSymbols(Scope.LookupKind.NON_RECURSIVE)) {
      boolean usable =
          receiver.isType() ? member.kind == TYP || member.isStatic() : member.kind != TYP;
      if (usable && isAccessible(receiver, member)) {
        table.add(member);
      }
    }
  }

  private boolean isAccessible(Receiver receiver, Symbol member) {
    try {
      return file.resolve.isAccessible(receiver.environment(), receiver.site(), member);
    } catch (CompletionFailure classFileIsMissing) {
      return true;
    }
  }
}
