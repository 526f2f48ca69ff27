package com.sun.tools.javac.parser;

import com.sun.tools.javac.parser.Tokens.Token;

/**
 * A piece of text as tokens.
 *
 * @param tokens the tokens, without an end-of-file token; positions count from the file's start
 * @param fault whether the text is lexically wrong
 * @param faultKey javac's key of the first fault; empty without one
 */
public record LexedText(Token[] tokens, Fault fault, String faultKey) {

  /** Whether a text is lexically wrong. */
  public enum Fault {
    /** It is not. */
    NONE,
    /** It ends inside a comment, a literal or another token that more text may complete. */
    OPEN,
    /** It is wrong whatever follows. */
    DEFINITE
  }
}
