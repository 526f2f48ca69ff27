package patchwright.companion.compile;

import com.sun.tools.javac.api.JavacTaskImpl;
import com.sun.tools.javac.main.Main;
import com.sun.tools.javac.util.Context;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import patchwright.companion.project.Project;

/**
 * Full compilations in memory, each in a javac context of its own.
 *
 * <p>A pool that keeps contexts ({@code JavacTaskPool}) would be twice as fast, but it is wrong for
 * a class that is compiled again: types that other classes mention remain those of the first time.
 *
 * @param errors empty when the sources compile
 * @param classes the class files by binary name; empty when there is an error
 */
public record Compilation(List<CompileError> errors, Map<String, byte[]> classes) {

  /** Compiles sources, which replace their old versions on the class path, to class files. */
  public static Compilation compile(Project project, List<MemorySource> sources) {
    return run(project, sources, List.of());
  }

  /**
   * The errors of one source.
   *
   * <p>Stops before code is generated; goes on to the flow analysis in spite of errors, so that one
   * error hides as few others as possible and two versions of a file can be compared.
   */
  public static List<CompileError> errorsOf(Project project, MemorySource source) {
    List<String> policy = List.of("-XDshould-stop.ifNoError=FLOW", "-XDshould-stop.ifError=FLOW");
    return run(project, List.of(source), policy).errors();
  }

  private static Compilation run(
      Project project, List<MemorySource> sources, List<String> extraOptions) {
    List<CompileError> errors = new ArrayList<>();
    DiagnosticListener<JavaFileObject> listener =
        diagnostic -> {
          if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
            errors.add(CompileError.of(diagnostic));
          }
        };
    StringWriter notes = new StringWriter();
    MemoryOutputs outputs = new MemoryOutputs(project.fileManager());
    JavacTaskImpl task =
        project.newTask(new Context(), outputs, notes, listener, extraOptions, sources);
    Main.Result result = task.doCall();
    boolean crashed = result == Main.Result.ABNORMAL || result == Main.Result.SYSERR;
    // Behind an error javac may trip over its own recovery; the error remains true.
    if (crashed && errors.isEmpty()) {
      throw new JavacCrash(notes.toString());
    }
    return new Compilation(errors, errors.isEmpty() ? outputs.classes() : Map.of());
  }
}
