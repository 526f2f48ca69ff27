package patchwright.companion.engine;

import java.util.function.Function;

/** A hole that a client opened. A crash of javac inside a question makes its answer unknown. */
final class HoleSlot {
  private final int fileId;
  private final FileSlot file;
  private final int start;
  private final int end;
  private OpenHole opened;
  private String obstacle = "";

  HoleSlot(int fileId, FileSlot file, int start, int end) {
    this.fileId = fileId;
    this.file = file;
    this.start = start;
    this.end = end;
    ask(hole -> Verdict.FEASIBLE, verdict -> verdict);
  }

  int fileId() {
    return fileId;
  }

  /** Why names and checks cannot be answered; empty when they can. */
  String obstacle() {
    return obstacle;
  }

  int stateCount() {
    return opened == null ? 0 : opened.stateCount();
  }

  NamesAnswer names(String text) {
    return ask(hole -> hole.names(text), NamesAnswer::undecided);
  }

  Verdict check(String text) {
    return ask(hole -> hole.check(text), Function.identity());
  }

  /** The quick check refuses most texts; what it cannot refuse is compiled. */
  EndAnswer end(String text) {
    EndAnswer refused = ask(hole -> new MethodEndCheck(hole).refuse(text), verdict -> null);
    if (refused != null) {
      return refused;
    }
    if (file.processesAnnotations()) {
      // A processor may add what the text needs, and none is run here.
      return EndAnswer.of(Verdict.unknown("unsupported", obstacle));
    }
    try {
      return file.judge().judge(start, end, text);
    } catch (RuntimeException | AssertionError | StackOverflowError crash) {
      file.crashed(crash);
      return EndAnswer.of(crash(crash));
    }
  }

  private <T> T ask(Function<OpenHole, T> question, Function<Verdict, T> undecided) {
    if (!obstacle.isEmpty()) {
      return undecided.apply(Verdict.unknown("unsupported", obstacle));
    }
    try {
      return question.apply(open());
    } catch (UnsupportedHole unsupported) {
      obstacle = unsupported.getMessage();
      return undecided.apply(Verdict.unknown("unsupported", obstacle));
    } catch (RuntimeException | AssertionError | StackOverflowError crash) {
      if (opened == null) {
        obstacle = "javac crashes on the text before the hole: " + crash;
      }
      file.crashed(crash);
      return undecided.apply(crash(crash));
    }
  }

  /** The hole in javac's present view of the file. */
  private OpenHole open() throws UnsupportedHole {
    OpenFile present = file.opened();
    if (opened == null || opened.file != present) {
      opened = null;
      opened = new OpenHole(present, start, end);
    }
    return opened;
  }

  private static Verdict crash(Throwable crash) {
    return Verdict.unknown("crash", crash.toString());
  }
}
