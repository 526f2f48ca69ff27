package patchwright.companion.engine;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.tools.javac.api.JavacTaskImpl;
import com.sun.tools.javac.api.JavacTool;
import com.sun.tools.javac.code.Symtab;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.comp.Attribution;
import com.sun.tools.javac.comp.Resolve;
import com.sun.tools.javac.parser.HoleParsing;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.tree.TreeMaker;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Names;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
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
    task.enter();
    task.analyze();
    names = Names.instance(context);
    symbols = Symtab.instance(context);
    types = Types.instance(context);
    resolve = Resolve.instance(context);
    make = TreeMaker.instance(context);
    parsing = new HoleParsing(context);
    attribution = new Attribution(context, unit);
    visibleNames = new VisibleNames(this);
    memberNames = new MemberNames(this);
  }

  private JavacTaskImpl createTask(Context context) {
    List<String> options = new ArrayList<>(project.compilerOptions());
    // Processors would start rounds with contexts of their own, without our classes.
    options.add("-proc:none");
    return (JavacTaskImpl)
        JavacTool.create()
            .getTask(
                new StringWriter(),
                project.fileManager(),
                diagnostic -> {
                  if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                    errors.add(CompileError.of(diagnostic));
                  }
                },
                options,
                null,
                List.of(source),
                context);
  }

  private static CompilationUnitTree parse(JavacTaskImpl task) {
    return task.parse().iterator().next();
  }

  String text() {
    return source.text();
  }
}
