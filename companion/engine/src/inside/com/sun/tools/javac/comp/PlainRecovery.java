package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.util.Context;

/**
 * Recovers from a call that does not resolve without guessing anything about its arguments.
 *
 * <p>The recovery of JDK 17 throws {@code ClassCastException} on lambdas whose body is an
 * expression, and it guesses the types of lambda parameters: names that do not belong to a guessed
 * type would be rejected for no reason.
 */
final class PlainRecovery extends AttrRecover {
  private PlainRecovery(Context context) {
    super(context);
  }

  /** Must run before anything asks the context for its {@code AttrRecover}. */
  static void preRegister(Context context) {
    context.put(attrRepairKey, (Context.Factory<AttrRecover>) PlainRecovery::new);
  }

  @Override
  Type recoverMethodInvocation(
      JCTree tree, Type site, Symbol method, Env<AttrContext> env, Attr.ResultInfo resultInfo) {
    Type formal = resultInfo.pt.map(recovery(DeferredAttr.AttrMode.SPECULATIVE, method, env));
    Type own = attr.checkIdInternal(tree, site, method, formal, env, resultInfo);
    resultInfo.pt.map(recovery(DeferredAttr.AttrMode.CHECK, method, env));
    return own;
  }

  private DeferredAttr.RecoveryDeferredTypeMap recovery(
      DeferredAttr.AttrMode mode, Symbol method, Env<AttrContext> env) {
    return deferredAttr.new RecoveryDeferredTypeMap(mode, method, env.info.pendingResolutionPhase);
  }
}
