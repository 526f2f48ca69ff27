package patchwright.companion.walk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import patchwright.companion.boot.InsideJavac;
import patchwright.companion.compile.Compilation;
import patchwright.companion.compile.MemorySource;
import patchwright.companion.engine.Counters;
import patchwright.companion.engine.EndAnswer;
import patchwright.companion.engine.Verdict;
import patchwright.companion.engine.Workspace;
import patchwright.companion.project.Project;

/**
 * Asks about texts that are broken in many ways: a crash of javac must stay an unknown answer, the
 * end must be what a full compile says, and afterwards the true texts must pass as before.
 *
 * <p>Arguments: source root, class path, javac options, number of holes, damaged texts for each,
 * seed.
 */
public final class Damage {
  private static final String[] PIECES = {
    "(",
    ")",
    "{",
    "}",
    ";",
    ".",
    ",",
    "+",
    "=",
    "->",
    "<",
    ">",
    "::",
    "new",
    "if (",
    "for (",
    "return",
    "\"s\"",
    "1",
    "class X {",
    "switch (",
    "case 1:",
    "try {",
    "catch (Exception e) {",
    "x ->",
    "[",
    "]",
    "?",
    ":",
    "@",
    "int",
    "try (",
    "do {",
    "while (",
    "else",
    "instanceof",
    "this",
    "super",
    "throw",
    "yield",
    "var",
    "record",
    "'",
    "\"",
    "/*",
    "default ->",
    "null"
  };

  private final Project project;
  private final Random random;
  private final Counters counters = new Counters();
  private final Workspace workspace;
  private final Tally tally = new Tally();

  private Damage(Project project, Random random) {
    this.project = project;
    this.random = random;
    this.workspace = new Workspace(project, counters);
  }

  /** See the class. Ends with status 1 when an answer was wrong. */
  public static void main(String[] arguments) throws Exception {
    InsideJavac.define();
    Path root = Path.of(arguments[0]);
    List<Path> classPath = Arrays.stream(arguments[1].split(":")).map(Path::of).toList();
    List<String> options = Stream.of(arguments[2].split(" ")).filter(o -> !o.isEmpty()).toList();
    Damage damage =
        new Damage(Project.of(options, classPath), new Random(Long.parseLong(arguments[5])));
    List<Path> files;
    try (Stream<Path> paths = Files.walk(root)) {
      files = paths.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
    int holes = Integer.parseInt(arguments[3]);
    for (int i = 0; i < holes; i++) {
      damage.damage(root, damage.pick(files), Integer.parseInt(arguments[4]));
    }
    damage.tally.count("recovered crashes", (int) damage.counters.crashes());
    damage.tally.print();
    System.exit(damage.tally.get("WRONG") == 0 ? 0 : 1);
  }

  private void damage(Path root, Path path, int times) throws IOException {
    MemorySource source =
        new MemorySource(root.relativize(path).toString(), Files.readString(path));
    List<HoleSpans.Span> spans = HoleSpans.statements(source, 2);
    spans.removeIf(span -> span.end() - span.start() > 600);
    if (spans.isEmpty()) {
      return;
    }
    HoleSpans.Span span = pick(spans);
    String truth = span.of(source.text());
    int file = workspace.openFile(source);
    int hole = workspace.openHole(file, span.start(), span.end());
    tally.count("holes");
    for (int i = 0; i < times && workspace.obstacle(hole).isEmpty(); i++) {
      ask(source, span, hole, damaged(truth));
    }
    String rejection = new Client(workspace, hole, tally).firstRejection(truth, 0);
    if (rejection != null) {
      wrong("rejected after the damage: " + rejection, truth);
    }
    workspace.closeFile(file);
  }

  private String damaged(String truth) {
    List<SourceToken> tokens = SourceToken.lex(truth);
    StringBuilder text = new StringBuilder(truth);
    int howOften = 1 + random.nextInt(2);
    for (int i = 0; i < howOften; i++) {
      SourceToken token = pick(tokens);
      if (token.end() > text.length()) {
        continue;
      }
      String piece = random.nextBoolean() ? pick(List.of(PIECES)) : pick(tokens).text();
      switch (random.nextInt(3)) {
        case 0 -> text.replace(token.start(), token.end(), " " + piece + " ");
        case 1 -> text.insert(token.start(), " " + piece + " ");
        default -> text.delete(token.start(), token.end());
      }
    }
    return text.toString();
  }

  private void ask(MemorySource source, HoleSpans.Span span, int hole, String text) {
    String rejection = new Client(workspace, hole, tally).firstRejection(text, 0);
    EndAnswer end = workspace.end(hole, text);
    boolean compiles =
        Compilation.errorsOf(project, source.with(span.start(), span.end(), text)).isEmpty();
    tally.count(compiles ? "texts that compile" : "texts that do not compile");
    boolean escapes = end.verdict().rule().equals("escapes");
    if (compiles && escapes) {
      tally.count("texts that compile and escape");
      return;
    }
    if (compiles != (end.verdict().status() == Verdict.Status.FEASIBLE)) {
      wrong(
          "end " + end.verdict() + " of a text that " + (compiles ? "compiles" : "does not"), text);
    }
    if (compiles && rejection != null) {
      wrong("false rejection: " + rejection, text);
    }
  }

  private void wrong(String why, String text) {
    tally.count("WRONG");
    System.out.println("WRONG " + why + "\n    " + text.replace("\n", "\n    "));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
