package patchwright.companion.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.project.Project;

/**
 * A file that a client opened: its text, and javac's view of it, which is made again after a crash.
 */
final class FileSlot {
  private final Project project;
  private final MemorySource source;
  private final Counters counters;
  private final Judge judge;
  private final Set<Integer> holes = new LinkedHashSet<>();
  private OpenFile opened;
  private String obstacle = "";

  FileSlot(Project project, MemorySource source, Counters counters) {
    this.project = project;
    this.source = source;
    this.counters = counters;
    this.judge = new Judge(project, source);
    if (project.processesAnnotations()) {
      obstacle = "annotation processors may add members that the file does not show";
    } else {
      tryToOpen();
    }
  }

  boolean processesAnnotations() {
    return project.processesAnnotations();
  }

  MemorySource source() {
    return source;
  }

  Judge judge() {
    return judge;
  }

  List<CompileError> ownErrors() {
    return opened == null ? judge.ownErrors() : opened.errors;
  }

  /** javac's view of the file; made when there is none. */
  OpenFile opened() throws UnsupportedHole {
    if (opened == null && obstacle.isEmpty()) {
      tryToOpen();
    }
    if (opened == null) {
      throw new UnsupportedHole(obstacle);
    }
    return opened;
  }

  private void tryToOpen() {
    try {
      opened = new OpenFile(project, source);
    } catch (RuntimeException | AssertionError | StackOverflowError crash) {
      counters.crashed(crash);
      obstacle = "javac crashes on the file: " + crash;
    }
  }

  /** Forgets javac's view, which a crash may have left in any state. */
  void crashed(Throwable crash) {
    counters.crashed(crash);
    opened = null;
  }

  /** Remembers a hole of the file; returns the oldest ones beyond a limit, which it forgets. */
  List<Integer> addHole(int id, int limit) {
    holes.add(id);
    List<Integer> beyond = new ArrayList<>();
    while (holes.size() > limit) {
      int oldest = holes.iterator().next();
      holes.remove(oldest);
      beyond.add(oldest);
    }
    return beyond;
  }

  Set<Integer> holes() {
    return holes;
  }
}
