package patchwright.companion.cases;

/** Holes that lie elsewhere than between the statements of a method. */
final class PlaceCases {
  private PlaceCases() {}

  static void run(Report report) {
    initialisers(report);
    HoleCase.open(report, "a member", "class A { «int a;» int m() { return a; } }")
        .unsupported("no method")
        .ends("int a = 1;", "short a; int b() { return a; }")
        .endsNot("int b;", "cant.resolve")
        .endsNot("} class B {", "");
    HoleCase.open(report, "an annotation", "class A { @«Deprecated» void m() {} }")
        .unsupported("no method")
        .ends("Deprecated", "java.lang.Deprecated")
        .endsNot("Missing", "cant.resolve");
    HoleCase.open(
            report, "with annotation processors", "class A { int m() { «return 1;» } }", "-proc:only")
        .unsupported("annotation processors")
        .endUnknown("return 2;", "unsupported");
    HoleCase.open(report, "an import", "«import java.util.List;» class A { List<String> l; }")
        .unsupported("no method")
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

  /** Values of fields and initialisers, which belong to no method. */
  private static void initialisers(Report report) {
    HoleCase.open(report, "a field's value", "class A { int a = «1», b; String c; }")
        .supported()
        .names("", "b", "c", "hashCode", "!d")
        .feasible("hashCode(", "c.length(")
        .infeasible("hashCode(1", "")
        .infeasible("c.nothing()", "cant.resolve")
        .ends("2", "hashCode()")
        .endsNot("\"a\"", "prob.found.req");
    HoleCase.open(report, "a static field's value", "class A { static byte a = «1»; int b; }")
        .supported()
        .names("", "a", "A", "!hashCode")
        .ends("2", "(byte) 200", "new A().b > 1 ? (byte) 1 : 2")
        .endsNot("200", "prob.found.req")
        .endsNot("b", "non-static");
    HoleCase.open(
            report,
            "a class in a field's value",
            "import java.util.function.*; class A { int f;"
                + " private static final Predicate<String> EMPTY = new Predicate<String>() {"
                + " int g; public boolean test(String s) { «return s.isEmpty();» } };"
                + " final int z = 1, y = 2; }")
        .supported()
        .names("", "s", "g", "EMPTY", "return", "!other")
        .names("return s.", "isEmpty", "length", "!size")
        .feasible("return s.length() == g;", "if (s == null) { return false; }")
        .infeasible("return s.size()", "cant.resolve")
        .infeasible("return s;", "prob.found.req")
        .ends("return s.length() == g;", "return EMPTY.test(s);")
        .endsNot("return f > 0;", "non-static")
        .endsNot("g = 1;", "missing.ret");
    HoleCase.open(
            report,
            "a lambda in a field's value",
            "import java.util.*; class A {"
                + " Comparator<String> order = Comparator.comparing((String s) -> { «return s;» })"
                + ".reversed(); }")
        .supported()
        .names("return s.", "trim", "!size")
        .infeasible("return s.size()", "cant.resolve")
        .ends("return s.length();")
        .endsNot("", "");
    HoleCase.open(
            report,
            "a static initialiser",
            "class A { static final int B; int c; static /* { */ { «B = 1;» } }")
        .supported()
        .names("", "B", "!x")
        .feasible("int d = 1;", "if (A.class != null) B = 2; else B = 3;", "B = 1;")
        .infeasible("B = \"a\";", "prob.found.req")
        .infeasible("return;", "ret.outside.meth")
        .ends("B = 2;", "int d = 1; B = d;")
        .endsNot("", "initialized")
        .endsNot("c = 1; B = 1;", "non-static");
    HoleCase.open(report, "an initialiser", "class A { final int b; { «b = 1;» } A() {} }")
        .supported()
        .names("this.", "b", "hashCode")
        .infeasible("this.nothing()", "cant.resolve")
        .ends("this.b = 2;")
        .endsNot("b = 1; b = 2;", "might.already");
    HoleCase.open(report, "an array's elements", "class A { int[] a = { «1» }; }")
        .unsupported("no method")
        .ends("1, 2");
    HoleCase.open(report, "a constant", "enum A { B { int f() { «return 1;» } }; int f() { return 2; } }")
        .unsupported("no method")
        .ends("return 3;");
    HoleCase.open(report, "a constant of an interface", "interface A { int B = «1», C = 2; }")
        .supported()
        .names("", "C", "!d")
        .ends("2", "A.C")
        .endsNot("this.C", "");
  }
}
