package patchwright.companion.walk;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
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

/** Holes in real code: one or more whole statements of a block, or a part of them. */
final class HoleSpans {
  private HoleSpans() {}

  /** A hole between two offsets. */
  record Span(int start, int end) {
    String of(String text) {
      return text.substring(start, end);
    }
  }

  /** The spans of up to three consecutive statements, of all blocks, those of initialisers among them. */
  static List<Span> statements(MemorySource source, int most) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, d -> {}, List.of(), null, List.of(source));
    CompilationUnitTree unit = task.parse().iterator().next();
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    List<Span> spans = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitBlock(BlockTree tree, Void nothing) {
        add(tree.getStatements());
        return super.visitBlock(tree, nothing);
      }

      @Override
      public Void visitCase(CaseTree tree, Void nothing) {
        if (tree.getStatements() != null) {
          add(tree.getStatements());
        }
        return super.visitCase(tree, nothing);
      }

      private void add(List<? extends StatementTree> statements) {
        for (int i = 0; i < statements.size(); i++) {
          int last = Math.min(i + most, statements.size()) - 1;
          int start = (int) positions.getStartPosition(unit, statements.get(i));
          int end = (int) positions.getEndPosition(unit, statements.get(last));
          if (start >= 0 && end > start) {
            spans.add(new Span(start, end));
          }
        }
      }
    }.scan(unit, null);
    return spans;
  }

  /** The rest of a span from one of its tokens on. */
  static Span fromToken(Span span, String text, Random random) {
    List<SourceToken> tokens = SourceToken.lex(span.of(text));
    return new Span(span.start() + tokens.get(random.nextInt(tokens.size())).start(), span.end());
  }
}
