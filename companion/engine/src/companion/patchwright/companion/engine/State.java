package patchwright.companion.engine;

import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.List;

/**
 * A place between two statements: all before it is attributed.
 *
 * <p>Questions fork the environment, so that the texts that share a prefix share its states.
 *
 * @param environment what is declared here
 * @param tokenIndex how many tokens behind the body's opening brace lie before the place
 * @param isMethodStart whether no statement lies before the place in the method that the
 *     environment is in
 * @param isMethodBody whether the place is in no block but the method's body, which a hole cannot
 *     close
 * @param isContinuable whether the last statement could go on with {@code else}, {@code catch} or
 *     {@code finally}: the state does not hold for a text where it does
 * @param isReachable whether another statement may follow here; not behind a {@code return}
 * @param dead why the text up to here cannot be completed; null when nothing speaks against it
 * @param outer the state before the statement whose block this place is in; null in the outermost
 * @param attributed the statements since the previous state, whose local classes are entered
 */
record State(
    Env<AttrContext> environment,
    int tokenIndex,
    boolean isMethodStart,
    boolean isMethodBody,
    boolean isContinuable,
    boolean isReachable,
    Verdict dead,
    State outer,
    List<JCStatement> attributed) {}
