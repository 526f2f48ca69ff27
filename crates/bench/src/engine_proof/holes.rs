//! Where holes can be made in a file.

use syntax::{Declaration, DeclarationKind, Statement};
use task::Span;

use super::brackets::{closing, next_outside};
use super::calls::calls;
use super::file_view::FileView;
use super::hole_kind::HoleKind;
use super::settings::LONGEST_HOLE_BYTES;
use crate::metrics::SplitMix;

/// A random hole of this kind; `None` when the file has none.
pub(super) fn choose(view: &FileView, kind: HoleKind, random: &mut SplitMix) -> Option<Span> {
    let mut spans = candidates(view, kind);
    spans.retain(|span| !span.is_empty() && span.len() <= LONGEST_HOLE_BYTES);
    if spans.is_empty() {
        return None;
    }
    let span = spans[random.below(spans.len())];
    if kind != HoleKind::RestOfStatement {
        return Some(span);
    }
    let (first, end) = (view.token_at(span.start), view.token_at(span.end));
    let start = first + random.below(end.saturating_sub(first).max(1));
    view.code.get(start).map(|token| Span::new(token.start, span.end))
}

/// All holes of this kind; for the rests of statements, the statements.
fn candidates(view: &FileView, kind: HoleKind) -> Vec<Span> {
    match kind {
        HoleKind::Statement | HoleKind::RestOfStatement => statement_spans(view).collect(),
        HoleKind::Statements => runs_of_statements(view),
        HoleKind::Expression => expressions(view),
        HoleKind::Condition => conditions(view),
        HoleKind::Arguments => arguments(view),
        HoleKind::FieldValue => field_values(view),
        HoleKind::Sample => Vec::new(),
    }
}

fn statement_spans(view: &FileView) -> impl Iterator<Item = Span> {
    view.java.statements().iter().map(|statement: &Statement| statement.span)
}

/// Two or three statements with nothing but comments between them.
fn runs_of_statements(view: &FileView) -> Vec<Span> {
    let spans: Vec<Span> = statement_spans(view).collect();
    let follower = |span: Span| {
        let next = *spans[spans.partition_point(|other| other.start < span.end)..].first()?;
        // The last statement of an `else` without braces ends where the next statement begins, too.
        let leaves = |outer: &Span| outer.contains(span) && !outer.contains(next);
        let is_nested = spans.iter().any(|outer| *outer != span && leaves(outer));
        let follows = view.token_at(span.end) == view.token_at(next.start);
        (follows && !is_nested).then_some(next)
    };
    let mut runs = Vec::new();
    for &first in &spans {
        let Some(second) = follower(first) else { continue };
        runs.push(Span::new(first.start, second.end));
        runs.extend(follower(second).map(|third| Span::new(first.start, third.end)));
    }
    runs
}

/// What stands between `=` or `return` and the semicolon, inside of statements.
fn expressions(view: &FileView) -> Vec<Span> {
    in_statements(
        view,
        |word| matches!(word, "=" | "return"),
        |view, index| {
            let text = view.source.text();
            let end = next_outside(text, &view.code, index + 1, ";")?;
            // `= { 1, 2 }` is no expression.
            (view.code.get(index + 1)?.text(text) != "{").then_some((index + 1, end))
        },
    )
}

fn conditions(view: &FileView) -> Vec<Span> {
    in_statements(
        view,
        |word| matches!(word, "if" | "while"),
        |view, index| Some((index + 2, closing(view.source.text(), &view.code, index + 1)?)),
    )
}

fn arguments(view: &FileView) -> Vec<Span> {
    let text = view.source.text();
    let is_inside = inside_statements(view);
    calls(text, &view.code)
        .into_iter()
        .filter_map(|call| span_of(view, call.open + 1, call.close))
        .filter(|span| is_inside(span.start))
        .collect()
}

fn field_values(view: &FileView) -> Vec<Span> {
    let is_value = |declaration: &&Declaration| declaration.kind == DeclarationKind::Field;
    let fields = view.java.declarations().iter().filter(is_value);
    let not_in_braces = |span: &Span| !view.java.slice(*span).starts_with('{');
    fields.filter_map(|field| field.body).filter(not_in_braces).collect()
}

/// The spans that `range` gives for the tokens that `starts` knows, where they lie in statements.
fn in_statements(
    view: &FileView,
    starts: fn(&str) -> bool,
    range: fn(&FileView, usize) -> Option<(usize, usize)>,
) -> Vec<Span> {
    let text = view.source.text();
    let is_inside = inside_statements(view);
    (0..view.code.len())
        .filter(|&index| starts(view.code[index].text(text)) && is_inside(view.code[index].start))
        .filter_map(|index| range(view, index))
        .filter_map(|(first, end)| span_of(view, first, end))
        .collect()
}

/// Whether an offset lies in a statement. Statements are in the order of their starts, and an outer
/// one comes before those inside it.
fn inside_statements(view: &FileView) -> impl Fn(usize) -> bool {
    let mut outermost: Vec<Span> = Vec::new();
    for span in statement_spans(view) {
        if outermost.last().is_none_or(|last| last.end <= span.start) {
            outermost.push(span);
        }
    }
    move |offset| {
        let before = outermost.partition_point(|span| span.start <= offset).checked_sub(1);
        before.is_some_and(|index| offset < outermost[index].end)
    }
}

/// From the first token's start to the end of the one before `end`.
fn span_of(view: &FileView, first: usize, end: usize) -> Option<Span> {
    let last = end.checked_sub(1).filter(|&last| first <= last)?;
    Some(Span::new(view.code.get(first)?.start, view.code.get(last)?.end))
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::engine_proof::hole_kind::HoleKind;
    use crate::engine_proof::test_subject::view;

    const TEXT: &str = "class A {
  int limit = Math.max(1, 2), other;
  int[] table = {1};
  String name = \"a\" + 1;
  int m(int a) {
    int b = a + 1;
    if (a > b) { call(a, b); } else b = 2;
    // and
    return b;
  }
}";

    #[test]
    fn holes_of_each_kind() {
        let view = view(TEXT);
        let shown = |kind| -> Vec<&str> {
            candidates(&view, kind).into_iter().map(|span| view.java.slice(span)).collect()
        };
        assert_eq!(shown(HoleKind::Condition), ["a > b"]);
        assert_eq!(shown(HoleKind::Arguments), ["a, b"]);
        assert_eq!(shown(HoleKind::Expression), ["a + 1", "2", "b"]);
        assert_eq!(shown(HoleKind::FieldValue), ["\"a\" + 1"]);
        assert_eq!(shown(HoleKind::Statement).len(), 5);
        let runs = shown(HoleKind::Statements);
        assert_eq!(runs.len(), 3, "{runs:?}");
        assert!(runs.iter().all(|run| !run.starts_with("call") && !run.starts_with("b = 2")));
    }
}
