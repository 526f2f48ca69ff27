package patchwright.companion.protocol;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.engine.Counters;
import patchwright.companion.engine.EndAnswer;
import patchwright.companion.engine.NameTable;
import patchwright.companion.engine.NamesAnswer;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;
import patchwright.companion.project.Project;

/** Reads each request's payload, asks the part that can answer it, and writes the answer. */
final class RequestHandler {
  private static final int CONFIGURE = 1;
  private static final int OPEN_FILE = 2;
  private static final int OPEN_HOLE = 3;
  private static final int NAMES = 4;
  private static final int CHECK = 5;
  private static final int END = 6;
  private static final int COMPILE = 7;
  private static final int CLOSE_FILE = 8;
  private static final int STATISTICS = 9;

  private static final int SUPPORTED = 0;
  private static final int UNSUPPORTED = 1;

  private final Counters counters = new Counters();
  private Project project;
  private Workspace workspace;

  void handle(int kind, MessageReader request, MessageWriter answer) throws IOException {
    if (kind == CONFIGURE) {
      configure(request, answer);
      return;
    }
    if (project == null) {
      throw new RequestFailure("the companion was not configured yet");
    }
    switch (kind) {
      case OPEN_FILE -> openFile(request, answer);
      case OPEN_HOLE -> openHole(request, answer);
      case NAMES -> writeNames(workspace.names(request.u32(), request.string()), answer);
      case CHECK -> write(workspace.check(request.u32(), request.string()), answer);
      case END -> writeEnd(workspace.end(request.u32(), request.string()), answer);
      case COMPILE -> compile(request, answer);
      case CLOSE_FILE -> workspace.closeFile(request.u32());
      case STATISTICS -> statistics(answer);
      default -> throw new RequestFailure("there is no request of kind " + kind);
    }
  }

  /** Files and holes of an earlier configuration are closed: their answers would be stale. */
  private void configure(MessageReader request, MessageWriter answer) throws IOException {
    List<String> options = request.list(request::string);
    List<Path> classPath = request.list(() -> Path.of(request.string()));
    Project configured = Project.of(options, classPath);
    if (project != null) {
      project.close();
    }
    project = configured;
    workspace = new Workspace(project, counters);
    answer.u32(project.packages().size());
  }

  private static MemorySource source(MessageReader request) {
    return new MemorySource(request.string(), request.string());
  }

  private void openFile(MessageReader request, MessageWriter answer) {
    int id = workspace.openFile(source(request));
    answer.u32(id);
    writeErrors(workspace.errorsOf(id), answer);
  }

  private void openHole(MessageReader request, MessageWriter answer) {
    int id = workspace.openHole(request.u32(), request.u32(), request.u32());
    String obstacle = workspace.obstacle(id);
    answer.u32(id);
    answer.u8(obstacle.isEmpty() ? SUPPORTED : UNSUPPORTED);
    answer.string(obstacle);
  }

  private void compile(MessageReader request, MessageWriter answer) {
    Compilation result = Compilation.compile(project, request.list(() -> source(request)));
    writeErrors(result.errors(), answer);
    answer.list(result.classes().entrySet(), entry -> writeClass(entry, answer));
  }

  private void statistics(MessageWriter answer) {
    Map<String, Long> figures = workspace.statistics();
    Runtime runtime = Runtime.getRuntime();
    figures.put("heap_bytes", runtime.totalMemory() - runtime.freeMemory());
    figures.put("recovered_crashes", counters.crashes());
    answer.list(
        figures.entrySet(),
        figure -> {
          answer.string(figure.getKey());
          answer.u64(figure.getValue());
        });
  }

  private static void write(Verdict verdict, MessageWriter answer) {
    answer.u8(
        switch (verdict.status()) {
          case FEASIBLE -> 0;
          case INFEASIBLE -> 1;
          case UNKNOWN -> 2;
        });
    answer.string(verdict.rule());
    answer.string(verdict.message());
  }

  private void writeNames(NamesAnswer names, MessageWriter answer) {
    if (names.verdict().status() != Verdict.Status.FEASIBLE) {
      write(names.verdict(), answer);
      return;
    }
    answer.u8(0);
    answer.u8(names.position().ordinal());
    answer.bool(names.lambdaParameter());
    answer.bool(names.label());
    answer.bool(names.constructor());
    writeShared(names.shared(), answer);
    writeTable(names.local(), answer);
  }

  /** A table travels once; from then on its number stands for it. */
  private void writeShared(NameTable table, MessageWriter answer) {
    boolean isNew = table.id() == 0;
    if (isNew) {
      table.setId(counters.nextTable());
    }
    answer.u32(table.id());
    answer.bool(isNew);
    if (isNew) {
      writeTable(table, answer);
    }
  }

  private static void writeTable(NameTable table, MessageWriter answer) {
    answer.list(
        table.entries().entrySet(),
        entry -> {
          answer.string(entry.getKey());
          answer.u8(entry.getValue());
        });
  }

  private static void writeEnd(EndAnswer end, MessageWriter answer) {
    write(end.verdict(), answer);
    writeErrors(end.errors(), answer);
  }

  private static void writeErrors(List<CompileError> errors, MessageWriter answer) {
    answer.list(
        errors,
        error -> {
          answer.string(error.key());
          answer.u32(error.offset());
          answer.u32(error.line());
          answer.string(error.message());
          answer.string(error.path());
        });
  }

  private static void writeClass(Map.Entry<String, byte[]> entry, MessageWriter answer) {
    answer.string(entry.getKey());
    answer.bytes(entry.getValue());
  }
}
