package patchwright.companion.engine;

import static com.sun.tools.javac.code.Kinds.Kind.TYP;

import com.sun.tools.javac.code.Symbol.VarSymbol;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.parser.LexedText;
import com.sun.tools.javac.parser.LexedText.Fault;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCExpressionStatement;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.List;
import com.sun.tools.javac.util.Name;
import java.util.ArrayList;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;

/**
 * Refuses most texts that do not compile in a tenth of a millisecond: only the method is
 * attributed, and the flow of its class analysed with the new body in it.
 *
 * <p>What passes is not yet accepted. A full compile does more: checks over all constructors or
 * members of a class, and every check whose javac code keeps state that a second run disturbs.
 */
final class MethodEndCheck {
  private final OpenHole hole;
  private final OpenFile file;
  private final HolePlace place;

  MethodEndCheck(OpenHole hole) {
    this.hole = hole;
    this.file = hole.file;
    this.place = hole.place;
  }

  /** The reason to refuse a text, or null when a full compile has to decide. */
  EndAnswer refuse(String text) {
    if (place.kind() != HolePlace.Kind.METHOD) {
      // The flow of fields and initialisers is that of the whole class.
      return null;
    }
    LexedText lexed = hole.lexing.body(text);
    if (lexed.fault() != Fault.NONE) {
      return lexed.fault() == Fault.OPEN
          ? EndAnswer.of(Verdict.ESCAPES)
          : EndAnswer.of(Verdict.infeasible(lexed.faultKey(), ""));
    }
    java.util.List<JCDiagnostic> syntaxErrors = new ArrayList<>();
    ParsedStatements parsed =
        file.attribution.collectingErrors(
            () -> file.parsing.block(lexed.tokens(), bodyEnd(text)), syntaxErrors);
    if (!parsed.reachedEnd()) {
      return EndAnswer.of(Verdict.ESCAPES);
    }
    if (!file.errors.isEmpty()) {
      // The file's own errors hide others; only a full compile can tell them apart.
      return null;
    }
    JCBlock body = (JCBlock) parsed.statements().head;
    return refused(syntaxErrors.isEmpty() ? errorsIn(body) : syntaxErrors, text);
  }

  private int bodyEnd(String text) {
    return place.bodyEnd() + text.length() - (place.end() - place.start());
  }

  private java.util.List<JCDiagnostic> errorsIn(JCBlock body) {
    addSuperCall(body);
    Env<AttrContext> environment = hole.method.environmentOf(body);
    forgetFlow();
    try {
      Attribution.Outcome outcome =
          file.attribution.attributeAndFlow(
              body, environment, place.method().sym, spliced(environment));
      return outcome.errors();
    } finally {
      file.attribution.forget(List.of(body));
    }
  }

  private JCClassDecl spliced(Env<AttrContext> environment) {
    return new SplicedClass(file, place, environment.enclMethod).topLevel();
  }

  /** javac adds the call of the superclass' constructor when it attributes a constructor. */
  private void addSuperCall(JCBlock body) {
    boolean isConstructor = place.method().name == file.names.init;
    boolean hasSuperclass = place.owner().sym.type != file.symbols.objectType;
    boolean hasCall = body.stats.stream().anyMatch(this::callsConstructor);
    if (isConstructor && hasSuperclass && !hasCall) {
      JCStatement call =
          file.make
              .at(body.pos)
              .Exec(file.make.Apply(List.nil(), file.make.Ident(file.names._super), List.nil()));
      body.stats = body.stats.prepend(call);
    }
  }

  /** Whether a statement is {@code this(…)} or {@code super(…)}. */
  private boolean callsConstructor(JCStatement statement) {
    if (statement instanceof JCExpressionStatement expression
        && expression.expr instanceof JCMethodInvocation call) {
      Name name = TreeInfo.name(call.meth);
      return name == file.names._this || name == file.names._super;
    }
    return false;
  }

  /** Fields keep the number that the last flow analysis gave them, which is wrong in the next. */
  private void forgetFlow() {
    new TreeScanner() {
      @Override
      public void visitVarDef(JCVariableDecl tree) {
        VarSymbol symbol = tree.sym;
        if (symbol != null && symbol.owner.kind == TYP) {
          symbol.adr = -1;
        }
        super.visitVarDef(tree);
      }
    }.scan(file.unit);
  }

  private EndAnswer refused(java.util.List<JCDiagnostic> errors, String text) {
    MemorySource patched = file.source.with(place.start(), place.end(), text);
    java.util.List<CompileError> found = new ArrayList<>();
    for (JCDiagnostic error : errors) {
      boolean isInBody =
          error.getPosition() >= place.bodyStart() && error.getPosition() <= bodyEnd(text);
      if (!isInBody) {
        // Its offset is that of the old text; a full compile knows the new one.
        return null;
      }
      found.add(CompileError.in(patched, error));
    }
    return found.isEmpty() ? null : EndAnswer.refused(found);
  }
}
