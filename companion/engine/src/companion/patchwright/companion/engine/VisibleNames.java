package patchwright.companion.engine;

import static com.sun.tools.javac.code.Kinds.Kind.TYP;
import static com.sun.tools.javac.code.Kinds.Kind.VAR;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Scope;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that may stand alone at a place.
 *
 * <p>Hundreds of names are the same all over a class; only the local ones differ from place to
 * place. The large set is made once for each chain of enclosing classes and shared by identity.
 */
final class VisibleNames {
  /** Words of the language only in some places, and identifiers for the lexer. */
  private static final List<String> CONTEXTUAL_WORDS =
      List.of("var", "yield", "record", "sealed", "non", "permits", "when");

  private final OpenFile file;
  private final Map<List<Object>, NameTable> tables = new HashMap<>();

  VisibleNames(OpenFile file) {
    this.file = file;
  }

  /** A class around the place, and whether only its static members can be used there. */
  private record EnclosingClass(Env<AttrContext> environment, boolean staticOnly) {
    Symbol symbol() {
      return environment.enclClass.sym;
    }
  }

  NamesAnswer at(Env<AttrContext> environment, boolean lambda, boolean label, boolean isNew) {
    return new NamesAnswer(
        Verdict.FEASIBLE,
        NamesAnswer.Position.SIMPLE,
        lambda,
        label,
        isNew,
        shared(environment),
        local(environment));
  }

  private NameTable local(Env<AttrContext> environment) {
    NameTable table = new NameTable();
    for (Env<AttrContext> scope = environment; scope.outer != null; scope = scope.outer) {
      for (Symbol symbol : Environments.localSymbols(scope)) {
        boolean isThis = symbol.name == file.names._this || symbol.name == file.names._super;
        if (!isThis && (symbol.kind == VAR || symbol.kind == TYP)) {
          table.add(symbol);
        }
      }
    }
    return table;
  }

  /** Fills the large sets of a place that is going to be asked about. */
  NameTable shared(Env<AttrContext> environment) {
    List<EnclosingClass> classes = enclosingClasses(environment);
    List<Object> key = new ArrayList<>();
    for (EnclosingClass enclosing : classes) {
      key.add(enclosing.symbol());
      key.add(enclosing.staticOnly());
    }
    NameTable table = tables.get(key);
    if (table == null) {
      table = build(classes);
      tables.put(key, table);
    }
    return table;
  }

  private static List<EnclosingClass> enclosingClasses(Env<AttrContext> environment) {
    List<EnclosingClass> classes = new ArrayList<>();
    boolean staticOnly = false;
    for (Env<AttrContext> scope = environment; scope.outer != null; scope = scope.outer) {
      staticOnly |= Environments.isStatic(scope);
      classes.add(new EnclosingClass(scope, staticOnly));
      staticOnly |= (scope.enclClass.sym.flags() & Flags.STATIC) != 0;
    }
    return classes;
  }

  private NameTable build(List<EnclosingClass> classes) {
    NameTable table = new NameTable();
    for (EnclosingClass enclosing : classes) {
      addMembers(enclosing, table);
      table.add(enclosing.symbol());
    }
    addImports(table);
    file.project.packages().roots().forEach(root -> table.add(root, NameTable.PACKAGE));
    addWords(table);
    return table;
  }

  private void addMembers(EnclosingClass enclosing, NameTable table) {
    Type type = enclosing.symbol().type;
    List<Type> supertypes = new ArrayList<>(file.types.closure(type));
    if (type.tsym.isInterface()) {
      supertypes.add(file.symbols.objectType);
    }
    for (Type supertype : supertypes) {
      supertype.tsym.complete();
      for (Symbol symbol : supertype.tsym.members().getSymbols(Scope.LookupKind.NON_RECURSIVE)) {
        boolean hidden = enclosing.staticOnly() && symbol.kind != TYP && !symbol.isStatic();
        if (!hidden && file.resolve.isAccessible(enclosing.environment(), type, symbol)) {
          table.add(symbol);
        }
      }
    }
  }

  private void addImports(NameTable table) {
    List<Scope> scopes = new ArrayList<>();
    scopes.add(file.unit.namedImportScope);
    scopes.add(file.unit.packge.members());
    scopes.add(file.unit.starImportScope);
    scopes.add(file.unit.toplevelScope);
    for (Scope scope : scopes) {
      if (scope != null) {
        scope.getSymbols().forEach(table::add);
      }
    }
  }

  /** What may stand where javac's grammar has no place for a name: a word of the language. */
  NamesAnswer wordsOnly() {
    NameTable words =
        tables.computeIfAbsent(
            List.of("words"),
            unused -> {
              NameTable table = new NameTable();
              addWords(table);
              return table;
            });
    return NamesAnswer.words(words);
  }

  private static void addWords(NameTable table) {
    for (TokenKind kind : TokenKind.values()) {
      if (kind.name != null && Character.isJavaIdentifierStart(kind.name.charAt(0))) {
        table.add(kind.name, NameTable.KEYWORD);
      }
    }
    CONTEXTUAL_WORDS.forEach(word -> table.add(word, NameTable.KEYWORD));
  }
}
