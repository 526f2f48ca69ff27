package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;

/** What is known in an environment: the package-private side of {@link AttrContext}. */
public final class Environments {
  private Environments() {}

  /** A copy in which more can be declared without the original's knowledge. */
  public static Env<AttrContext> fork(Env<AttrContext> environment) {
    AttrContext info = environment.info;
    return environment.dup(environment.tree, info.dup(info.scope.dupUnshared(info.scope.owner)));
  }

  /** The local variables, parameters, type variables and local classes of the innermost class. */
  public static Iterable<Symbol> localSymbols(Env<AttrContext> environment) {
    return environment.info.scope.getSymbols();
  }

  /** Whether there is no {@code this} of the environment's innermost class. */
  public static boolean isStatic(Env<AttrContext> environment) {
    return environment.outer != null
        && environment.info.staticLevel > environment.outer.info.staticLevel;
  }

  /** Whether a {@code return} here leaves a lambda. */
  public static boolean isInLambda(Env<AttrContext> environment) {
    return environment.info.isLambda;
  }

  /** The type that a {@code return} must have, or null where none may stand. */
  public static Type returnType(Env<AttrContext> environment) {
    return environment.info.returnResult == null ? null : environment.info.returnResult.pt;
  }

  /** Makes a {@code return} an error, as in an initialiser. */
  public static void forbidReturn(Env<AttrContext> environment) {
    environment.info.returnResult = null;
  }

  /**
   * Lets every {@code return} of a lambda and every {@code yield} pass.
   *
   * <p>For an environment that was captured in a text that lacks the hole: which method takes the
   * lambda, and so what it returns, may depend on the very statements that are missing.
   */
  public static void acceptAnyResult(Env<AttrContext> environment, Attribution attribution) {
    AttrContext info = environment.info;
    if (info.isLambda) {
      info.returnResult = attribution.anyResult();
    }
    if (info.yieldResult != null) {
      info.yieldResult = attribution.anyResult();
    }
  }

  /** Does something for members that are selected from {@code super}. */
  public static void selectingFromSuper(Env<AttrContext> environment, Runnable work) {
    boolean previous = environment.info.selectSuper;
    environment.info.selectSuper = true;
    try {
      work.run();
    } finally {
      environment.info.selectSuper = previous;
    }
  }
}
