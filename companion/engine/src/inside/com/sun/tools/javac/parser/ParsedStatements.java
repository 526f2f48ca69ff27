package com.sun.tools.javac.parser;

import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.List;
import java.util.Set;

/**
 * Statements parsed from a text that may stop anywhere.
 *
 * @param statements the statements, the last of which may be incomplete
 * @param reachedEnd false when a closing brace ended them before the text did
 * @param errorIndex the token at which the first syntax error lies, or {@link #NO_ERROR}; an error
 *     at the text's end does not count, for the text is simply incomplete there
 * @param errorKey javac's key of that error; empty without one
 * @param isErrorSure whether the parser found that error without looking past the text's end
 * @param isErrorSureOfIdentifier whether it found it without looking past the last token: if that
 *     is the marker of an identifier, every identifier there is that error, for javac's grammar goes
 *     by what a token is and not by its name
 * @param brokeOff whether the text's end was reported as an error
 * @param lookedPastEnd whether the parser decided something by looking past the text's end
 * @param caret the empty statement put at the text's end, if one was asked for and may stand there
 * @param incomplete the statements that the text's end breaks off
 */
public record ParsedStatements(
    List<JCStatement> statements,
    boolean reachedEnd,
    int errorIndex,
    String errorKey,
    boolean isErrorSure,
    boolean isErrorSureOfIdentifier,
    boolean brokeOff,
    boolean lookedPastEnd,
    JCSkip caret,
    Set<JCTree> incomplete) {

  /** The {@link #errorIndex} of a text without syntax errors. */
  public static final int NO_ERROR = -1;

  /** Whether there is a syntax error before the end of the text. */
  public boolean hasError() {
    return errorIndex != NO_ERROR;
  }
}
