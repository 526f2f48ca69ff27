package com.sun.tools.javac.parser;

import com.sun.tools.javac.util.JCDiagnostic;
import com.sun.tools.javac.util.Log;
import java.util.function.Consumer;

/** Who takes what javac reports, until the log forgets the handler. For JDK 25 and later. */
public final class DiagnosticHandlers {
  private DiagnosticHandlers() {}

  /** Forgets everything. */
  public static Log.DiagnosticHandler discarding(Log log) {
    return log.new DiscardDiagnosticHandler();
  }

  /** Keeps everything. */
  public static Log.DeferredDiagnosticHandler keeping(Log log) {
    return log.new DeferredDiagnosticHandler();
  }

  /** Hands everything to somebody. */
  public static Log.DiagnosticHandler handing(Log log, Consumer<JCDiagnostic> receiver) {
    return log.new DiagnosticHandler() {
      @Override
      public void report(JCDiagnostic diagnostic) {
        receiver.accept(diagnostic);
      }
    };
  }
}
