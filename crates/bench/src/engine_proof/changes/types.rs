//! Values of another type.

use syntax::tokens::TokenKind;
use task::Span;

use super::{Change, pick, span_of};
use crate::engine_proof::brackets::next_outside;
use crate::engine_proof::calls::calls;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// A value that hardly any place takes.
const NOWHERE_FITTING: &str = "new Object[0][0]";

/// A value has another type: a literal becomes one of another kind, or an argument, an initial
/// value or what is returned becomes an array of arrays.
pub(super) fn wrong_type(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let mut places = literals(subject);
    places.extend(values(subject).map(|span| (span, NOWHERE_FITTING)));
    let (span, value) = pick(&places, random)?;
    Change::replacing(subject, *span, *value)
}

fn literals(subject: &Subject<'_>) -> Vec<(Span, &'static str)> {
    let other = |kind| match kind {
        TokenKind::Number => Some("\"text\""),
        TokenKind::Literal => Some("1.5"),
        TokenKind::Word | TokenKind::Comment | TokenKind::Symbol => None,
    };
    let tokens = subject.code.iter();
    tokens
        .filter_map(|token| Some((Span::new(token.start, token.end), other(token.kind)?)))
        .collect()
}

/// Arguments, and what stands between `=` or `return` and the semicolon.
fn values<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = Span> + 'a {
    let arguments = calls(subject.text, &subject.code)
        .into_iter()
        .flat_map(|call| call.arguments)
        .filter_map(move |argument| span_of(subject, argument.start, argument.end.checked_sub(1)?));
    let assigned = (0..subject.code.len()).filter_map(move |index| {
        let starts = matches!(subject.word(index), "=" | "return");
        let end = next_outside(subject.text, &subject.code, index + 1, ";")?;
        (starts && end > index + 1).then(|| span_of(subject, index + 1, end - 1))?
    });
    arguments.chain(assigned)
}
