package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.DeferredLintHandler;
import com.sun.tools.javac.code.Lint;
import com.sun.tools.javac.util.JCDiagnostic;

/** Lets lint be reported at once and not when a declaration is done. For JDK 17 to 24. */
final class LintNow {
  private LintNow() {}

  /** Begins it; what is returned ends it. */
  static Runnable begin(DeferredLintHandler handler, Lint lint) {
    JCDiagnostic.DiagnosticPosition previous = handler.immediate();
    return () -> handler.setPos(previous);
  }
}
