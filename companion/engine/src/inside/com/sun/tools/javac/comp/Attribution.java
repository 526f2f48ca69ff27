package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.DeferredLintHandler;
import com.sun.tools.javac.code.Lint;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.parser.DiagnosticHandlers;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.tree.TreeMaker;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.List;
import com.sun.tools.javac.util.Log;
import com.sun.tools.javac.util.Name;
import com.sun.tools.javac.util.Position;
import java.util.ArrayList;
import java.util.function.Supplier;
import javax.tools.JavaFileObject;

/**
 * Attributes pieces of one method without leaving a trace in the context.
 *
 * <p>javac keeps what it learns in many places. Each call here saves and restores the current
 * source, lint settings, the method, and the diagnostics, and works on a local cache of argument
 * types: that cache goes by position, and would answer with the types of another text. The log's
 * own handler drops a second error at the same position; a deferred one keeps them all.
 */
public final class Attribution {
  private final HoleAttr attr;
  private final ArgumentAttr argumentAttr;
  private final Annotate annotate;
  private final Check check;
  private final DeferredLintHandler deferredLint;
  private final Enter enter;
  private final Flow flow;
  private final Log log;
  private final MemberEnter memberEnter;
  private final TreeMaker make;
  private final TypeEnvs typeEnvs;
  private final JCCompilationUnit unit;
  private final JavaFileObject file;

  /** Puts the classes of ours that replace javac's into a context that is still empty. */
  public static void preRegister(Context context) {
    HoleAttr.preRegister(context);
    PlainRecovery.preRegister(context);
  }

  /** For the one file of a context that was entered, and attributed once. */
  public Attribution(Context context, JCCompilationUnit unit) {
    this.attr = (HoleAttr) Attr.instance(context);
    this.argumentAttr = ArgumentAttr.instance(context);
    this.annotate = Annotate.instance(context);
    this.check = Check.instance(context);
    this.deferredLint = DeferredLintHandler.instance(context);
    this.enter = Enter.instance(context);
    this.flow = Flow.instance(context);
    this.log = Log.instance(context);
    this.memberEnter = MemberEnter.instance(context);
    this.make = TreeMaker.instance(context);
    this.typeEnvs = TypeEnvs.instance(context);
    this.unit = unit;
    this.file = unit.sourcefile;
  }

  /** The name that stands for the identifier at the caret. */
  public Name marker() {
    return attr.marker();
  }

  /** The expectation that every result meets. */
  Attr.ResultInfo anyResult() {
    return attr.recoveryInfo;
  }

  /** What was reported and what was found. */
  public record Outcome(java.util.List<JCDiagnostic> errors, Caret caret) {}

  /** The environment of a method's body. */
  public Env<AttrContext> methodEnvironment(JCMethodDecl method, ClassSymbol owner) {
    return memberEnter.getMethodEnv(method, typeEnvs.get(owner));
  }

  /** A method with another body, for the same symbol. */
  public JCMethodDecl withBody(JCMethodDecl method, JCBlock body) {
    JCMethodDecl copy =
        make.at(method.pos)
            .MethodDef(
                method.mods,
                method.name,
                method.restype,
                method.typarams,
                method.recvparam,
                method.params,
                method.thrown,
                body,
                method.defaultValue);
    copy.sym = method.sym;
    copy.type = method.type;
    return copy;
  }

  /**
   * Attributes statements in an environment, which then knows what they declare.
   *
   * @param caretPosition where an empty statement is the caret; {@link Position#NOPOS} for none
   */
  public Outcome attribute(
      List<JCStatement> statements,
      Env<AttrContext> environment,
      MethodSymbol method,
      int caretPosition) {
    return isolated(
        environment,
        method,
        () -> {
          attr.arm(caretPosition);
          for (JCStatement statement : statements) {
            annotate.queueScanTreeAndTypeAnnotate(statement, environment, method, null);
          }
          annotate.flush();
          for (JCStatement statement : statements) {
            attr.attribStat(statement, environment);
          }
        });
  }

  /**
   * Attributes a whole body, and, if that is free of errors, analyses the flow of its top-level
   * class.
   *
   * @param spliced the top-level class with this body swapped in
   */
  public Outcome attributeAndFlow(
      JCBlock body, Env<AttrContext> environment, MethodSymbol method, JCClassDecl spliced) {
    Outcome attributed = attribute(List.of(body), environment, method, Position.NOPOS);
    if (!attributed.errors().isEmpty()) {
      return attributed;
    }
    Env<AttrContext> classEnvironment = typeEnvs.get(spliced.sym);
    Env<AttrContext> flowEnvironment = classEnvironment.dup(spliced, classEnvironment.info);
    flowEnvironment.enclClass = spliced;
    return isolated(environment, method, () -> flow.analyzeTree(flowEnvironment, make));
  }

  private Outcome isolated(Env<AttrContext> environment, MethodSymbol method, Runnable work) {
    JavaFileObject previousFile = log.useSource(file);
    Lint previousLint = check.setLint(environment.info.lint);
    MethodSymbol previousMethod = check.setMethod(method);
    ArgumentAttr.LocalCacheContext argumentCache = argumentAttr.withLocalCacheContext();
    Runnable endOfLint = LintNow.begin(deferredLint, environment.info.lint);
    Log.DeferredDiagnosticHandler diagnostics = DiagnosticHandlers.keeping(log);
    Caret caret;
    try {
      work.run();
    } finally {
      caret = attr.disarm();
      log.popDiagnosticHandler(diagnostics);
      endOfLint.run();
      argumentCache.leave();
      check.setMethod(previousMethod);
      check.setLint(previousLint);
      log.useSource(previousFile);
    }
    return new Outcome(errors(diagnostics), caret);
  }

  /** What a piece of work reports as errors, besides its result. */
  public <T> T collectingErrors(Supplier<T> work, java.util.List<JCDiagnostic> errors) {
    JavaFileObject previousFile = log.useSource(file);
    Log.DeferredDiagnosticHandler diagnostics = DiagnosticHandlers.keeping(log);
    try {
      return work.get();
    } finally {
      log.popDiagnosticHandler(diagnostics);
      log.useSource(previousFile);
      errors.addAll(errors(diagnostics));
    }
  }

  private static java.util.List<JCDiagnostic> errors(Log.DeferredDiagnosticHandler diagnostics) {
    java.util.List<JCDiagnostic> errors = new ArrayList<>();
    for (JCDiagnostic diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getType() == JCDiagnostic.DiagnosticType.ERROR) {
        errors.add(diagnostic);
      }
    }
    return errors;
  }

  /** Forgets the local classes that statements declare, so that their names are free again. */
  public void forget(List<? extends JCTree> statements) {
    for (JCTree statement : statements) {
      enter.unenter(unit, statement);
    }
  }
}
