package patchwright.companion.cases;

/** The end of a hole is decided as a full compile decides. */
final class EndCases {
  private EndCases() {}

  static void run(Report report) {
    checksOfWholeClasses(report);
    featuresOfLaterReleases(report);
    flow(report);
    escapes(report);
    ownErrors(report);
  }

  private static void checksOfWholeClasses(Report report) {
    HoleCase.open(
            report,
            "constructors that call each other",
            "class A { A(int i) { this(); } A() { «;» } }")
        .ends("super();", "int j = 1;")
        .endsNot("this(1);", "recursive.ctor.invocation");
    HoleCase.open(report, "a constructor that calls itself", "class A { A(int i) { «;» } }")
        .endsNot("this(i);", "recursive.ctor.invocation");
  }

  private static void featuresOfLaterReleases(Report report) {
    HoleCase release8 =
        HoleCase.open(
            report,
            "release 8",
            "import java.util.*; class A { void m(Object o, List<String> l) { «;» } }",
            "--release",
            "8");
    for (int i = 0; i < 3; i++) {
      // javac itself reports this only once a context.
      release8.endsNot("boolean b = l instanceof ArrayList<String>;", "feature.not.supported");
    }
    release8
        .endsNot("var v = 1;", "")
        .endsNot("List<String> n = List.of();", "cant.resolve")
        .endsNot("String s = \"\"\"\n a\"\"\";", "feature.not.supported")
        .endsNot("int i = switch (1) { default -> 2; };", "feature.not.supported")
        .ends("Runnable r = () -> m(o, l);");
    HoleCase.open(
            report,
            "release 17",
            "import java.util.*; class A { void m(Object o, List<String> l) { «;» } }",
            "--release",
            "17")
        .ends("boolean b = l instanceof ArrayList<String>;", "var v = 1;", "l = List.of();")
        .endsNot("boolean b = o instanceof ArrayList<String>;", "instanceof.reifiable.not.safe");
  }

  private static void flow(Report report) {
    HoleCase.open(
            report,
            "flow",
            """
            class A {
              final int f;
              A() { «f = 1;» }
              A(int i) { f = i; }
            }
            """)
        .ends("f = 2;", "f = 1; Runnable r = () -> {};")
        .endsNot("", "var.might.not.have.been.initialized")
        .endsNot("f = 1; f = 2;", "var.might.already.be.assigned")
        .endsNot("f = 1; return; m();", "cant.resolve")
        .endsNot("f = 1; throw new RuntimeException(); int i;", "unreachable")
        .endsNot("f = 1; throw new Exception();", "unreported.exception")
        .ends("f = 3;");
    HoleCase.open(report, "return", "class A { int m(int i) { «return i;» } }")
        .endsNot("i++;", "missing.ret.stmt")
        .endsNot("int j; return j;", "var.might.not.have.been.initialized")
        .endErrorAt("\n\nint j = 1;\nj = true;\nreturn i;", 4, "A.java")
        .ends("while (true) {}", "return -i;");
    HoleCase.open(
            report,
            "effectively final",
            "class A { void m(int i) { Runnable r = () -> m(i); «;» } }")
        .endsNot("i++;", "cant.ref.non.effectively.final.var")
        .ends("m(i + 1);");
  }

  private static void escapes(Report report) {
    HoleCase.open(report, "escapes", "class A { int m() { «;» return 1; } }")
        .endsNot("return helper(); } int helper() {", "escapes")
        .infeasible("helper(); }", "escapes")
        .namesInfeasible("m(); } int ", "escapes")
        .endsNot("/* swallows the rest", "escapes")
        .endsNot("}", "escapes")
        .endsNot("{", "")
        .ends("{ }", "// a comment\n");
  }

  private static void ownErrors(Report report) {
    HoleCase.open(
            report,
            "errors that the file has",
            """
            class A {
              Missing before;
              void m(String s) { «s = 1;» }
              int after() { return gone; }
            }
            """)
        .supported()
        .ends("s = null;", "int much = 1, longer = 2;\n\n")
        .endsNot("s = 2;", "prob.found.req")
        .names("s.", "length", "!gone");
  }
}
