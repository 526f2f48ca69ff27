package patchwright.companion.protocol;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.project.Project;

/** Reads each request's payload, asks the part that can answer it, and writes the answer. */
final class RequestHandler {
  private static final int CONFIGURE = 1;
  private static final int COMPILE = 7;

  private Project project;

  void handle(int kind, MessageReader request, MessageWriter answer) throws IOException {
    switch (kind) {
      case CONFIGURE -> configure(request, answer);
      case COMPILE -> compile(request, answer);
      default -> throw new RequestFailure("there is no request of kind " + kind);
    }
  }

  private void configure(MessageReader request, MessageWriter answer) throws IOException {
    List<String> options = request.list(request::string);
    List<Path> classPath = request.list(() -> Path.of(request.string()));
    project = Project.of(options, classPath);
    answer.u32(project.packages().size());
  }

  private Project project() {
    if (project == null) {
      throw new RequestFailure("the companion was not configured yet");
    }
    return project;
  }

  private void compile(MessageReader request, MessageWriter answer) {
    List<MemorySource> sources =
        request.list(() -> new MemorySource(request.string(), request.string()));
    Compilation result = Compilation.compile(project(), sources);
    answer.list(result.errors(), error -> write(error, answer));
    answer.list(result.classes().entrySet(), entry -> writeClass(entry, answer));
  }

  private static void writeClass(Map.Entry<String, byte[]> entry, MessageWriter answer) {
    answer.string(entry.getKey());
    answer.bytes(entry.getValue());
  }

  private static void write(CompileError error, MessageWriter answer) {
    answer.string(error.key());
    answer.u32(error.offset());
    answer.u32(error.line());
    answer.string(error.message());
    answer.string(error.path());
  }
}
