package patchwright.companion.walk;

import com.sun.tools.javac.parser.DiagnosticHandlers;
import com.sun.tools.javac.parser.Scanner;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Log;
import java.util.ArrayList;
import java.util.List;
import patchwright.companion.compile.MemorySource;

/** A token of a text: {@code kind} as javac has it, and the offsets of its start and end. */
record SourceToken(TokenKind kind, String text, int start, int end) {

  /** All tokens of a text. */
  static List<SourceToken> lex(String text) {
    Context context = new Context();
    Log log = Log.instance(context);
    log.useSource(new MemorySource("A.java", text));
    DiagnosticHandlers.discarding(log);
    Scanner scanner = ScannerFactory.instance(context).newScanner(text, false);
    List<SourceToken> tokens = new ArrayList<>();
    for (scanner.nextToken(); scanner.token().kind != TokenKind.EOF; scanner.nextToken()) {
      Token token = scanner.token();
      String part = text.substring(token.pos, token.endPos);
      tokens.add(new SourceToken(token.kind, part, token.pos, token.endPos));
    }
    return tokens;
  }

  boolean isIdentifier() {
    return kind == TokenKind.IDENTIFIER;
  }

  /** A word of the language, literals like {@code true} included. */
  boolean isKeyword() {
    return kind.name != null && Character.isJavaIdentifierStart(kind.name.charAt(0));
  }
}
