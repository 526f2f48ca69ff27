package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A set of names, each with the kinds of things that it can stand for. */
public final class NameTable {
  /** A local variable, parameter or field. */
  public static final int VARIABLE = 1;

  /** A method. */
  public static final int METHOD = 2;

  /** A class, interface, enum, record, annotation or type variable. */
  public static final int TYPE = 4;

  /** A package, or the first part of one's name. */
  public static final int PACKAGE = 8;

  /** A word of the language. */
  public static final int KEYWORD = 16;

  private final Map<String, Integer> kindsByName = new HashMap<>();
  private int id;

  /** The names with their kinds as bits. */
  public Map<String, Integer> entries() {
    return Collections.unmodifiableMap(kindsByName);
  }

  /** The kinds of a name as bits; 0 when it is not in the table. */
  public int kinds(String name) {
    return kindsByName.getOrDefault(name, 0);
  }

  /** The number under which a client knows the table; 0 when it does not. */
  public int id() {
    return id;
  }

  /** Remembers that a client knows the table from now on. */
  public void setId(int id) {
    this.id = id;
  }

  void add(String name, int kinds) {
    kindsByName.merge(name, kinds, (known, more) -> known | more);
  }

  /** Adds a symbol that code can name; constructors and what javac generated are none. */
  void add(Symbol symbol) {
    boolean generated = (symbol.flags_field & Flags.SYNTHETIC) != 0;
    if (generated || symbol.name.isEmpty() || symbol.name.charAt(0) == '<') {
      return;
    }
    int kind = kindOf(symbol);
    if (kind != 0) {
      add(symbol.name.toString(), kind);
    }
  }

  /** The bit of a symbol's kind; 0 for what is neither variable, method nor type. */
  static int kindOf(Symbol symbol) {
    return switch (symbol.kind) {
      case VAR -> VARIABLE;
      case MTH -> METHOD;
      case TYP -> TYPE;
      default -> 0;
    };
  }
}
