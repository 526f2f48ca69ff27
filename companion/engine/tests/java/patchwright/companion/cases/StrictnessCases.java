package patchwright.companion.cases;

/** Texts that compile, each of which once was, or might be, rejected on the way. */
final class StrictnessCases {
  private StrictnessCases() {}

  static void run(Report report) {
    continuations(report);
    keywordPositions(report);
    typesReadAsExpressions(report);
    lambdaBodies(report);
    constructors(report);
    unfinishedCalls(report);
    operands(report);
    reachability(report);
    lambdasForTypeVariables(report);
    qualifiedThis(report);
    edges(report);
  }

  private static void continuations(Report report) {
    HoleCase.open(report, "else after if", "class A { int m(int i) { «;» return 0; } }")
        .feasible("if (i > 0) { i++; }", "if (i > 0) i++;")
        .names("if (i > 0) { i++; } ", "i", "else")
        .names("if (i > 0) i++; ", "i")
        .feasible("if (i > 0) { i++; } else { i--; }", "if (i > 0) i++; else i--;")
        .names("if (i > 0) i++; else ", "i")
        .ends("if (i > 0) i++; else i--;", "if (i > 0) { i++; } else if (i < 0) { i--; } else {}");
    HoleCase.open(report, "catch after try", "class A { void m() { «;» } }")
        .passes("try { m(); }")
        .passes("try { m(); } catch (RuntimeException e) { e.fillInStackTrace(); }")
        .names("try { m(); } catch (RuntimeException e) { e.", "getMessage")
        .passes("try { m(); } catch (RuntimeException e) { } finally { m(); }")
        .ends("try { m(); } catch (RuntimeException e) { } finally { m(); }");
  }

  private static void keywordPositions(Report report) {
    HoleCase.open(report, "instanceof", "class A { boolean m(Object o) { «;» return true; } }")
        .names("if (o ", "instanceof", "!m", "!o")
        .names("return o ", "instanceof", "!m", "!o")
        .names("Object p = o ", "instanceof", "!m", "!o")
        .names("m(o ", "instanceof", "!m", "!o")
        .namesUnknown("o ", "declared name")
        .names("do m(o); ", "while", "!m")
        .names("return o instanceof ", "String", "java")
        .feasible("if (o instanceof String)")
        .ends("if (o instanceof String) return false;");
  }

  private static void typesReadAsExpressions(Report report) {
    HoleCase.open(report, "casts", "class A { void m(Object o) { «;» } }")
        .namesUnknown("Object f = (java.util.function.Function<? super ", "unfinished syntax")
        .names("Object f = (Runnable & java.", "io", "util")
        .namesUnknown("Object f = (java.util.Map<String, java.util.", "unfinished syntax")
        .passes("Object f = (Runnable & java.io.Serializable) () -> m(o)")
        .ends("Object f = (Runnable & java.io.Serializable) () -> m(o);")
        .ends("Object f = (java.util.function.Function<? super String, Object>) s -> o;");
    HoleCase.open(
            report, "generic types", "class A { <T> T id(T t) { return t; } void m() { «;» } }")
        .names("java.util.Map<", "String")
        .names("java.util.Map<String, ", "Integer")
        .names("this.<", "String")
        .names("this.<String>", "id", "hashCode")
        .ends("String s = this.<String>id(\"a\").trim();");
  }

  private static void lambdaBodies(Report report) {
    HoleCase.open(
            report,
            "a lambda's only return is in the hole",
            """
            import java.util.concurrent.*;
            class A {
              int m(ExecutorService e) throws Exception {
                return e.submit(() -> { «return 1;» }).get();
              }
            }
            """)
        .names("return ", "e")
        .feasible("return 1;", "int i = 1;")
        .ends("return 1;");
    HoleCase.open(
            report,
            "which method takes the lambda depends on the hole",
            """
            import java.util.function.*;
            class A {
              static void run(Consumer<String> c) {}
              static int run(Function<Integer, Integer> f) { return 0; }
              int m() { return run(x -> { «return x.intValue();» }); }
            }
            """)
        .namesUnknown("return x.", "open lambda")
        .passes("return x.intValue();")
        .ends("return x.intValue();");
    HoleCase.open(
            report,
            "a method of an anonymous class",
            """
            class A {
              Runnable m() {
                return new Runnable() {
                  public void run() { «;» }
                  void later(int i) {}
                };
              }
            }
            """)
        .names("", "later", "run", "m", "!i")
        .feasible("later(1);")
        .infeasible("later(\"a\");", "prob.found.req|cant.apply.symbol")
        .ends("later(1);");
    HoleCase.open(
            report,
            "a switch expression's yield",
            """
            class A {
              int m(int i) {
                return switch (i) {
                  case 1 -> { «yield 1;» }
                  default -> 2;
                };
              }
            }
            """)
        .feasible("yield 1;", "int j = i;")
        .ends("yield i + 1;")
        .endsNot("yield \"a\";", "prob.found.req");
  }

  private static void constructors(Report report) {
    HoleCase first =
        HoleCase.open(
                report,
                "the first statement of a constructor",
                "class A { A(int i) {} A() { «this(1);» int j = 2; } }",
                "--release",
                "17")
            .feasible("this(1);", "this(2); int k = 1;")
            .endsNot("int k = 1; this(2);", "call.must.be.first|not.supported")
            .ends("this(1);");
    if (Runtime.version().feature() < 22) {
      // Later versions look at all statements of a constructor together, and so at the end.
      first
          .infeasible("int k = 1; this(2);", "call.must.be.first")
          .infeasible("int k = 1; { this(2);", "call.must.be.first");
    }
    HoleCase.open(
            report,
            "the constructor of a local class",
            """
            class A {
              A(int i) {}
              void m() { class B extends A { B() { «super(1);» int j = 2; } } }
            }
            """)
        .feasible("super(1);")
        .ends("super(1);")
        .endsNot("int k;", "cant.apply.symbol");
  }

  private static void unfinishedCalls(Report report) {
    HoleCase.open(
            report,
            "open calls",
            """
            class A {
              void one(String s) {} void two(int i, Runnable r) {}
              void m() { «;» }
            }
            """)
        .names("two(1, ", "m")
        .passes("two(1, new Runnable() { public void run() { one(\"a\");")
        .passes("two(1, new Runnable() { public void run() { one(\"a\"); } })")
        .infeasible("two(1)", "cant.apply.symbol")
        .infeasible("one(1)", "prob.found.req|cant.apply.symbol")
        .feasible("one(\"a\")", "Object o = new Object()", "one(new Object().toString())")
        .passes("Runnable r = new Runnable()")
        .ends("Runnable r = new Runnable() { public void run() {} };")
        .endsNot("Runnable r = new Runnable();", "abstract.cant.be.instantiated");
    HoleCase.open(
            report,
            "further arguments",
            """
            import java.util.*;
            import java.util.function.*;
            class A<T extends Comparable<T> & Runnable> {
              A(int i) {} A(String s, int... more) {}
              void one(String s) {} void two(int i, Runnable r) {} void two(String s, T t) {}
              void three(long l, Object o, T t) {}
              static void run(Runnable r, Integer i) {}
              enum Colour { RED; Colour() {} Colour(int i) {} }
              class Inner extends A<T> { Inner(int i, int j) { super(i); } }
              void m(T t, List<String> list, int i, byte b) { «;» }
            }
            """)
        .infeasible("one(\"a\",", "no.further.argument")
        .infeasible("two(1, t,", "no.further.argument")
        .infeasible("two(1.5,", "no.further.argument")
        .infeasible("two(true,", "no.further.argument")
        .infeasible("list.get(i,", "no.further.argument")
        .infeasible("new A(1,", "no.further.argument")
        .infeasible("new Inner(1, b,", "no.further.argument")
        .infeasible("new Colour(", "enum.cant.be.instantiated")
        .namesInfeasible("list.size(", "no.further.argument")
        .namesInfeasible("hashCode(", "no.further.argument")
        .namesInfeasible("new Object(", "no.further.argument")
        .feasible("list.size(", "hashCode(", "new Object(")
        .names("list.get(", "i").names("run(", "t").names("new Runnable(", "i")
        .feasible("new Colour[", "new Runnable(", "new Object(", "Object o = new Inner(")
        .infeasible("one(i + i,", "no.further.argument")
        .infeasible("three(\"a\", ", "no.further.argument")
        .feasible("two(1,", "two(b,", "two(\"a\",", "two(null,", "two((int) 1.5,", "run(t,")
        .feasible("three(i, i,", "three(b, 1.5,", "three(1, t,", "new A<T>(\"a\", 1, 2,")
        .feasible("String.format(\"a\", 1, 2,", "Map.of(1, 2, 3,", "list.set(i,", "new Inner(1,")
        .feasible("run(i < i ? t : t,", "run(this::hashCode,", "Arrays.asList(1, t,")
        .feasible("for (int j = 0, k = f(i),", "int[] c = {1, 2,", "BiFunction<T, T,")
        .feasible("BiFunction<T, T, T> f = (x,", "three(list.size(), list.get(0),")
        .ends("two(b, t);", "run(t, i);", "three(i, b, t);", "new Inner(1, b);");
    HoleCase.open(report, "arrays", "class A { int[][] a; void m(int i) { «;» } }")
        .feasible("a[0]", "a[0][i]", "int[] b = a[i]")
        .infeasible("a[\"x\"]", "prob.found.req")
        .infeasible("m(i)[0]", "array.req")
        .passes("int[]", "int[] b = new int[]", "int[] b = new int[i]");
  }

  private static void operands(Report report) {
    HoleCase.open(
            report,
            "operands",
            """
            import java.util.*;
            import java.util.function.*;
            class A<T extends Integer, U> {
              record Fee(long pence, Fee less) { static Fee none() { return null; } }
              Fee[] fees; Integer boxed; static final int MOST = 1; int[] counts;
              <V> V any() { return null; } void nothing() {} Fee fee(Fee f, String s) { return f; }
              int size() { return 1; }
              void m(Fee fee, Object o, T t, U u, char c, String s, List<Integer> list,
                  List<? extends Number> numbers, boolean b, double d) { «;» }
            }
            """)
        // An operator that never suits its left operand.
        .infeasible("if (fee >", "operator.cant.be.applied")
        .infeasible("int i = fee.less() -", "operator.cant.be.applied")
        .infeasible("int i = 1 + o *", "operator.cant.be.applied")
        .infeasible("boolean x = s &&", "operator.cant.be.applied")
        .infeasible("int i = d <<", "operator.cant.be.applied")
        .infeasible("int i = u -", "operator.cant.be.applied")
        .infeasible("int i = numbers.get(0) -", "operator.cant.be.applied")
        .infeasible("fee -=", "operator.cant.be.applied")
        .infeasible("Object x = nothing() +", "operator.cant.be.applied")
        .infeasible("Object x = size()[", "operator.cant.be.applied")
        .infeasible("int i = any() -", "operator.cant.be.applied")
        .feasible("int i = t -", "int i = boxed *", "int i = list.get(0) %", "int i = c <<")
        .feasible("boolean x = b &&", "boolean x = b |", "int i = c |", "String x = fee +")
        .feasible("boolean x = fee ==", "boolean x = null !=", "s +=", "c +=", "boxed -=")
        .feasible("Object x = b ? ", "int i = (int) -", "int i = MOST >", "Object x = fees[")
        .feasible("int i = (boxed) -", "int i = (Integer) -", "counts[0] +=", "d /=")
        .feasible("IntBinaryOperator f = (x, y) -> x -", "Fee[]", "list.stream().map(x -> x -")
        .passes("List<Fee> x", "A<T, ?", "for (Fee x :", "Object x = b ? fee :", "switch (c) { case 1:")
        .ends("int i = t - boxed * list.get(0);", "s += fee;", "boxed -= 1;", "fees[c - 1] = null;")
        .infeasible("if (fee < o.hashCode(", "operator.cant.be.applied")
        .infeasible("int i = -- -", "unexpected.type")
        .infeasible("int i = ++ !", "unexpected.type")
        .feasible("if (boxed < o.hashCode(", "int i = -- boxed +", "int i = - -", "int i = size() < -")
        .feasible("if (fee <", "if (fee < o", "List<Fee>", "m(null < ", "i = - ++")
        // What nothing can be assigned to.
        .infeasible("fee.less() =", "unexpected.type")
        .infeasible("String.class =", "unexpected.type")
        .infeasible("this =", "unexpected.type")
        .feasible("fee =", "this.boxed =", "fees[0] =", "(boxed) =", "Fee f =")
        // Arguments that have begun.
        .infeasible("fee.less(1", "no.further.argument")
        .infeasible("fee.less(\"\"", "no.further.argument")
        .infeasible("fee.less((", "no.further.argument")
        .infeasible("fee.less(-", "no.further.argument")
        .infeasible("fee.less(--", "no.further.argument")
        .infeasible("fee.less(<", "no.further.argument")
        .infeasible("fee.less(new", "no.further.argument")
        .infeasible("if (o == null && boxed < fee.less(true", "no.further.argument")
        .infeasible("o.toString(true", "no.further.argument")
        .infeasible("fee.less(o.equals(", "no.further.argument")
        .infeasible("Fee.none(null", "no.further.argument")
        .infeasible("fee(fee, s, 1", "no.further.argument")
        .feasible("fee.less(", "fee(null", "o.equals((", "list.get(-", "String.valueOf('a'", "new Fee(1")
        .feasible("list.get(fee.less(", "Objects.hash(1, \"a\", 2", "m(null, o, null, null, 'a'")
        // Arguments with a type of their own.
        .infeasible("fee(s.trim(),", "no.further.argument")
        .infeasible("fee(String.class,", "no.further.argument")
        .infeasible("new Fee(fee.less(),", "no.further.argument")
        .infeasible("new Fee(!b,", "no.further.argument")
        .infeasible("fee((s),", "no.further.argument")
        .infeasible("fee(boxed,", "no.further.argument")
        .feasible("fee(fee.less(),", "fee(any(),", "fee(fees[0],", "new Fee(size(),", "new Fee(list.get(0),")
        .feasible("new Fee(t,", "new Fee(c,", "fee(fee.less,", "new Fee(counts[0],", "new Fee(counts.length,")
        .ends("fee(fee.less(), s.trim());", "new Fee(list.get(0), any());", "fee(any(), any());");
  }

  private static void qualifiedThis(Report report) {
    HoleCase.open(
            report,
            "this and super behind a type",
            """
            interface I { default int i() { return 1; } }
            class A implements I {
              static class Other { static Other none() { return null; } }
              class Inner { int m() { return new Object() { int n() { «return 0;» } }.n(); } }
              public int i() { return 2; }
            }
            """)
        .names("return A.", "this", "super", "class", "Other")
        .names("return Inner.", "this", "super")
        .names("return Other.", "class", "none", "!this", "!super")
        .names("return I.", "class", "super", "!this")
        .names("return String.", "class", "valueOf", "!this", "!super")
        .ends("return A.this.i();", "return Inner.this.m();", "return A.super.hashCode();");
  }

  private static void lambdasForTypeVariables(Report report) {
    HoleCase.open(
            report,
            "lambdas for type variables",
            """
            import java.util.*;
            import java.util.function.*;
            class A<F> {
              <T> T id(T t) { return t; }
              <T> void two(T t, T u) {}
              void own(F f) {}
              static class Box<T> { Box(T t) {} void put(T t) {} void all(T... ts) {} }
              static class Runs extends Box<Runnable> { Runs() { super(null); } }
              void m(List<String> strings, List<Runnable> runs, List<F> own, List raw,
                  Map<String, Function<Integer, Integer>> map, Box<? super Runnable> wild,
                  Runs sub) { «;» }
            }
            """)
        .lambda("strings.add(", false)
        .lambda("own.add(", false)
        .lambda("own(", false)
        .lambda("raw.add(", false)
        .lambda("map.put(", false)
        .lambda("map.put(\"a\", ", true)
        .lambda("runs.add(", true)
        .lambda("sub.put(", true)
        .lambda("sub.all(", true)
        .lambda("new Box<String>(", false)
        .lambda("new Box<Runnable>(", true)
        .lambda("Box<Runnable> b = new Box<>(", true)
        .lambda("Runnable r = id(", true)
        .lambda("two(sub, ", true)
        .lambda("strings.forEach(", true)
        .lambda("strings.set(0, ", false)
        .ends("runs.add(() -> {});", "map.put(\"a\", x -> x + 1);", "sub.put(() -> {});")
        .ends("UnaryOperator<String> r = id(x -> x);", "Box<UnaryOperator<F>> b = new Box<>(x -> x);");
  }

  private static void reachability(Report report) {
    HoleCase.open(
            report, "a return before the rest", "class A { int m(int i) { «;» if (i > 0) i++; return i; } }")
        .infeasible("return", "unreachable")
        .infeasible("throw", "unreachable")
        .infeasible("i++; return", "unreachable")
        .feasible("if (i > 1) return", "if (i > 1) { return", "if (i > 1) { return 1;")
        .feasible("if (i > 1) return 1;", "for (;;) { return", "Runnable r = () -> { return")
        .infeasible("if (i > 1) { return 1; i++;", "unreachable")
        .infeasible("if (i > 1) { return 1; f(", "unreachable")
        .infeasible("if (i > 1) return 1; else return 2; i", "unreachable")
        .infeasible("if (i > 1) { return 1; } else { throw null; } i++", "unreachable")
        .feasible("switch (i) { case 1: return 2; case", "switch (i) { case 1: return 2; default")
        .names("switch (i) { case 1: return 2; ", "case", "default")
        .names("switch (i) { case 1: break; ", "case", "default")
        .feasible("for (;;) { if (i > 1) break; else i++;", "a: { if (i > 1) break a; i++;")
        .ends("if (i > 1) { return 1; } else { i++; }", "switch (i) { case 1: return 2; default: }");
    HoleCase.open(
            report,
            "a line before a return",
            """
            class A {
              boolean m(int i) {
                if (i > 3) {
                  return false;
                }
            «    int j = i;»
                return j > 1;
              }
            }
            """)
        .infeasible("    return", "unreachable")
        .infeasible("    return i > 4;", "unreachable")
        .ends("    int j = i - 1;");
    HoleCase.open(report, "a return at the end", "class A { int m(int i) { «return i;» } }")
        .feasible("return", "return i;", "throw", "throw null;")
        .infeasible("return i; return", "unreachable")
        .ends("return 1;", "throw null;");
    HoleCase.open(report, "a return that takes the next line", "class A { int m(int i) { «;» m(i); } }")
        .feasible("return", "return i +", "throw")
        .infeasible("return i;", "unreachable")
        .ends("return", "return i +");
    HoleCase.open(
            report,
            "a hole over the end of a block",
            "class A { int m(int i) { if (i > 0) { «i++; } else { i--;» m(i); } return i; } }")
        .feasible("return 1;", "return 1; } else {", "return")
        .ends("return 1; } else { i = 2;");
    HoleCase.open(
            report,
            "a hole before a comment's end",
            "class A { int m(int i) { «return i; // a» b\n } }")
        .feasible("return i;")
        .ends("return 1; // a");
  }

  private static void edges(Report report) {
    HoleCase.open(report, "across the edge", "class A { int m(int a) { return a +«+ a»; } }")
        .names("", "a")
        .names(" ", "a")
        .names("+ ", "!a")
        .ends(" a", " + a")
        .endsNot("+ a", "expected");
    HoleCase.open(report, "inside a name", "class A { int value; int m() { return va«lue»; } }")
        .namesUnknown("", "no identifier")
        .passes("lue + m()")
        .ends("lue", "lue + value")
        .endsNot("l", "cant.resolve");
    HoleCase.open(report, "line ends", "class A { char m() {\r\n «return 'x';»\r\n } }")
        .ends("return '\\u0041';", "char ä = '\\n';\r\nreturn ä;");
  }
}
