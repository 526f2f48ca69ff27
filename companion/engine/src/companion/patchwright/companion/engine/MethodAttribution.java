package patchwright.companion.engine;

import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.List;
import com.sun.tools.javac.util.Position;

/** Attributes statements as parts of the body of the hole's method. */
final class MethodAttribution {
  private static final int NO_CARET = Position.NOPOS;

  private final OpenFile file;
  private final HolePlace place;

  MethodAttribution(OpenFile file, HolePlace place) {
    this.file = file;
    this.place = place;
  }

  /** The environment at the start of the body. */
  Env<AttrContext> environment() {
    Env<AttrContext> environment = methodEnvironment();
    if (isConstructor(place.method())) {
      // javac compares a call of another constructor with the first statement, and wants one.
      JCStatement other = file.make.at(Position.NOPOS).Skip();
      environment.enclMethod = withStatements(place.method(), List.of(other));
    }
    return environment;
  }

  /** The environment around a body that replaces the method's own. */
  Env<AttrContext> environmentOf(JCBlock body) {
    Env<AttrContext> environment = methodEnvironment();
    environment.enclMethod = file.attribution.withBody(place.method(), body);
    environment.tree = environment.enclMethod;
    return environment;
  }

  private Env<AttrContext> methodEnvironment() {
    Env<AttrContext> environment =
        file.attribution.methodEnvironment(place.method(), place.owner().sym);
    if (place.kind() == HolePlace.Kind.INITIALISER) {
      Environments.forbidReturn(environment);
    }
    return environment;
  }

  /**
   * Attributes a whole body.
   *
   * @param caretPosition where an empty statement is the caret
   */
  Attribution.Outcome attributeBody(JCBlock body, int caretPosition) {
    return file.attribution.attribute(
        List.of(body), environmentOf(body), place.method().sym, caretPosition);
  }

  /** Attributes statements, whose declarations the environment keeps. */
  Attribution.Outcome attribute(
      List<JCStatement> statements, Env<AttrContext> environment, boolean isMethodStart) {
    return attribute(statements, environment, isMethodStart, NO_CARET);
  }

  /** Attributes statements that follow a state, and forgets them; the state does not change. */
  Attribution.Outcome probe(List<JCStatement> statements, State state, int caretPosition) {
    Env<AttrContext> environment = Environments.fork(state.environment());
    try {
      return attribute(statements, environment, state.isMethodStart(), caretPosition);
    } finally {
      file.attribution.forget(statements);
    }
  }

  private Attribution.Outcome attribute(
      List<JCStatement> statements,
      Env<AttrContext> environment,
      boolean isMethodStart,
      int caretPosition) {
    JCMethodDecl enclosing = environment.enclMethod;
    if (isMethodStart && isConstructor(enclosing)) {
      // `this(…)` must be the first statement of the constructor that the environment knows.
      environment.enclMethod = withStatements(enclosing, statements);
    }
    try {
      return file.attribution.attribute(statements, environment, place.method().sym, caretPosition);
    } finally {
      environment.enclMethod = enclosing;
    }
  }

  private boolean isConstructor(JCMethodDecl declaration) {
    return declaration != null && declaration.name == file.names.init;
  }

  private JCMethodDecl withStatements(JCMethodDecl declaration, List<JCStatement> statements) {
    JCBlock body = file.make.at(place.bodyStart()).Block(0, statements);
    return file.attribution.withBody(declaration, body);
  }
}
