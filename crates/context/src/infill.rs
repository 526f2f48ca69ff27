//! The entry: a hole becomes a prefix and a suffix.

use syntax::JavaFile;
use task::Hole;

use crate::choose::{Shown, choose};
use crate::layout::Layout;
use crate::pieces::{Piece, Side, pieces};

/// The default budget of a prompt's prefix and suffix together, in tokens.
pub const DEFAULT_BUDGET_TOKENS: usize = 1024;

/// What a model reads about a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfillContext {
    /// The text before the hole; it ends exactly where the hole starts.
    pub prefix: String,
    /// The text after the hole; it starts exactly where the hole ends.
    pub suffix: String,
    /// The tokens of both, by the counter that was given.
    pub tokens: usize,
    /// What is missing of the file.
    pub left_out: LeftOut,
}

/// What is missing of the file in a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines of the file that are not shown, those of elided bodies included.
    pub lines: usize,
    /// Members that are shown by their signatures alone.
    pub elided_bodies: usize,
    /// Lines of the enclosing method that are not shown: it is above the budget.
    pub enclosing_lines: usize,
    /// Whether the line that the hole is a part of was cut inside: it is above the budget.
    pub cut_inside_line: bool,
    /// Why the file was not understood, so that only the distance to the hole counted.
    pub not_understood: Option<String>,
}

/// Cuts the text around `hole` to `budget_tokens`, prefix and suffix together. The module's
/// documentation says what is kept first.
///
/// The bound holds whatever `count_tokens` counts, provided that it gives 0 for no text. It is
/// called once a piece (about a line or a member) and a few times on the whole.
pub fn infill_prompt(
    hole: &Hole,
    budget_tokens: usize,
    count_tokens: &dyn Fn(&str) -> usize,
) -> InfillContext {
    let text = hole.file().text();
    let parsed = JavaFile::parse(text);
    let layout = match &parsed {
        Ok(file) => Layout::of_file(file, hole.span()),
        Err(_) => Layout::of_unknown(text, hole.span()),
    };
    let pieces = pieces(text, parsed.as_ref().ok(), &layout, hole.span());
    let mut shown = choose(&pieces, budget_tokens, count_tokens);
    // Counts of pieces need not add up to the count of the whole: the whole decides.
    let (prefix, suffix, tokens) = loop {
        let prefix = render(&pieces, &shown.forms, Side::Before);
        let suffix = render(&pieces, &shown.forms, Side::After);
        let tokens = count_tokens(&prefix) + count_tokens(&suffix);
        if tokens <= budget_tokens || !shown.take_back(&pieces) {
            break (prefix, suffix, tokens);
        }
    };
    let not_understood = parsed.err().map(|error| error.to_string());
    let left_out = LeftOut { not_understood, ..left_out(&pieces, &shown.forms) };
    InfillContext { prefix, suffix, tokens, left_out }
}

fn render(pieces: &[Piece<'_>], forms: &[Shown], side: Side) -> String {
    let of_side = pieces.iter().zip(forms).filter(|(piece, _)| piece.side == side);
    of_side.map(|(piece, form)| form.text(piece)).collect()
}

fn left_out(pieces: &[Piece<'_>], forms: &[Shown]) -> LeftOut {
    let mut left_out = LeftOut::default();
    for (piece, &form) in pieces.iter().zip(forms) {
        let missing = line_ends(piece.whole).saturating_sub(line_ends(form.text(piece)));
        left_out.lines += missing;
        if piece.is_enclosing {
            left_out.enclosing_lines += missing;
        }
        if form == Shown::Short && piece.has_body_elided() {
            left_out.elided_bodies += 1;
        }
        left_out.cut_inside_line |=
            piece.distance == 0 && form.text(piece).len() < piece.whole.len();
    }
    left_out
}

fn line_ends(text: &str) -> usize {
    text.matches('\n').count()
}

#[cfg(test)]
mod tests;
