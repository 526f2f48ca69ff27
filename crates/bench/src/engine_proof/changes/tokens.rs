//! Tokens that are too many, too few or in the wrong place.

use task::Span;

use super::{Change, pick, span_of, text_of};
use crate::engine_proof::calls::calls;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// One token is left out.
pub(super) fn dropped(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_token(subject, random)?;
    Change::replacing(subject, span, " ")
}

/// One token stands there twice.
pub(super) fn doubled(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_token(subject, random)?;
    let text = text_of(subject, span);
    let change = Change::inserting(subject, span.end, format!(" {text}"))?;
    // What stands in the changed text at the first token's end may go on with it.
    Some(Change { at: span.start, ..change })
}

/// Two tokens that follow one another are swapped.
pub(super) fn swapped(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let last = subject.code.len().checked_sub(1).filter(|&last| last > 0)?;
    let first = random.below(last);
    let span = span_of(subject, first, first + 1)?;
    let (one, other) = (subject.word(first), subject.word(first + 1));
    if one == other {
        return None;
    }
    Change::replacing(subject, span, format!(" {other} {one} "))
}

/// A call has an argument too many or too few.
pub(super) fn wrong_arity(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let calls = calls(subject.text, &subject.code);
    let call = pick(&calls, random)?;
    let close = subject.code.get(call.close)?.start;
    let Some(last) = call.arguments.last().filter(|_| random.below(2) == 0) else {
        let more = if call.arguments.is_empty() { "null" } else { ", null" };
        return Change::inserting(subject, close, more);
    };
    // With the comma before it, when there is one.
    let start = match call.arguments.len() {
        1 => subject.code.get(last.start)?.start,
        _ => subject.code.get(last.start.checked_sub(1)?)?.start,
    };
    Change::replacing(subject, Span::new(start, close), "")
}

fn some_token(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Span> {
    pick(&subject.code, random).map(|token| Span::new(token.start, token.end))
}
