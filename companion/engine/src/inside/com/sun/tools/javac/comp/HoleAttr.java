package com.sun.tools.javac.comp;

import com.sun.tools.javac.code.Kinds.KindSelector;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symtab;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCCase;
import com.sun.tools.javac.tree.JCTree.JCCatch;
import com.sun.tools.javac.tree.JCTree.JCErroneous;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCModifiers;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.ListBuffer;
import com.sun.tools.javac.util.Name;
import com.sun.tools.javac.util.Names;
import com.sun.tools.javac.util.Position;

/**
 * javac's attribution that remembers the environment at the caret.
 *
 * <p>The caret is an identifier that no program can contain, or an empty statement at a known
 * position. The identifier gets the error type, about which javac reports nothing further.
 */
final class HoleAttr extends Attr {
  /** Guillemets are no identifier characters, so that no program has this name. */
  private static final String MARKER = "\u00abcaret\u00bb";

  /**
   * Receivers: {@code java} of {@code java.util.List} is a package, which javac's own kind forgets.
   */
  private static final KindSelector ANY_RECEIVER =
      KindSelector.of(KindSelector.VAL, KindSelector.TYP, KindSelector.PCK);

  private final Name marker;
  private final Symtab symbols;
  private final boolean reifiableInstanceofAllowed;
  private boolean armed;
  private int statementPosition;
  private Caret caret;

  private HoleAttr(Context context) {
    super(context);
    marker = Names.instance(context).fromString(MARKER);
    symbols = Symtab.instance(context);
    reifiableInstanceofAllowed = allowReifiableTypesInInstanceof;
  }

  /** Must run before anything asks the context for its {@code Attr}. */
  static void preRegister(Context context) {
    context.put(attrKey, (Context.Factory<Attr>) HoleAttr::new);
  }

  Name marker() {
    return marker;
  }

  /** From now on the caret is looked for: the marker, or an empty statement at the position. */
  void arm(int caretStatementPosition) {
    armed = true;
    statementPosition = caretStatementPosition;
    caret = null;
    reportEachTime();
  }

  /** The caret is not looked for any more; what was found, or null. */
  Caret disarm() {
    armed = false;
    Caret found = caret;
    caret = null;
    return found;
  }

  /** javac reports the use of a later release once a context, but each question is a new text. */
  void reportEachTime() {
    allowReifiableTypesInInstanceof = reifiableInstanceofAllowed;
  }

  private void found(Caret.Kind kind, Type site, Symbol siteSymbol) {
    boolean settled =
        resultInfo == null
            || resultInfo.checkContext.deferredAttrContext().mode == DeferredAttr.AttrMode.CHECK;
    if (caret == null || settled || !caret.settled()) {
      caret = new Caret(kind, copyEnv(env), settled, site, siteSymbol);
    }
  }

  @Override
  public void visitSkip(JCSkip tree) {
    if (armed && tree.pos == statementPosition && tree.pos != Position.NOPOS) {
      found(Caret.Kind.STATEMENT, null, null);
    }
    super.visitSkip(tree);
  }

  /** A stray {@code catch} or {@code case} inside erroneous code trips an assertion of javac. */
  @Override
  public void visitErroneous(JCErroneous tree) {
    if (tree.errs != null) {
      ListBuffer<JCTree> attributable = new ListBuffer<>();
      for (JCTree part : tree.errs) {
        boolean trips =
            part instanceof JCCatch || part instanceof JCModifiers || part instanceof JCCase;
        if (!trips) {
          attributable.append(part);
        }
      }
      tree.errs = attributable.toList();
    }
    super.visitErroneous(tree);
  }

  @Override
  public void visitIdent(JCIdent tree) {
    if (!armed || tree.name != marker) {
      super.visitIdent(tree);
      return;
    }
    found(Caret.Kind.SIMPLE_NAME, null, null);
    tree.sym = symbols.errSymbol;
    tree.type = symbols.errType;
    result = tree.type;
  }

  @Override
  public void visitSelect(JCFieldAccess tree) {
    if (!armed || tree.name != marker) {
      super.visitSelect(tree);
      return;
    }
    Type site = attribTree(tree.selected, env, new ResultInfo(ANY_RECEIVER, Type.noType));
    found(Caret.Kind.MEMBER, site, TreeInfo.symbol(tree.selected));
    tree.sym = symbols.errSymbol;
    tree.type = symbols.errType;
    result = tree.type;
  }
}
