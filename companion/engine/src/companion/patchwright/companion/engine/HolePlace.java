package patchwright.companion.engine;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.Type.MethodType;
import com.sun.tools.javac.parser.HoleParsing;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCModifiers;
import com.sun.tools.javac.tree.JCTree.JCNewArray;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.List;

/**
 * Where a hole lies: in the body of which method, initialiser or field's value.
 *
 * <p>It is the outermost one, a member of a class that is no local class. All inside it is attributed
 * together, and nothing outside it depends on what is inside.
 *
 * <p>An initialiser is attributed as the body of a method without a result, which may assign what
 * initialisers may. The value of a field is the one statement {@code return VALUE;} of a method of
 * the field's type: both are places of an assignment. Such a method does not know that a field may not
 * be read before it is declared; the end check, which compiles the file as it is, does.
 *
 * @param kind what it is
 * @param method the method or constructor; for the other kinds one that is in no class
 * @param owner the class whose member it is
 * @param start the hole's start, in UTF-16 code units
 * @param end the hole's end
 * @param bodyStart the offset of the body's opening brace, or before the field's value
 * @param bodyEnd the offset behind the body's closing brace, or behind the field's value
 */
record HolePlace(
    Kind kind,
    JCMethodDecl method,
    JCClassDecl owner,
    int start,
    int end,
    int bodyStart,
    int bodyEnd) {

  /** What holes can lie in. */
  enum Kind {
    METHOD,
    INITIALISER,
    FIELD
  }

  /** The place of a hole, or null when it lies in none. */
  static HolePlace find(OpenFile file, int start, int end) {
    return new Finder(file, start, end).inMembers(file.unit.defs, null);
  }

  /** The tokens that stand before the text behind the opening brace, and not in the file. */
  Token[] opening() {
    return kind == Kind.FIELD
        ? new Token[] {HoleParsing.symbol(TokenKind.RETURN, bodyStart)}
        : new Token[0];
  }

  /** What closes the body and does not stand in the file. */
  String closing() {
    return kind == Kind.FIELD ? ";}" : "";
  }

  /** Looks for the place of one hole. */
  private record Finder(OpenFile file, int start, int end) {
    HolePlace inMembers(List<JCTree> members, JCClassDecl owner) {
      for (JCTree member : members) {
        HolePlace found = inMember(member, owner);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    private HolePlace inMember(JCTree member, JCClassDecl owner) {
      if (member instanceof JCClassDecl inner) {
        return inMembers(inner.defs, inner);
      }
      if (member instanceof JCMethodDecl method) {
        return inMethod(method, owner);
      }
      if (member instanceof JCBlock block) {
        return inInitialiser(block, owner);
      }
      return member instanceof JCVariableDecl field ? inField(field, owner) : null;
    }

    private boolean holds(int bodyStart, int bodyEnd) {
      return bodyStart < start && end < bodyEnd;
    }

    private HolePlace inMethod(JCMethodDecl method, JCClassDecl owner) {
      boolean isWritten = (method.mods.flags & Flags.GENERATEDCONSTR) == 0 && method.body != null;
      if (!isWritten || !holds(method.body.pos, method.body.endpos + 1)) {
        return null;
      }
      return new HolePlace(
          Kind.METHOD, method, owner, start, end, method.body.pos, method.body.endpos + 1);
    }

    private HolePlace inInitialiser(JCBlock block, JCClassDecl owner) {
      if (!holds(block.pos, block.endpos + 1)) {
        return null;
      }
      // The block of a static initialiser begins with that word.
      for (Token token : lex(block.pos, block.endpos + 1)) {
        if (token.kind == TokenKind.LBRACE) {
          JCMethodDecl method = method(block.flags, file.symbols.voidType, owner);
          return holds(token.pos, block.endpos + 1)
              ? new HolePlace(
                  Kind.INITIALISER, method, owner, start, end, token.pos, block.endpos + 1)
              : null;
        }
      }
      return null;
    }

    private HolePlace inField(JCVariableDecl field, JCClassDecl owner) {
      boolean hasValue = field.init != null && field.sym != null;
      boolean isConstant = (field.mods.flags & Flags.ENUM) != 0;
      boolean isBareArray = field.init instanceof JCNewArray array && array.elemtype == null;
      if (!hasValue || isConstant || isBareArray) {
        return null;
      }
      int valueStart = TreeInfo.getStartPos(field.init);
      if (start < valueStart) {
        return null;
      }
      int valueEnd = valueEnd(valueStart);
      JCMethodDecl method = method(field.sym.flags(), field.sym.type, owner);
      return end <= valueEnd
          ? new HolePlace(Kind.FIELD, method, owner, start, end, valueStart - 1, valueEnd)
          : null;
    }

    /** The first semicolon or comma behind the hole that no bracket encloses, or a number below. */
    private int valueEnd(int valueStart) {
      int depth = 0;
      for (Token token : lex(valueStart, file.text().length())) {
        switch (token.kind) {
          case LPAREN, LBRACE, LBRACKET -> depth++;
          case RPAREN, RBRACE, RBRACKET -> depth--;
          default -> {}
        }
        boolean ends = token.kind == TokenKind.SEMI || token.kind == TokenKind.COMMA;
        if (depth < 0 || (ends && depth == 0 && token.pos >= end)) {
          return depth < 0 ? -1 : token.pos;
        }
        if (depth == 0 && token.kind == TokenKind.SEMI) {
          return -1;
        }
      }
      return -1;
    }

    private Token[] lex(int from, int to) {
      return file.parsing.lex(file.text().substring(from, to), from).tokens();
    }

    /** A method that is in no class: javac marks initialisers the same way. */
    private JCMethodDecl method(long flags, Type result, JCClassDecl owner) {
      long isStatic = flags & Flags.STATIC;
      JCModifiers modifiers = file.make.at(owner.pos).Modifiers(isStatic);
      JCMethodDecl method =
          file.make.MethodDef(
              modifiers,
              file.names.empty,
              null,
              List.nil(),
              List.nil(),
              List.nil(),
              null,
              null);
      MethodType type = new MethodType(List.nil(), result, List.nil(), file.symbols.methodClass);
      method.sym = new MethodSymbol(isStatic | Flags.BLOCK, file.names.empty, type, owner.sym);
      method.type = type;
      return method;
    }
  }
}
