//! A hole with what is needed to change its text.

use engine::Names;
use syntax::tokens::Token;
use task::{Hole, Span};

use super::file_view::{FileView, code_of};
use super::hole_kind::HoleKind;

/// One hole of a file.
pub(crate) struct Subject<'a> {
    pub(super) view: &'a FileView,
    pub(super) kind: HoleKind,
    pub(super) span: Span,
    /// The true text.
    pub(super) text: &'a str,
    /// Its tokens without comments, by offsets into `text`.
    pub(super) code: Vec<Token>,
    /// What the engine said at names of the true text, by their token's number.
    pub(super) known_names: Vec<(usize, Names)>,
    /// Whether the engine knew nothing at all of the true text, its end included: it does not
    /// support the hole.
    pub(super) is_undecided: bool,
}

impl<'a> Subject<'a> {
    /// `None` when the span is no part of the text that stands for itself.
    pub(super) fn new(view: &'a FileView, kind: HoleKind, span: Span) -> Option<Self> {
        let text = view.source.text().get(span.start..span.end)?;
        let code = code_of(text)?;
        Some(Self { view, kind, span, text, code, known_names: Vec::new(), is_undecided: false })
    }

    pub(super) fn hole(&self) -> Hole {
        Hole::of_span(&self.view.source, self.span)
    }

    /// The token's text.
    pub(super) fn word(&self, index: usize) -> &'a str {
        self.code.get(index).map_or("", |token| token.text(self.text))
    }

    /// The text of the token before the one at `index`, also when it stands before the hole.
    pub(super) fn word_before(&self, index: usize) -> &'a str {
        if index > 0 {
            return self.word(index - 1);
        }
        let view = self.view;
        let before = view.token_at(self.span.start).checked_sub(1);
        before.map_or("", |before| view.code[before].text(view.source.text()))
    }

    /// The statements that lie in the hole as a whole, by offsets into `text`.
    pub(super) fn statements(&self) -> impl Iterator<Item = Span> {
        let hole = self.span;
        let all = self.view.java.statements().iter().map(|statement| statement.span);
        all.filter(move |span| hole.contains(*span))
            .map(move |span| Span::new(span.start - hole.start, span.end - hole.start))
    }
}
