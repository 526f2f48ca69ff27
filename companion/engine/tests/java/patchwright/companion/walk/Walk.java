package patchwright.companion.walk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import patchwright.companion.boot.InsideJavac;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.CompileError;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.engine.Counters;
import patchwright.companion.engine.EndAnswer;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;
import patchwright.companion.project.Project;

/**
 * Walks real code: nothing of the true text of a hole may be rejected, and mutants of it are judged
 * as a full compile in a fresh context judges them.
 *
 * <p>Arguments: source root, class path, javac options (separated by spaces), number of holes,
 * seed, most statements of a hole, and {@code whole} or {@code middle} for holes that start inside
 * one.
 */
public final class Walk {
  private static final int MAX_HOLE_LENGTH = 4000;

  private final Path root;
  private final Project project;
  private final Random random;
  private final int mostStatements;
  private final boolean startsInside;
  private final Counters counters = new Counters();
  private final Workspace workspace;
  private final Tally tally = new Tally();
  private final Tally mutantTally = new Tally();

  private Walk(
      Path root, Project project, Random random, int mostStatements, boolean startsInside) {
    this.root = root;
    this.project = project;
    this.random = random;
    this.mostStatements = mostStatements;
    this.startsInside = startsInside;
    this.workspace = new Workspace(project, counters);
  }

  /** See the class. Ends with status 1 when an answer was wrong. */
  public static void main(String[] arguments) throws Exception {
    InsideJavac.define();
    Path root = Path.of(arguments[0]);
    List<Path> classPath = Arrays.stream(arguments[1].split(":")).map(Path::of).toList();
    List<String> options = Stream.of(arguments[2].split(" ")).filter(o -> !o.isEmpty()).toList();
    Project project = Project.of(options, classPath);
    Random random = new Random(Long.parseLong(arguments[4]));
    boolean startsInside = arguments[6].equals("middle");
    Walk walk = new Walk(root, project, random, Integer.parseInt(arguments[5]), startsInside);
    walk.run(Integer.parseInt(arguments[3]));
    System.exit(walk.report() ? 0 : 1);
  }

  private void run(int holes) throws IOException {
    List<Path> files;
    try (Stream<Path> paths = Files.walk(root)) {
      files = paths.filter(Walk::isSource).sorted().toList();
    }
    int done = 0;
    while (done < holes) {
      Path path = files.get(random.nextInt(files.size()));
      MemorySource source =
          new MemorySource(root.relativize(path).toString(), Files.readString(path));
      List<HoleSpans.Span> spans = HoleSpans.statements(source, mostStatements);
      if (spans.isEmpty()) {
        continue;
      }
      // Several holes of one file, so that opening it is not all that is measured.
      long start = Tally.now();
      int file = workspace.openFile(source);
      tally.time("open file", Tally.now() - start);
      for (int i = 0; i < 4 && done < holes; i++) {
        HoleSpans.Span span = spans.get(random.nextInt(spans.size()));
        if (span.end() - span.start() <= MAX_HOLE_LENGTH) {
          walk(source, file, span);
          done++;
        }
      }
      workspace.closeFile(file);
    }
  }

  private static boolean isSource(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }

  private void walk(MemorySource source, int file, HoleSpans.Span whole) {
    HoleSpans.Span span = startsInside ? HoleSpans.fromToken(whole, source.text(), random) : whole;
    String truth = span.of(source.text());
    String where = source.path() + ":" + span.start();
    long start = Tally.now();
    int hole = workspace.openHole(file, span.start(), span.end());
    tally.time("open hole", Tally.now() - start);
    if (!workspace.obstacle(hole).isEmpty()) {
      tally.count("holes without support: " + workspace.obstacle(hole));
      return;
    }
    tally.count("holes");
    tally.count("tokens", SourceToken.lex(truth).size());
    walkTruth(hole, truth, where, tally);
    List<SourceToken> identifiers = new ArrayList<>(SourceToken.lex(truth));
    identifiers.removeIf(token -> !token.isIdentifier());
    if (!identifiers.isEmpty()) {
      walkMutant(source, span, hole, truth, pick(identifiers), where);
      // The states that the mutant left behind must not disturb the true text.
      walkTruth(hole, truth, where + " (again)", new Tally());
    }
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void walkTruth(int hole, String truth, String where, Tally times) {
    String rejection = new Client(workspace, hole, times).firstRejection(truth, 0);
    if (rejection != null) {
      wrong("FALSE REJECTION", where, rejection, truth);
    }
    long start = Tally.now();
    EndAnswer end = workspace.end(hole, truth);
    times.time("end of the true text", Tally.now() - start);
    if (end.verdict().status() != Verdict.Status.FEASIBLE) {
      wrong("TRUE TEXT REFUSED AT THE END", where, end.verdict().toString(), truth);
    }
  }

  private void walkMutant(
      MemorySource source,
      HoleSpans.Span span,
      int hole,
      String truth,
      SourceToken identifier,
      String where) {
    List<SourceToken> others = new ArrayList<>(SourceToken.lex(source.text()));
    others.removeIf(token -> !token.isIdentifier() || token.text().equals(identifier.text()));
    if (others.isEmpty()) {
      return;
    }
    String mutant =
        truth.substring(0, identifier.start())
            + pick(others).text()
            + truth.substring(identifier.end());
    List<CompileError> errors =
        Compilation.errorsOf(project, source.with(span.start(), span.end(), mutant));
    String rejection =
        new Client(workspace, hole, mutantTally).firstRejection(mutant, identifier.start());
    long start = Tally.now();
    Verdict end = workspace.end(hole, mutant).verdict();
    tally.time("end of a mutant, " + end.status(), Tally.now() - start);
    compare(errors, rejection, end, where, mutant);
  }

  private void compare(
      List<CompileError> errors, String rejection, Verdict end, String where, String mutant) {
    boolean compiles = errors.isEmpty();
    tally.count(compiles ? "mutants that compile" : "mutants that do not compile");
    if (compiles && rejection != null) {
      wrong("FALSE REJECTION OF A MUTANT", where, rejection, mutant);
    }
    if (compiles != (end.status() == Verdict.Status.FEASIBLE)) {
      wrong("WRONG END", where, end + " instead of " + errors, mutant);
    }
    if (!compiles) {
      tally.count("caught by " + (rejection == null ? "end" : rejection.split(":")[0]));
    }
  }

  private void wrong(String what, String where, String why, String text) {
    tally.count("WRONG: " + what);
    System.out.println(what + " " + where + " " + why + "\n    " + text.replace("\n", "\n    "));
  }

  private boolean report() {
    tally.count("recovered crashes", (int) counters.crashes());
    tally.print();
    int wrong =
        tally.get("WRONG: FALSE REJECTION")
            + tally.get("WRONG: TRUE TEXT REFUSED AT THE END")
            + tally.get("WRONG: FALSE REJECTION OF A MUTANT")
            + tally.get("WRONG: WRONG END");
    System.out.println(wrong == 0 ? "OK" : wrong + " WRONG ANSWERS");
    return wrong == 0;
  }
}
