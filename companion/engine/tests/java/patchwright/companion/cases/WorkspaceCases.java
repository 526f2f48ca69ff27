package patchwright.companion.cases;

import java.io.IOException;
import java.util.List;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.engine.Counters;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;
import patchwright.companion.project.Project;

/** Several files and holes at once. */
final class WorkspaceCases {
  private static final String SOURCE = "class A%d { int value%d; int m() { return 0; } }";

  /** Parentheses inside each other: more than javac can take. */
  private static final int DEPTH = 200_000;

  private WorkspaceCases() {}

  static void run(Report report) {
    try {
      Project project = Project.of(List.of(), List.of());
      eviction(report, new Workspace(project, new Counters()));
      interleaving(report, new Workspace(project, new Counters()));
      badRequests(report, project);
      crash(report, project);
      compile(report, project);
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static int open(Workspace workspace, int number) {
    String text = String.format(SOURCE, number, number);
    int file = workspace.openFile(new MemorySource("A" + number + ".java", text));
    return workspace.openHole(file, text.indexOf("return"), text.indexOf("; }"));
  }

  private static void eviction(Report report, Workspace workspace) {
    int first = open(workspace, 0);
    int second = open(workspace, 1);
    for (int i = 2; i < Workspace.MAX_OPEN_FILES; i++) {
      open(workspace, i);
    }
    report.expect("the first file is open", true, isOpen(workspace, first));
    open(workspace, Workspace.MAX_OPEN_FILES);
    report.expect("the file used last stays", true, isOpen(workspace, first));
    report.expect("the other one is closed", false, isOpen(workspace, second));
    report.expect("a hole that never was", false, isOpen(workspace, 1000));
    long open = workspace.statistics().get("open_files");
    report.expect("open files", (long) Workspace.MAX_OPEN_FILES, open);
  }

  private static boolean isOpen(Workspace workspace, int hole) {
    try {
      return workspace.names(hole, "return ").verdict().equals(Verdict.FEASIBLE);
    } catch (IllegalArgumentException notOpen) {
      return false;
    }
  }

  private static void interleaving(Report report, Workspace workspace) {
    int[] holes = {open(workspace, 0), open(workspace, 1), open(workspace, 2)};
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < holes.length; i++) {
        boolean own = workspace.names(holes[i], "return ").kinds("value" + i) != 0;
        boolean other = workspace.names(holes[i], "return ").kinds("value" + (i + 1) % 3) != 0;
        report.expect("own field of file " + i, true, own);
        report.expect("field of another file in " + i, false, other);
      }
    }
  }

  private static void badRequests(Report report, Project project) {
    Workspace workspace = new Workspace(project, new Counters());
    int file = workspace.openFile(new MemorySource("A.java", "class A {}"));
    report.expect("a hole behind the end", false, canOpen(workspace, file, 3, 11));
    report.expect("a hole that ends before it starts", false, canOpen(workspace, file, 5, 4));
    report.expect("a hole of a file that is not open", false, canOpen(workspace, file + 1, 0, 0));
  }

  private static boolean canOpen(Workspace workspace, int file, int start, int end) {
    try {
      workspace.openHole(file, start, end);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /** A crash costs one answer, and javac's view of the file is made again. */
  private static void crash(Report report, Project project) {
    Counters counters = new Counters();
    Workspace workspace = new Workspace(project, counters);
    int hole = open(workspace, 0);
    String deep = "return " + "(".repeat(DEPTH) + "1" + ")".repeat(DEPTH) + ";";
    System.err.println("A stack overflow of javac is provoked now:");
    report.expect("a crash", "crash", workspace.check(hole, deep).rule());
    report.expect("crashes", 1L, counters.crashes());
    report.expect("names after a crash", true, isOpen(workspace, hole));
    report.expect("a crash at the end", "crash", workspace.end(hole, deep).verdict().rule());
    report.expect("end after a crash", Verdict.FEASIBLE, workspace.end(hole, "return 2").verdict());
  }

  private static void compile(Report report, Project project) {
    MemorySource one =
        new MemorySource("p/One.java", "package p; class One { Two two; class In {} }");
    MemorySource two = new MemorySource("p/Two.java", "package p; class Two { int i = 1; }");
    Compilation both = Compilation.compile(project, List.of(one, two));
    report.expect("errors of two files", List.of(), both.errors());
    report.expect("classes", "[p.One$In, p.One, p.Two]", both.classes().keySet().toString());
    Compilation alone = Compilation.compile(project, List.of(one));
    report.expect("one without the other", 1, alone.errors().size());
    report.expect("no classes with an error", 0, alone.classes().size());
    report.expect("the error's path", "p/One.java", alone.errors().get(0).path());
  }
}
