package com.sun.tools.javac.parser;

import com.sun.tools.javac.parser.Tokens.Comment;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Position;
import com.sun.tools.javac.util.Position.LineMap;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A lexer over tokens that are there already, so that what stands before a hole is lexed once.
 *
 * <p>It remembers whether a look-ahead ran into the end: {@code (a, b} may become the head of a
 * lambda, so that a syntax error found by such a look-ahead is not definite.
 */
final class HoleLexer implements Lexer {
  private final Tokens factory;
  private final Token[] tokens;
  private final Token end;
  private int index;
  private Token current;
  private Token previous;
  private boolean lookedPastEnd;
  private boolean lookedPastLast;
  private int errorPosition = Position.NOPOS;

  /** Starts before the token at {@code start}; the parser's constructor reads the first one. */
  HoleLexer(Tokens factory, Token[] tokens, int start, int endPosition) {
    this.factory = factory;
    this.tokens = tokens;
    this.index = start - 1;
    this.end = new Token(TokenKind.EOF, endPosition, endPosition, null);
    this.current = new Token(TokenKind.ERROR, 0, 0, null);
    this.previous = current;
  }

  /** The index of the current token; the number of tokens at the end. */
  int index() {
    return index;
  }

  boolean lookedPastEnd() {
    return lookedPastEnd;
  }

  /** Whether a look-ahead wanted a token behind all that are there, a marker among them. */
  boolean lookedPastLast() {
    return lookedPastLast;
  }

  @Override
  public void nextToken() {
    previous = current;
    index = Math.min(index + 1, tokens.length);
    current = index < tokens.length ? tokens[index] : end;
  }

  @Override
  public Token token() {
    return current;
  }

  @Override
  public Token token(int lookahead) {
    if (lookahead == 0) {
      return current;
    }
    int wanted = index + lookahead;
    if (wanted >= tokens.length) {
      lookedPastEnd = true;
      lookedPastLast = true;
      return end;
    }
    // A token without extent stands for something that is not written yet.
    lookedPastEnd |= tokens[wanted].pos == tokens[wanted].endPos;
    return tokens[wanted];
  }

  @Override
  public Token prevToken() {
    return previous;
  }

  @Override
  public Token split() {
    Token[] halves = current.split(factory);
    previous = halves[0];
    current = halves[1];
    return current;
  }

  @Override
  public int errPos() {
    return errorPosition;
  }

  @Override
  public void errPos(int position) {
    errorPosition = Math.max(errorPosition, position);
  }

  @Override
  public LineMap getLineMap() {
    return null;
  }

  /** Later versions of javac set it. */
  public void setPrevToken(Token token) {
    previous = token;
  }

  /** Later versions of javac ask for them; nobody needs those of a body. */
  public Queue<Comment> getDocComments() {
    return new ArrayDeque<>();
  }
}
