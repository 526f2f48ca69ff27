//! What is shown of small files: expected texts are written out, with `<HOLE>` for the hole.

use std::fmt::Write as _;
use std::ops::Range;

use super::{InfillContext, LeftOut, infill_prompt};
use proptest::prelude::{Strategy, any, proptest};
use proptest::{collection, prop_assert, prop_assert_eq};
use task::{Hole, SourceText, Span};

const HOLE: &str = "<HOLE>";

/// Counts words and marks: stable, additive at line ends, and easy to check by eye.
fn words(text: &str) -> usize {
    let mut count = 0;
    let mut in_word = false;
    for character in text.chars() {
        let is_word = character.is_alphanumeric();
        count += usize::from(!(character.is_whitespace() || is_word && in_word));
        in_word = is_word;
    }
    count
}

/// A counter that does not add up: every text has a token more than its pieces.
fn quarters(text: &str) -> usize {
    text.len().div_ceil(4) + usize::from(!text.is_empty())
}

fn file(text: &str) -> SourceText {
    SourceText::from_bytes("A.java", text.as_bytes().to_vec()).unwrap()
}

/// The hole of a text in which `<HOLE>` or `<HOLE>…</HOLE>` stands.
fn hole(text: &str) -> Hole {
    let start = text.find(HOLE).unwrap();
    let rest = text.replace(HOLE, "");
    let end = rest.find("</HOLE>").unwrap_or(start);
    Hole::of_span(&file(&rest.replace("</HOLE>", "")), Span::new(start, end))
}

fn shown(context: &InfillContext) -> String {
    format!("{}{HOLE}{}", context.prefix, context.suffix)
}

#[track_caller]
fn check(budget: usize, text: &str, expected: &str) -> LeftOut {
    let context = infill_prompt(&hole(text), budget, &words);
    assert_eq!(shown(&context), expected);
    assert_eq!(context.tokens, words(&context.prefix) + words(&context.suffix));
    assert!(context.tokens <= budget, "{} tokens", context.tokens);
    context.left_out
}

const BARGE: &str = "\
/* Licence of the file. */
package canal;

import java.util.List;
import java.util.Map;
import org.other.*;

/** A barge. */
public class Barge extends Hull {

  private int tons;
  private final int[] marks = {
    1, 2, 3,
  };

  /** Loads. */
  @Override
  public void load(int more) {
    tons = tons + more;
    note(more);
  }

  /** Unloads. */
  public List<Tub> unload(int less) {
    check(less);
    <HOLE>tons = tons - less;</HOLE>
    return tubs(less);
  }

  /** Notes. */
  private void note(int what) {
    log.add(what + what);
  }

  enum Tub {
    A, B
  }
}
";

#[test]
fn a_file_that_fits_is_shown_whole() {
    let left_out = check(1000, BARGE, &BARGE.replace("tons = tons - less;</HOLE>", ""));
    assert_eq!(left_out, LeftOut::default());
}

#[test]
fn signatures_stand_for_what_is_further_away() {
    let left_out = check(
        125,
        BARGE,
        "\
package canal;
import java.util.List;
import java.util.Map;
import org.other.*;
public class Barge extends Hull {
  private int tons;
  private final int[] marks = ...;

  /** Loads. */
  @Override
  public void load(int more) {
    tons = tons + more;
    note(more);
  }

  /** Unloads. */
  public List<Tub> unload(int less) {
    check(less);
    <HOLE>
    return tubs(less);
  }
  private void note(int what) { ... }
  enum Tub { ... }
}
",
    );
    assert_eq!(left_out.elided_bodies, 3);
}

#[test]
fn what_goes_first() {
    check(
        55,
        BARGE,
        "\
package canal;
import java.util.List;
import org.other.*;
public class Barge extends Hull {

  /** Unloads. */
  public List<Tub> unload(int less) {
    check(less);
    <HOLE>
    return tubs(less);
  }
}
",
    );
    check(
        45,
        BARGE,
        "\
import org.other.*;
public class Barge extends Hull {

  /** Unloads. */
  public List<Tub> unload(int less) {
    check(less);
    <HOLE>
    return tubs(less);
  }
}
",
    );
}

#[test]
fn a_method_above_the_budget_is_cut_at_line_ends() {
    let left_out = check(
        40,
        "\
class A {
  void m(int first) {
    a(1, 2, 3, 4, 5);
    b(1, 2, 3, 4, 5);
    c(1);
    <HOLE>
    d(1);
    e(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }
}
",
        "\
class A {
  void m(int first) {
    b(1, 2, 3, 4, 5);
    c(1);
    <HOLE>
    d(1);
}
",
    );
    assert_eq!(left_out.enclosing_lines, 3);
}

#[test]
fn nested_types_keep_their_frames() {
    check(
        40,
        "\
class A {
  void far() {
    a(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }
  class B {
    int f;
    void m() {
      new C() {
        void n() {
          <HOLE>
        }
      };
    }
  }
}
",
        "\
class A {
  void far() { ... }
  class B {
    int f;
    void m() {
      new C() {
        void n() {
          <HOLE>
        }
      };
    }
  }
}
",
    );
}

#[test]
fn holes_outside_methods() {
    for (budget, text, expected) in [
        (9, "class A {\n  int a;\n  <HOLE>\n  int b;\n}\n", "class A {\n  int a;\n  <HOLE>\n}\n"),
        (9, "<HOLE>\nclass A {\n  int b;\n}\n", "<HOLE>\nclass A {\n  int b;\n}\n"),
        (9, "class A {\n  int b;\n}\n<HOLE>", "class A {\n  int b;\n}\n<HOLE>"),
        (7, "class A {\n  int b;\n  int c;\n}\n<HOLE>", "class A { ... }\n<HOLE>"),
        (4, "a;\nimport b.C;\n<HOLE>import d.E;</HOLE>\n", "a;\n<HOLE>\n"),
        (0, "class A {\n<HOLE>\n}\n", "<HOLE>\n}\n"),
        (0, "<HOLE>", "<HOLE>"),
    ] {
        let expected = if budget == 0 && !text.starts_with(HOLE) { "<HOLE>\n" } else { expected };
        check(budget, text, expected);
    }
}

#[test]
fn a_line_above_the_budget_is_cut_between_characters() {
    let line = "é ".repeat(50);
    let text = format!("class A {{\n{line}<HOLE>{line}\n}}\n");
    let left_out = check(8, &text, " é é é é é é <HOLE>é é ");
    assert!(left_out.cut_inside_line);
    let short_suffix = format!("{line}<HOLE>;\n");
    check(8, &short_suffix, " é é é é é é é <HOLE>;\n");
    let short_prefix = format!("a<HOLE>{line}\n");
    check(8, &short_prefix, "a<HOLE>é é é é é é é ");
}

#[test]
fn broken_files_show_the_nearest_lines() {
    check(8, "} ) x\n) y\n) z\n<HOLE>\n) t\n( u\n", ") y\n) z\n<HOLE>\n) t\n( u\n");
}

#[test]
fn a_text_that_is_too_long_to_be_understood_is_still_cut() {
    let filler = "// a comment\n".repeat(1024 * 1024);
    let context = infill_prompt(&hole(&format!("{filler}a\n<HOLE>\nb\n{filler}")), 8, &words);
    assert_eq!(shown(&context), "// a comment\na\n<HOLE>\nb\n");
    let reason = context.left_out.not_understood.unwrap();
    assert!(reason.contains("limit of 10485760 bytes"), "{reason}");
}

/// A class of many methods, each of `lines` lines; the hole is in the middle of one of them.
fn large_file(methods: usize, lines: usize, with_hole: usize) -> String {
    let mut text =
        String::from("package a;\n\nimport b.Used;\nimport b.Unused;\n\nclass Large {\n");
    for method in 0..methods {
        writeln!(text, "  int method{method}(Used used) {{").unwrap();
        for line in 0..lines {
            let hole = if method == with_hole && line == lines / 2 { HOLE } else { "" };
            writeln!(text, "    {hole}call{line}(used.part{line}(), {method});").unwrap();
        }
        text.push_str("  }\n\n");
    }
    text + "}\n"
}

#[test]
fn large_files() {
    for (methods, lines, budget) in [(900, 8, 1024), (3, 3000, 1024), (1, 9000, 1024), (900, 8, 30)]
    {
        let hole = hole(&large_file(methods, lines, methods / 2));
        // The counter that does not add up makes pieces look dearer than they are.
        for (count, least_used) in [(words as fn(&str) -> usize, 90), (quarters, 75)] {
            let context = infill_prompt(&hole, budget, &count);
            assert!(context.tokens <= budget);
            let used = context.tokens * 100 / budget;
            assert!(used >= least_used, "{used} % of {budget}");
            assert!(hole.prefix().ends_with(last_line(&context.prefix)));
            if lines < 1000 && budget == 1024 {
                assert!(context.prefix.starts_with("package a;\nimport b.Used;\n"));
            }
            if budget == 1024 {
                let header = format!("  int method{}(Used used) {{\n", methods / 2);
                assert!(context.prefix.contains(&header));
            }
        }
    }
}

fn last_line(text: &str) -> &str {
    text.split_inclusive('\n').next_back().unwrap_or("")
}

/// Java that is whole, broken, or made of the pieces that the cutter looks for.
fn source() -> impl Strategy<Value = String> {
    let line = proptest::sample::select(vec![
        "package a.b;",
        "import c.D;",
        "/** A comment */",
        "",
        "class A {",
        "  int f = 1;",
        "  int[] g = {",
        "  void m(int a) {",
        "    a(b, c);",
        "    if (é) { return; }",
        "  @Override public int n() { return 1; } int h;",
        "  }",
        "  };",
        "}",
        "\r",
        "/*",
        "enum E { X, Y { int m() { return 1; } } }",
    ]);
    (collection::vec(line, 0..40), any::<bool>())
        .prop_map(|(lines, ends)| lines.join("\n") + if ends { "\n" } else { "" })
}

/// Two places of a text, made from any two numbers.
fn places(text: &str, one: usize, other: usize) -> Range<usize> {
    let place = |number: usize| text.floor_char_boundary(number % (text.len() + 1));
    let (one, other) = (place(one), place(other));
    one.min(other)..one.max(other)
}

/// Whether each line of `part`, an ellipsis aside, is found in `whole` in the same order; the
/// first and the last may be cut.
fn is_made_of_lines(part: &str, whole: &str) -> bool {
    let mut rest = whole.split_inclusive('\n');
    part.split_inclusive('\n').all(|line| {
        let kept = line.strip_suffix(" { ... }\n").or(line.strip_suffix(" = ...;\n"));
        rest.any(|original| match kept {
            Some(header) => original.starts_with(header),
            None => original == line || original.starts_with(line) || original.ends_with(line),
        })
    })
}

proptest! {
    #[test]
    fn every_prompt_is_made_of_the_file(
        text in source(),
        one in any::<usize>(),
        other in any::<usize>(),
        budget in 0_usize..120,
    ) {
        let file = file(&text);
        let places = places(file.text(), one, other);
        let hole = Hole::of_span(&file, Span::new(places.start, places.end));
        for count in [words, quarters] {
            let context = infill_prompt(&hole, budget, &count);
            prop_assert!(count(&context.prefix) + count(&context.suffix) <= budget);
            prop_assert!(is_made_of_lines(&context.prefix, hole.prefix()));
            prop_assert!(is_made_of_lines(&context.suffix, hole.suffix()));
        }
        let everything = infill_prompt(&hole, 1_000_000, &words);
        prop_assert_eq!(&everything.prefix, hole.prefix());
        prop_assert_eq!(&everything.suffix, hole.suffix());
        prop_assert_eq!(everything.left_out, LeftOut::default());
    }
}
