package patchwright.companion.engine;

import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Caret;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.comp.Environments;
import com.sun.tools.javac.parser.LexedText;
import com.sun.tools.javac.parser.LexedText.Fault;
import com.sun.tools.javac.parser.ParsedStatements;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCConditional;
import com.sun.tools.javac.tree.JCTree.JCExpression;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCParens;
import com.sun.tools.javac.tree.JCTree.JCSkip;
import com.sun.tools.javac.tree.JCTree.JCStatement;
import com.sun.tools.javac.util.List;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Set;

/**
 * The first state of a hole inside a lambda or an anonymous class, made with what follows the hole.
 *
 * <p>What stands before such a hole says neither what the lambda's target is nor which members the
 * class has. The whole body does, with an empty statement in the hole's stead.
 */
final class SuffixRoot {
  private static final Set<TokenKind> STATEMENT_ENDS =
      EnumSet.of(TokenKind.SEMI, TokenKind.LBRACE, TokenKind.RBRACE);

  private final OpenFile file;
  private final HolePlace place;
  private final HoleLexing lexing;
  private final MethodAttribution method;

  SuffixRoot(OpenFile file, HolePlace place, HoleLexing lexing, MethodAttribution method) {
    this.file = file;
    this.place = place;
    this.lexing = lexing;
    this.method = method;
  }

  /** The state, or null when the one made without the suffix is as good or nothing is known. */
  State find(State root) {
    HoleText before = lexing.beforeHole();
    boolean inLambdaOrClass =
        root.tokenIndex() < before.size() && STATEMENT_ENDS.contains(before.last().kind);
    JCBlock body = inLambdaOrClass ? parseBody() : null;
    Caret caret = body == null ? null : attribute(body);
    if (caret == null) {
      return null;
    }
    Env<AttrContext> environment = caret.environment();
    Environments.acceptAnyResult(environment, file.attribution);
    boolean isStart = isFirstIn(environment.enclMethod);
    boolean isMethodBody = body.stats.stream().anyMatch(this::isHole);
    return new State(
        environment, before.size(), isStart, isMethodBody, false, true, null, root, List.nil());
  }

  /** Whether a statement is the empty one that stands in the hole. */
  private boolean isHole(JCStatement statement) {
    return statement instanceof JCSkip && statement.pos == place.start();
  }

  /** Whether the hole is the first statement of a method, but for a call that javac generated. */
  private boolean isFirstIn(JCMethodDecl declaration) {
    if (declaration == null || declaration.body == null) {
      return false;
    }
    for (JCStatement statement : declaration.body.stats) {
      if (statement.pos != declaration.body.pos) {
        return statement.pos == place.start();
      }
    }
    return false;
  }

  /** The whole body with an empty statement in the hole; null when that has syntax errors. */
  private JCBlock parseBody() {
    LexedText lexed = lexing.bodyWithEmptyStatement();
    if (lexed.fault() != Fault.NONE) {
      return null;
    }
    ParsedStatements parsed =
        file.attribution.collectingErrors(
            () -> file.parsing.block(lexed.tokens(), place.bodyEnd()), new ArrayList<>());
    boolean isWhole = parsed.reachedEnd() && !parsed.hasError() && !parsed.brokeOff();
    return isWhole ? (JCBlock) parsed.statements().head : null;
  }

  private Caret attribute(JCBlock body) {
    Caret caret = method.attributeBody(body, place.start()).caret();
    if (caret == null || caret.kind() != Caret.Kind.STATEMENT || !caret.settled()) {
      return null;
    }
    CaretPath path = CaretPath.find(List.of(body), file.attribution.marker(), place.start());
    return path == null || hasUnsureLambda(path, caret.environment()) ? null : caret;
  }

  /**
   * Whether a lambda around the hole is an argument of one of several methods: which one it is may
   * depend on whether the hole returns a value, and the types of its parameters with it.
   */
  private boolean hasUnsureLambda(CaretPath path, Env<AttrContext> environment) {
    LambdaTargets targets = new LambdaTargets(file, new CallCandidates(file));
    java.util.List<JCTree> nodes = path.nodes();
    for (int i = 1; i < nodes.size(); i++) {
      if (!CaretPath.isImplicitLambda(nodes.get(i))) {
        continue;
      }
      int parent = i - 1;
      while (parent > 0 && isTransparent(nodes.get(parent))) {
        parent--;
      }
      JCTree call = nodes.get(parent);
      boolean isArgument = call instanceof JCMethodInvocation || call instanceof JCNewClass;
      JCExpression argument = (JCExpression) nodes.get(parent + 1);
      if (isArgument && targets.candidatesTakingFunction(call, argument, environment) > 1) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTransparent(JCTree tree) {
    return tree instanceof JCParens || tree instanceof JCConditional;
  }
}
