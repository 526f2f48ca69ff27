package patchwright.companion.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.project.Project;

/**
 * Decides the end of a hole by a full compile of the patched file, up to the flow analysis.
 *
 * <p>It costs 5 to 30 ms, a hundred times as much as the method's own check, and is right by
 * construction: it is the compiler that the user's build runs. Only what passes the other check
 * comes here.
 */
final class Judge {
  private final Project project;
  private final MemorySource source;
  private List<CompileError> ownErrors;

  Judge(Project project, MemorySource source) {
    this.project = project;
    this.source = source;
  }

  /** The verdict on a text between two offsets of the file. */
  EndAnswer judge(int start, int end, String text) {
    List<CompileError> errors = Compilation.errorsOf(project, source.with(start, end, text));
    if (errors.isEmpty()) {
      return EndAnswer.FEASIBLE;
    }
    List<CompileError> beyond = new ArrayList<>(errors);
    int growth = text.length() - (end - start);
    for (CompileError own : ownErrors()) {
      boolean inHole = own.offset() >= start && own.offset() < end;
      if (!inHole) {
        removeOne(beyond, own, own.offset() < start ? own.offset() : own.offset() + growth);
      }
    }
    return beyond.isEmpty() ? EndAnswer.FEASIBLE : EndAnswer.refused(beyond);
  }

  /** The errors of the file as it stands. */
  List<CompileError> ownErrors() {
    if (ownErrors == null) {
      ownErrors = Compilation.errorsOf(project, source);
    }
    return ownErrors;
  }

  private static void removeOne(List<CompileError> errors, CompileError own, int offset) {
    for (Iterator<CompileError> each = errors.iterator(); each.hasNext(); ) {
      CompileError error = each.next();
      if (error.key().equals(own.key())
          && error.offset() == offset
          && error.path().equals(own.path())) {
        each.remove();
        return;
      }
    }
  }
}
