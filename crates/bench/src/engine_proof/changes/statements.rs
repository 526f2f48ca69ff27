//! Statements that are missing or too many.

use task::Span;

use super::{Change, pick, span_of};
use crate::engine_proof::brackets::next_outside;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// A `return` with its value is left out.
pub(super) fn missing_return(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let returns: Vec<Span> = (0..subject.code.len())
        .filter(|&index| subject.word(index) == "return")
        .filter_map(|index| {
            let end = next_outside(subject.text, &subject.code, index, ";")?;
            span_of(subject, index, end)
        })
        .collect();
    Change::replacing(subject, *pick(&returns, random)?, ";")
}

/// A statement follows another one that never ends normally.
pub(super) fn unreachable_code(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let statement = some_statement(subject, random)?;
    let jumps = ["return", "throw", "break", "continue"];
    if jumps.iter().any(|jump| subject.text[statement.start..].starts_with(jump)) {
        return Change::inserting(subject, statement.end, " int afterTheEnd = 0;");
    }
    Change::inserting(subject, statement.start, "throw null; ")
}

/// A checked exception that perhaps nobody catches or declares.
pub(super) fn unreported_exception(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let statement = some_statement(subject, random)?;
    let start = statement.start;
    Change::inserting(subject, start, "if (true) { throw new Exception(); } ")
}

/// A statement of the hole before and after which others may stand.
pub(super) fn some_statement(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Span> {
    let statements: Vec<Span> = subject
        .statements()
        .filter(|statement| {
            let index = subject.code.partition_point(|token| token.start < statement.start);
            let at_start = index == 0 && subject.kind.holds_statements();
            at_start || matches!(subject.word_before(index), ";" | "{" | "}")
        })
        .collect();
    pick(&statements, random).copied()
}
