package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.DeferredLintHandler;
import com.sun.tools.javac.code.Lint;

/** Lets lint be reported at once and not when a declaration is done. For JDK 25 and later. */
final class LintNow {
  private LintNow() {}

  /** Begins it; what is returned ends it. */
  static Runnable begin(DeferredLintHandler handler, Lint lint) {
    handler.pushImmediate(lint);
    return handler::pop;
  }
}
