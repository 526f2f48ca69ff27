package patchwright.companion.walk;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.tools.ToolProvider;
import patchwright.companion.compile.MemorySource;

/** Holes in real code: one or more whole statements of a method, or a part of them. */
final class HoleSpans {
  private HoleSpans() {}

  /** A hole between two offsets. */
  record Span(int start, int end) {
    String of(String text) {
      return text.substring(start, end);
    }
  }

  /** The spans of up to three consecutive statements, of all blocks inside methods. */
  static List<Span> statements(MemorySource source, int most) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, d -> {}, List.of(), null, List.of(source));
    CompilationUnitTree unit = task.parse().iterator().next();
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    List<Span> spans = new ArrayList<>();
    new TreeScanner<Void, Boolean>() {
      @Override
      public Void visitMethod(MethodTree tree, Boolean inMethod) {
        return super.visitMethod(tree, true);
      }

      @Override
      public Void visitBlock(BlockTree tree, Boolean inMethod) {
        add(tree.getStatements(), inMethod);
        return super.visitBlock(tree, inMethod);
      }

      @Override
      public Void visitCase(CaseTree tree, Boolean inMethod) {
        if (tree.getStatements() != null) {
          add(tree.getStatements(), inMethod);
        }
        return super.visitCase(tree, inMethod);
      }

      private void add(List<? extends StatementTree> statements, boolean inMethod) {
        for (int i = 0; inMethod && i < statements.size(); i++) {
          int last = Math.min(i + most, statements.size()) - 1;
          int start = (int) positions.getStartPosition(unit, statements.get(i));
          int end = (int) positions.getEndPosition(unit, statements.get(last));
          if (start >= 0 && end > start) {
            spans.add(new Span(start, end));
          }
        }
      }
    }.scan(unit, false);
    return spans;
  }

  /** The rest of a span from one of its tokens on. */
  static Span fromToken(Span span, String text, Random random) {
    List<SourceToken> tokens = SourceToken.lex(span.of(text));
    return new Span(span.start() + tokens.get(random.nextInt(tokens.size())).start(), span.end());
  }
}
