package patchwright.companion.cases;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.engine.Counters;
import patchwright.companion.engine.EndAnswer;
import patchwright.companion.engine.NamesAnswer;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;
import patchwright.companion.project.Project;

/** A hole in a small source, and what is expected of answers about it. */
final class HoleCase {
  private final Workspace workspace;
  private final String title;
  private final int hole;
  private final Report report;

  private HoleCase(Workspace workspace, String title, int hole, Report report) {
    this.workspace = workspace;
    this.title = title;
    this.hole = hole;
    this.report = report;
  }

  /** Opens the hole between « and » of a source whose class is {@code A}. */
  static HoleCase open(Report report, String title, String marked, String... options) {
    try {
      Project project = Project.of(List.of(options), List.of());
      Workspace workspace = new Workspace(project, new Counters());
      int start = marked.indexOf('«');
      int end = marked.indexOf('»') - 1;
      String text = marked.replace("«", "").replace("»", "");
      int file = workspace.openFile(new MemorySource("A.java", text));
      return new HoleCase(workspace, title, workspace.openHole(file, start, end), report);
    } catch (IOException failure) {
      throw new IllegalStateException(title, failure);
    }
  }

  HoleCase supported() {
    return expect("support", "", workspace.obstacle(hole));
  }

  HoleCase unsupported(String part) {
    String obstacle = workspace.obstacle(hole);
    return expect("obstacle", true, !obstacle.isEmpty() && obstacle.contains(part));
  }

  /** Names that may stand behind a text, and, after a {@code !}, names that may not. */
  HoleCase names(String text, String... names) {
    NamesAnswer answer = workspace.names(hole, text);
    expect("names after `" + text + "`", Verdict.FEASIBLE, answer.verdict());
    for (String name : names) {
      boolean wanted = !name.startsWith("!");
      String plain = wanted ? name : name.substring(1);
      expect("`" + plain + "` after `" + text + "`", wanted, answer.kinds(plain) != 0);
    }
    return this;
  }

  HoleCase lambda(String text, boolean possible) {
    NamesAnswer answer = workspace.names(hole, text);
    return expect("lambda after `" + text + "`", possible, answer.lambdaParameter());
  }

  HoleCase namesUnknown(String text, String rule) {
    return expectVerdict(
        "names after", text, "UNKNOWN", rule, workspace.names(hole, text).verdict());
  }

  HoleCase namesInfeasible(String text, String rule) {
    Verdict verdict = workspace.names(hole, text).verdict();
    return expectVerdict("names after", text, "INFEASIBLE", rule, verdict);
  }

  HoleCase feasible(String... texts) {
    for (String text : texts) {
      expectVerdict("check", text, "FEASIBLE", "", workspace.check(hole, text));
    }
    return this;
  }

  HoleCase infeasible(String text, String rule) {
    return expectVerdict("check", text, "INFEASIBLE", rule, workspace.check(hole, text));
  }

  /** A check that is not infeasible. */
  HoleCase passes(String... texts) {
    for (String text : texts) {
      boolean passes = workspace.check(hole, text).status() != Verdict.Status.INFEASIBLE;
      expect("check `" + text + "` passes", true, passes);
    }
    return this;
  }

  HoleCase ends(String... texts) {
    for (String text : texts) {
      expectVerdict("end", text, "FEASIBLE", "", workspace.end(hole, text).verdict());
    }
    return this;
  }

  /** A text that does not compile; any rule will do when none is given. */
  HoleCase endsNot(String text, String rule) {
    return expectVerdict("end", text, "INFEASIBLE", rule, workspace.end(hole, text).verdict());
  }

  /** The place of the first error at the end. */
  HoleCase endUnknown(String text, String rule) {
    return expectVerdict("end", text, "UNKNOWN", rule, workspace.end(hole, text).verdict());
  }

  HoleCase endErrorAt(String text, int line, String at) {
    EndAnswer end = workspace.end(hole, text);
    expect("line of the error of `" + text + "`", line, end.errors().get(0).line());
    return expect("path of the error", at, end.errors().get(0).path());
  }

  private HoleCase expectVerdict(
      String question, String text, String status, String rule, Verdict verdict) {
    String what = question + " `" + text + "`";
    expect(what + " (" + verdict + ")", status, verdict.status().toString());
    boolean isFeasible = verdict.status() == Verdict.Status.FEASIBLE;
    // Versions of javac have different keys for some errors.
    boolean isNamed = Stream.of(rule.split("\\|", -1)).anyMatch(verdict.rule()::contains);
    boolean ruled = isFeasible ? verdict.rule().isEmpty() : isNamed;
    return expect(what + ": rule `" + rule + "` in `" + verdict.rule() + "`", true, ruled);
  }

  private HoleCase expect(String what, Object expected, Object actual) {
    report.expect(title + ": " + what, expected, actual);
    return this;
  }
}
