package com.sun.tools.javac.parser;

import com.sun.tools.javac.parser.LexedText.Fault;
import com.sun.tools.javac.parser.Tokens.NamedToken;
import com.sun.tools.javac.parser.Tokens.NumericToken;
import com.sun.tools.javac.parser.Tokens.StringToken;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.Log;
import com.sun.tools.javac.util.Name;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;

/** Turns pieces of text into tokens and tokens into statements. Reports nothing to the log. */
public final class HoleParsing {
  /** After it the scanner starts again behind the opening quotes, as if the block had ended. */
  private static final String OPEN_TEXT_BLOCK = "compiler.err.unclosed.text.block";

  private final ParserFactory parsers;
  private final ScannerFactory scanners;
  private final Tokens factory;
  private final Log log;
  private final JavaFileObject file;

  /** The lexer and parser of a javac context, for pieces of one file. */
  public HoleParsing(Context context, JavaFileObject file) {
    this.file = file;
    this.parsers = ParserFactory.instance(context);
    this.scanners = ScannerFactory.instance(context);
    this.factory = Tokens.instance(context);
    this.log = Log.instance(context);
  }

  /** Lexes a text that starts {@code offset} characters after the file's start. */
  public LexedText lex(String text, int offset) {
    // The scanner may write one character past the end of its input.
    char[] buffer = new char[text.length() + 1];
    text.getChars(0, text.length(), buffer, 0);
    buffer[text.length()] = ' ';
    FaultCollector faults = new FaultCollector();
    Log.DiagnosticHandler handler = DiagnosticHandlers.handing(log, faults::report);
    // A diagnostic cannot even be made without a source.
    JavaFileObject previousFile = log.useSource(file);
    try {
      List<Token> tokens = new ArrayList<>();
      Scanner scanner = scanners.newScanner(buffer, text.length(), false);
      for (scanner.nextToken(); scanner.token().kind != TokenKind.EOF; scanner.nextToken()) {
        tokens.add(shift(scanner.token(), offset));
      }
      Fault fault = fault(faults.firstKey, tokens, offset + text.length());
      return new LexedText(tokens.toArray(new Token[0]), fault, faults.firstKey);
    } finally {
      log.useSource(previousFile);
      log.popDiagnosticHandler(handler);
    }
  }

  private static Fault fault(String key, List<Token> tokens, int end) {
    if (key.isEmpty()) {
      return Fault.NONE;
    }
    if (key.equals(OPEN_TEXT_BLOCK)) {
      return Fault.OPEN;
    }
    for (Token token : tokens) {
      if (token.kind == TokenKind.ERROR) {
        // What touches the end may be a literal or a comment that more text completes.
        return token.endPos >= end ? Fault.OPEN : Fault.DEFINITE;
      }
    }
    return Fault.OPEN;
  }

  private static final class FaultCollector {
    String firstKey = "";

    void report(JCDiagnostic diagnostic) {
      boolean isError = diagnostic.getType() == JCDiagnostic.DiagnosticType.ERROR;
      // Features of a later release are reported by the parser and by the full compile, too.
      boolean ofRelease = diagnostic.isFlagSet(JCDiagnostic.DiagnosticFlag.SOURCE_LEVEL);
      if (isError && !ofRelease && firstKey.isEmpty()) {
        firstKey = diagnostic.getCode();
      }
    }
  }

  private static Token shift(Token token, int offset) {
    TokenKind kind = token.kind;
    int start = token.pos + offset;
    int end = token.endPos + offset;
    return switch (kind.tag) {
      case DEFAULT -> new Token(kind, start, end, null);
      case NAMED -> new NamedToken(kind, start, end, token.name(), null);
      case STRING -> new StringToken(kind, start, end, token.stringVal(), null);
      case NUMERIC -> new NumericToken(kind, start, end, token.stringVal(), token.radix(), null);
    };
  }

  /** An identifier without extent. */
  public static Token identifier(Name name, int position) {
    return new NamedToken(TokenKind.IDENTIFIER, position, position, name, null);
  }

  /** A token without a text of its own and without extent, such as a brace. */
  public static Token symbol(TokenKind kind, int position) {
    return new Token(kind, position, position, null);
  }

  /** Parses the statements from the token at {@code start} on. */
  public ParsedStatements statements(Token[] tokens, int start, int endPosition) {
    return parser(tokens, start, endPosition, false);
  }

  /** The same with an empty statement at the text's end, where one may stand. */
  public ParsedStatements statementsWithCaret(Token[] tokens, int start, int endPosition) {
    return parser(tokens, start, endPosition, true);
  }

  private ParsedStatements parser(Token[] tokens, int start, int endPosition, boolean wantsCaret) {
    Log.DiagnosticHandler silence = DiagnosticHandlers.discarding(log);
    JavaFileObject previousFile = log.useSource(file);
    try {
      return newParser(tokens, start, endPosition, wantsCaret).parseStatements();
    } finally {
      log.useSource(previousFile);
      log.popDiagnosticHandler(silence);
    }
  }

  /** Parses one block that starts at the first token. What javac reports goes to the log. */
  public ParsedStatements block(Token[] tokens, int endPosition) {
    return newParser(tokens, 0, endPosition, false).parseBlock();
  }

  private HoleParser newParser(Token[] tokens, int start, int endPosition, boolean wantsCaret) {
    HoleLexer lexer = new HoleLexer(factory, tokens, start, endPosition);
    return new HoleParser(parsers, lexer, tokens, wantsCaret);
  }
}
