package com.sun.tools.javac.parser;

import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.Log;
import java.util.function.Consumer;

/** Who takes what javac reports, until the log forgets the handler. For JDK 17 to 24. */
public final class DiagnosticHandlers {
  private DiagnosticHandlers() {}

  /** Forgets everything. */
  public static Log.DiagnosticHandler discarding(Log log) {
    return new Log.DiscardDiagnosticHandler(log);
  }

  /** Keeps everything. */
  public static Log.DeferredDiagnosticHandler keeping(Log log) {
    return new Log.DeferredDiagnosticHandler(log);
  }

  /** Hands everything to somebody. */
  public static Log.DiagnosticHandler handing(Log log, Consumer<JCDiagnostic> receiver) {
    return new Handing(log, receiver);
  }

  private static final class Handing extends Log.DiagnosticHandler {
    private final Consumer<JCDiagnostic> receiver;

    Handing(Log log, Consumer<JCDiagnostic> receiver) {
      this.receiver = receiver;
      install(log);
    }

    @Override
    public void report(JCDiagnostic diagnostic) {
      receiver.accept(diagnostic);
    }
  }
}
