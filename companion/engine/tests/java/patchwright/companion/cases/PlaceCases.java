package patchwright.companion.cases;

/** Holes that lie elsewhere than between the statements of a method. */
final class PlaceCases {
  private PlaceCases() {}

  static void run(Report report) {
    HoleCase.open(report, "a field's value", "class A { int a = «1»; }")
        .unsupported("no method's body")
        .namesUnknown("", "unsupported")
        .ends("2", "hashCode()")
        .endsNot("\"a\"", "prob.found.req");
    HoleCase.open(report, "a member", "class A { «int a;» int m() { return a; } }")
        .unsupported("no method's body")
        .ends("int a = 1;", "short a; int b() { return a; }")
        .endsNot("int b;", "cant.resolve")
        .endsNot("} class B {", "");
    HoleCase.open(report, "an annotation", "class A { @«Deprecated» void m() {} }")
        .unsupported("no method's body")
        .ends("Deprecated", "java.lang.Deprecated")
        .endsNot("Missing", "cant.resolve");
    HoleCase.open(report, "an import", "«import java.util.List;» class A { List<String> l; }")
        .unsupported("no method's body")
        .ends("import java.util.*;")
        .endsNot("", "cant.resolve");
    HoleCase.open(report, "a syntax error before", "class A { void x( { } void m() { «;» } }")
        .unsupported("syntax error")
        .namesUnknown("", "unsupported");
    HoleCase.open(report, "a syntax error at the hole", "class A { void m(String s) { s.«» } }")
        .supported()
        .names("", "trim", "!m")
        .ends("trim();");
    HoleCase.open(report, "in a comment", "class A { void m() { // a «b»\n } }")
        .unsupported("comment")
        .ends("c", "c\n m();");
    HoleCase.open(report, "in a string", "class A { String m() { return \"a«b»\"; } }")
        .unsupported("literal")
        .ends("c")
        .endsNot("\"", "");
    HoleCase.open(report, "an argument", "class A { void m(int i) { m(«i»); } }")
        .supported()
        .names("", "i", "m")
        .feasible("Math.abs(i)")
        .ends("i + 1", "i); m(2")
        .endsNot("\"a\"", "");
    HoleCase.open(
            report, "across blocks", "class A { void m(int i) { if (i > 0) { «m(1); } m(2»); } }")
        .supported()
        .feasible("m(1); }", "m(1); } else { m(3); }")
        .names("m(1); } ", "i", "else")
        .ends("m(1); } m(2", "i++; } else { m(3); } m(4");
  }
}
