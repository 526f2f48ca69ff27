//! Small files for unit tests.

use task::{SourceText, Span};

use super::file_view::FileView;
use super::hole_kind::HoleKind;
use super::subject::Subject;

/// A file with this text.
pub(super) fn view(text: &str) -> FileView {
    FileView::new(SourceText::from_bytes("A.java", text.as_bytes().to_vec()).unwrap()).unwrap()
}

/// A file whose method consists of these statements.
pub(super) fn view_of_body(statements: &str) -> FileView {
    view(&format!("class A {{ void m() {{ {statements} }} }}"))
}

/// The hole of all statements of [`view_of_body`].
pub(super) fn whole_body(view: &FileView) -> Subject<'_> {
    let text = view.source.text();
    let start = text.find("m() { ").unwrap() + 6;
    let end = text.len() - " } }".len();
    Subject::new(view, HoleKind::Statements, Span::new(start, end)).unwrap()
}
