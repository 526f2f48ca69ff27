package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;

/**
 * What attribution knew when it came to the caret.
 *
 * @param kind what stands at the caret
 * @param environment the environment there; a copy that may be kept
 * @param settled false when the caret was only seen speculatively, inside an argument whose target
 *     is not known yet: types of lambda parameters are guesses then
 * @param site the type before the {@code .}; null unless a member stands at the caret
 * @param siteSymbol what the expression before the {@code .} names, if it names something
 */
public record Caret(
    Kind kind, Env<AttrContext> environment, boolean settled, Type site, Symbol siteSymbol) {

  /** What stands at the caret. */
  public enum Kind {
    /** An empty statement. */
    STATEMENT,
    /** A name of its own. */
    SIMPLE_NAME,
    /** A name after a {@code .}. */
    MEMBER
  }
}
