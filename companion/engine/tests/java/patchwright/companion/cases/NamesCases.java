package patchwright.companion.cases;

/** What may stand where an identifier starts. */
final class NamesCases {
  private NamesCases() {}

  static void run(Report report) {
    simpleNames(report);
    members(report);
    packages(report);
    lambdas(report);
    unknownPlaces(report);
    definiteErrors(report);
  }

  private static void simpleNames(Report report) {
    HoleCase.open(
            report,
            "simple names",
            """
            import java.util.List;
            import static java.lang.Math.max;
            class A<T> {
              int field; static int shared; void method() {}
              static void here(int parameter) { int before = 1; «;» int after = 2; }
              void there() { }
              class Inner {}
            }
            """)
        .supported()
        .names("", "parameter", "before", "!after", "shared", "!field", "here", "List", "max")
        .names("", "String", "Inner", "T", "java", "return", "true", "null", "this", "var", "yield")
        .names("{ int deeper; ", "deeper")
        .names("{ int deeper; } ", "!deeper", "before")
        .names("for (int i = 0; i < ", "i", "before")
        .names("for (String text : new String[0]) { ", "text");
  }

  private static void members(Report report) {
    HoleCase.open(
            report,
            "members",
            """
class A {
  private int mine; static int ours; String text; int[] cells; java.util.List<String> list;
  void m(Runnable r) { «;» }
}
""")
        .names("this.", "mine", "text", "hashCode", "!length", "!r")
        .names("text.", "length", "isEmpty", "getClass", "!mine", "!size")
        .names("cells.", "length", "clone", "hashCode", "!size")
        .names("list.get(0).", "length", "!get")
        .names("A.", "ours", "class", "this", "!mine")
        .names("r.", "run", "hashCode")
        .names("list.stream().map(String::trim).", "filter", "!trim")
        .names("int x = text.", "length")
        .names("(text).", "length")
        .names("new StringBuilder().", "append", "!mine");
  }

  private static void packages(Report report) {
    HoleCase.open(report, "packages", "class A { void m() { «;» } }")
        .names("java.", "util", "lang", "!swing")
        .names("java.util.", "List", "concurrent", "!String")
        .names("java.util.List<java.lang.", "String")
        .names("new java.util.", "ArrayList");
  }

  private static void lambdas(Report report) {
    HoleCase.open(
            report,
            "lambda parameters",
            """
            class A {
              void m(java.util.List<String> list, String text) { «;» }
            }
            """)
        .lambda("list.forEach(", true)
        .lambda("text.concat(", false)
        .lambda("Runnable r = ", true)
        .lambda("int i = ", false)
        .lambda("Object o = (Runnable) ", true)
        .lambda("Runnable r = 1 > 2 ? ", true)
        .lambda("if (", false)
        .lambda("", false)
        .names("list.forEach(item -> { ", "item", "list")
        .names("list.forEach((String item) -> { item.", "length", "!size");
  }

  private static void unknownPlaces(Report report) {
    HoleCase.open(report, "unknown places", "class A { void m(Object o) { «;» } }")
        .namesUnknown("int ", "declared name")
        .namesUnknown("o ", "declared name")
        .namesUnknown("Runnable r = o::", "method reference")
        .namesUnknown("@", "annotation")
        .namesUnknown("class B { int b() { return ", "open class")
        .namesUnknown("String s = \"a ", "open literal or comment")
        .namesUnknown("// a ", "no identifier starts here")
        .namesUnknown("/* a ", "open literal or comment")
        .namesUnknown("ha", "no identifier starts here");
  }

  private static void definiteErrors(Report report) {
    HoleCase.open(report, "definite errors", "class A { void m(Object o) { «;» } }")
        .namesInfeasible("getClass()..", "illegal.dot")
        .namesInfeasible("undefined(); ", "cant.resolve")
        .namesInfeasible("int i = \"a\"; ", "prob.found.req")
        .namesInfeasible("} void other() { ", "escapes")
        .namesInfeasible("int 5; ", "expected")
        .namesInfeasible("char c = ''; ", "empty.char.lit");
  }
}
