package patchwright.companion.engine;

import java.util.List;
import patchwright.companion.compile.CompileError;

/**
 * Whether a file compiles with a text in a hole.
 *
 * @param verdict the verdict
 * @param errors those beyond the file's own; offsets count as if the text stood in the file
 */
public record EndAnswer(Verdict verdict, List<CompileError> errors) {
  static final EndAnswer FEASIBLE = new EndAnswer(Verdict.FEASIBLE, List.of());

  static EndAnswer of(Verdict verdict) {
    return new EndAnswer(verdict, List.of());
  }

  /** Infeasible because of some errors. */
  static EndAnswer refused(List<CompileError> errors) {
    CompileError first = errors.get(0);
    return new EndAnswer(Verdict.infeasible(first.key(), first.message()), errors);
  }
}
