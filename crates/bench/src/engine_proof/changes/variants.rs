//! Other programs that should compile, too.

use engine::{NameKinds, NamePosition};
use task::Span;

use super::statements::some_statement;
use super::{Change, pick, span_of, text_of};
use crate::engine_proof::calls::calls;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// Two arguments of a call change places.
pub(super) fn swapped_arguments(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let mut calls = calls(subject.text, &subject.code);
    calls.retain(|call| call.arguments.len() > 1);
    let call = pick(&calls, random)?;
    let first = random.below(call.arguments.len() - 1);
    let span = |argument: usize| {
        let tokens = call.arguments.get(argument)?;
        span_of(subject, tokens.start, tokens.end.checked_sub(1)?)
    };
    let (one, other) = (span(first)?, span(first + 1)?);
    let replacements =
        [(one, text_of(subject, other).to_owned()), (other, text_of(subject, one).to_owned())];
    Change::of(subject, &replacements)
}

/// Another member of the same receiver, called when the true one is.
pub(super) fn other_member(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    other_known_name(subject, NamePosition::Member, random)
}

/// Another variable, or another method.
pub(super) fn other_variable(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    other_known_name(subject, NamePosition::Simple, random)
}

/// One of the names that the engine itself said are possible. Its own names are asked for on
/// purpose: most others do not compile.
fn other_known_name(
    subject: &Subject<'_>,
    position: NamePosition,
    random: &mut SplitMix,
) -> Option<Change> {
    let places: Vec<_> =
        subject.known_names.iter().filter(|(_, names)| names.position == position).collect();
    let (index, names) = pick(&places, random)?;
    let kind = if subject.word(index + 1) == "(" { NameKinds::METHOD } else { NameKinds::VARIABLE };
    if !names.kinds(subject.word(*index)).intersects(kind) {
        return None;
    }
    let tables = [&*names.shared, &names.local];
    let fitting: Vec<&str> = tables
        .into_iter()
        .flat_map(|table| table.starting_with(""))
        .filter(|(_, kinds)| kinds.intersects(kind))
        .map(|(name, _)| name.as_str())
        .collect();
    // Local variables are few, and of the type that is wanted more often.
    let local: Vec<&str> = names.local.starting_with("").iter().map(|(n, _)| n.as_str()).collect();
    let from_local = random.below(2) == 0 && !local.is_empty();
    let name = pick(if from_local { &local } else { &fitting }, random)?;
    Change::replacing(subject, span_of(subject, *index, *index)?, *name)
}

/// An expression in parentheses.
pub(super) fn in_parentheses(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_expression(subject, random)?;
    Change::replacing(subject, span, format!("({})", text_of(subject, span)))
}

/// An expression as both values of a condition.
pub(super) fn in_a_condition(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_expression(subject, random)?;
    let value = text_of(subject, span);
    Change::replacing(subject, span, format!("hashCode() > 0 ? {value} : {value}"))
}

/// A statement in an `if`.
pub(super) fn in_an_if(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    around(subject, ["if (hashCode() > 0) { ", " }"], random)
}

/// A statement in a `try`.
pub(super) fn in_a_try(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    around(subject, ["try { ", " } finally { }"], random)
}

/// A statement in a lambda.
pub(super) fn in_a_lambda(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    around(subject, ["Runnable deferred = () -> { ", " };"], random)
}

fn around(subject: &Subject<'_>, parts: [&str; 2], random: &mut SplitMix) -> Option<Change> {
    let span = some_statement(subject, random)?;
    let [before, after] = parts;
    Change::replacing(subject, span, format!("{before}{}{after}", text_of(subject, span)))
}

/// The whole hole when it is an expression, or else an argument.
fn some_expression(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Span> {
    let last = subject.code.len().checked_sub(1)?;
    if subject.kind.is_expression() {
        return span_of(subject, 0, last);
    }
    let arguments: Vec<Span> = calls(subject.text, &subject.code)
        .into_iter()
        .flat_map(|call| call.arguments)
        .filter_map(|argument| span_of(subject, argument.start, argument.end.checked_sub(1)?))
        .collect();
    pick(&arguments, random).copied()
}
