package com.sun.tools.javac.parser;

import static com.sun.tools.javac.parser.Tokens.TokenKind.EOF;
import static com.sun.tools.javac.parser.Tokens.TokenKind.LPAREN;

import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.List;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** javac's parser for the statements of a block that may stop anywhere. */
final class HoleParser extends JavacParser {
  private final HoleLexer lexer;
  private final Token[] tokens;
  private final boolean wantsCaret;
  private final Set<JCTree> incomplete = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean brokeOff;
  private int errorIndex = ParsedStatements.NO_ERROR;
  private String errorKey = "";
  private boolean isErrorSure;
  private boolean isErrorSureOfIdentifier;
  private JCSkip caret;

  HoleParser(ParserFactory factory, HoleLexer lexer, Token[] tokens, boolean wantsCaret) {
    super(factory, lexer, false, false, false);
    this.lexer = lexer;
    this.tokens = tokens;
    this.wantsCaret = wantsCaret;
  }

  ParsedStatements parseStatements() {
    return result(blockStatements());
  }

  ParsedStatements parseBlock() {
    return result(List.of(block()));
  }

  private ParsedStatements result(List<JCStatement> statements) {
    return new ParsedStatements(
        statements,
        token.kind == EOF,
        errorIndex,
        errorKey,
        isErrorSure,
        isErrorSureOfIdentifier,
        brokeOff,
        lexer.lookedPastEnd(),
        caret,
        incomplete);
  }

  @Override
  protected void reportSyntaxError(
      JCDiagnostic.DiagnosticPosition position, JCDiagnostic.Error key) {
    if (token.kind == EOF) {
      brokeOff = true;
    } else if (errorIndex == ParsedStatements.NO_ERROR && !brokeOff) {
      errorIndex = lexer.index();
      isErrorSure = !lexer.lookedPastEnd();
      isErrorSureOfIdentifier = !lexer.lookedPastLast();
      errorKey = key.key();
    }
    super.reportSyntaxError(position, key);
  }

  @Override
  List<JCStatement> blockStatement() {
    if (token.kind == EOF && wantsCaret && caret == null) {
      caret = F.at(token.pos).Skip();
      return List.of(caret);
    }
    boolean alreadyBrokeOff = brokeOff;
    List<JCStatement> statements = super.blockStatement();
    if (token.kind == EOF && !alreadyBrokeOff && brokeOff) {
      incomplete.addAll(statements);
    }
    return statements;
  }

  /**
   * A call whose closing parenthesis is missing gets an erroneous argument: javac then does not
   * report that no method takes the arguments so far, for others may follow.
   */
  @Override
  List<JCExpression> arguments() {
    boolean unfinished = token.kind == LPAREN && !isClosed(lexer.index());
    List<JCExpression> arguments = super.arguments();
    return unfinished ? arguments.append(F.at(token.pos).Erroneous()) : arguments;
  }

  /** Whether the bracket at {@code open} has its partner among the tokens. */
  private boolean isClosed(int open) {
    int depth = 0;
    for (int i = open; i < tokens.length; i++) {
      switch (tokens[i].kind) {
        case LPAREN, LBRACE, LBRACKET -> depth++;
        case RPAREN, RBRACE, RBRACKET -> depth--;
        default -> {}
      }
      if (depth == 0) {
        return true;
      }
    }
    return false;
  }
}
