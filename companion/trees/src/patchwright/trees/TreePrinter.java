package patchwright.trees;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes a syntax tree as a text that is the same for two files which differ in form alone: in
 * layout, comments, parentheses that change nothing, braces around the only statement of a branch or
 * a loop, empty statements, the order of modifiers, and the spelling of a literal's value. Names, the
 * order of operands and everything else count. Nothing is resolved: {@code this.x} is not {@code x}.
 */
final class TreePrinter extends TreeScanner<Void, Void> {
  private final StringBuilder text = new StringBuilder();

  private TreePrinter() {}

  static String print(CompilationUnitTree unit) {
    TreePrinter printer = new TreePrinter();
    printer.scan(unit, null);
    return printer.text.toString();
  }

  /** A missing part counts: {@code for (;a;)} is not {@code for (a;;)}. */
  @Override
  public Void scan(Tree tree, Void nothing) {
    if (tree == null) {
      text.append('-');
    } else if (tree instanceof ParenthesizedTree parentheses) {
      scan(parentheses.getExpression(), nothing);
    } else {
      text.append('(').append(tree.getKind());
      tree.accept(this, nothing);
      text.append(')');
    }
    return null;
  }

  @Override
  public Void scan(Iterable<? extends Tree> trees, Void nothing) {
    text.append('[');
    if (trees != null) {
      for (Tree tree : trees) {
        if (!(tree instanceof EmptyStatementTree)) {
          scan(tree, nothing);
        }
      }
    }
    text.append(']');
    return null;
  }

  /** A name or a value, written so that no other text can mean the same. */
  private void word(Object word) {
    String written = String.valueOf(word);
    text.append(' ').append(written.length()).append(':').append(written);
  }

  /** The statement of a branch or a loop, without the braces that it would not need. */
  private void body(StatementTree statement) {
    if (statement instanceof BlockTree block) {
      List<StatementTree> statements = new ArrayList<>(block.getStatements());
      statements.removeIf(EmptyStatementTree.class::isInstance);
      boolean declares =
          statements.size() == 1
              && (statements.get(0) instanceof VariableTree
                  || statements.get(0) instanceof ClassTree);
      if (statements.size() == 1 && !declares) {
        scan(statements.get(0), null);
        return;
      }
    } else if (statement instanceof EmptyStatementTree) {
      text.append("(BLOCK[])");
      return;
    }
    scan(statement, null);
  }

  @Override
  public Void visitIf(IfTree tree, Void nothing) {
    scan(tree.getCondition(), nothing);
    body(tree.getThenStatement());
    body(tree.getElseStatement());
    return null;
  }

  @Override
  public Void visitWhileLoop(WhileLoopTree tree, Void nothing) {
    scan(tree.getCondition(), nothing);
    body(tree.getStatement());
    return null;
  }

  @Override
  public Void visitDoWhileLoop(DoWhileLoopTree tree, Void nothing) {
    body(tree.getStatement());
    scan(tree.getCondition(), nothing);
    return null;
  }

  @Override
  public Void visitForLoop(ForLoopTree tree, Void nothing) {
    scan(tree.getInitializer(), nothing);
    scan(tree.getCondition(), nothing);
    scan(tree.getUpdate(), nothing);
    body(tree.getStatement());
    return null;
  }

  @Override
  public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void nothing) {
    scan(tree.getVariable(), nothing);
    scan(tree.getExpression(), nothing);
    body(tree.getStatement());
    return null;
  }

  @Override
  public Void visitBlock(BlockTree tree, Void nothing) {
    if (tree.isStatic()) {
      word("static");
    }
    return super.visitBlock(tree, nothing);
  }

  @Override
  public Void visitLabeledStatement(LabeledStatementTree tree, Void nothing) {
    word(tree.getLabel());
    return super.visitLabeledStatement(tree, nothing);
  }

  @Override
  public Void visitBreak(BreakTree tree, Void nothing) {
    word(tree.getLabel());
    return super.visitBreak(tree, nothing);
  }

  @Override
  public Void visitContinue(ContinueTree tree, Void nothing) {
    word(tree.getLabel());
    return super.visitContinue(tree, nothing);
  }

  @Override
  public Void visitCase(CaseTree tree, Void nothing) {
    word(tree.getCaseKind());
    return super.visitCase(tree, nothing);
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void nothing) {
    word(tree.getName());
    return null;
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Void nothing) {
    word(tree.getIdentifier());
    return super.visitMemberSelect(tree, nothing);
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
    word(tree.getMode());
    word(tree.getName());
    return super.visitMemberReference(tree, nothing);
  }

  @Override
  public Void visitLambdaExpression(LambdaExpressionTree tree, Void nothing) {
    word(tree.getBodyKind());
    return super.visitLambdaExpression(tree, nothing);
  }

  @Override
  public Void visitLiteral(LiteralTree tree, Void nothing) {
    word(tree.getValue());
    return null;
  }

  @Override
  public Void visitPrimitiveType(PrimitiveTypeTree tree, Void nothing) {
    word(tree.getPrimitiveTypeKind());
    return null;
  }

  @Override
  public Void visitModifiers(ModifiersTree tree, Void nothing) {
    for (Modifier modifier : Modifier.values()) {
      if (tree.getFlags().contains(modifier)) {
        word(modifier);
      }
    }
    return super.visitModifiers(tree, nothing);
  }

  @Override
  public Void visitVariable(VariableTree tree, Void nothing) {
    word(tree.getName());
    return super.visitVariable(tree, nothing);
  }

  @Override
  public Void visitMethod(MethodTree tree, Void nothing) {
    word(tree.getName());
    return super.visitMethod(tree, nothing);
  }

  @Override
  public Void visitClass(ClassTree tree, Void nothing) {
    word(tree.getSimpleName());
    return super.visitClass(tree, nothing);
  }

  @Override
  public Void visitTypeParameter(TypeParameterTree tree, Void nothing) {
    word(tree.getName());
    return super.visitTypeParameter(tree, nothing);
  }

  @Override
  public Void visitImport(ImportTree tree, Void nothing) {
    word(tree.isStatic());
    return super.visitImport(tree, nothing);
  }
}
