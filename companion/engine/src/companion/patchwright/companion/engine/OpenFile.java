package patchwright.companion.engine;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.tools.javac.api.JavacTaskImpl;
import com.sun.tools.javac.code.Symtab;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Resolve;
import com.sun.tools.javac.parser.HoleParsing;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.tree.TreeMaker;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Names;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaFileObject;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.project.Project;

/**
 * A file that javac has parsed, entered and attributed, in a context that stays alive.
 *
 * <p>The parts of javac that the engine works with are its fields. A context is for one thread.
 */
final class OpenFile {
  final Project project;
  final MemorySource source;
  final JCCompilationUnit unit;

  /** The errors of the file as it stands, syntax errors or all others. */
  final List<CompileError> errors = new ArrayList<>();

  final boolean hasSyntaxErrors;
  final Names names;
  final Symtab symbols;
  final Types types;
  final Resolve resolve;
  final TreeMaker make;
  final HoleParsing parsing;
  final Attribution attribution;
  final VisibleNames visibleNames;
  final MemberNames memberNames;

  OpenFile(Project project, MemorySource source) {
    this.project = project;
    this.source = source;
    Context context = new Context();
    Attribution.preRegister(context);
    JavacTaskImpl task = createTask(context);
    unit = (JCCompilationUnit) parse(task);
    hasSyntaxErrors = !errors.isEmpty();
    int syntaxErrors = errors.size();
    task.enter();
    task.analyze();
    if (hasSyntaxErrors) {
      // What javac goes on to find in a tree with holes of its own says nothing.
      errors.subList(syntaxErrors, errors.size()).clear();
    }
    names = Names.instance(context);
    symbols = Symtab.instance(context);
    types = Types.instance(context);
    resolve = Resolve.instance(context);
    make = TreeMaker.instance(context);
    parsing = new HoleParsing(context, unit.sourcefile);
    attribution = new Attribution(context, unit);
    visibleNames = new VisibleNames(this);
    memberNames = new MemberNames(this);
  }

  private JavacTaskImpl createTask(Context context) {
    DiagnosticListener<JavaFileObject> listener =
        diagnostic -> {
          if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
            errors.add(CompileError.of(diagnostic));
          }
        };
    return project.newTask(
        context, project.fileManager(), Writer.nullWriter(), listener, List.of(), List.of(source));
  }

  private static CompilationUnitTree parse(JavacTaskImpl task) {
    return task.parse().iterator().next();
  }

  String text() {
    return source.text();
  }
}
