//! Local variables.

use task::Span;

use super::{Change, pick, span_of};
use crate::engine_proof::brackets::next_outside;
use crate::engine_proof::file_view::is_name;
use crate::engine_proof::positions::declares_name;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// A declaration loses its initial value.
pub(super) fn uninitialised_variable(
    subject: &Subject<'_>,
    random: &mut SplitMix,
) -> Option<Change> {
    let variables = initialised(subject);
    let (name, end) = *pick(&variables, random)?;
    Change::replacing(subject, span_of(subject, name + 1, end - 1)?, "")
}

/// A variable is declared once more.
pub(super) fn duplicate_variable(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let variables = initialised(subject);
    let (name, end) = *pick(&variables, random)?;
    let again = format!(" int {} = 0;", subject.word(name));
    Change::inserting(subject, subject.code.get(end)?.end, again)
}

/// A declared name is another one, wherever it stands in the hole.
pub(super) fn renamed_local(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let declared: Vec<usize> = (0..subject.code.len())
        .filter(|&index| {
            is_name(subject.text, subject.code[index])
                && declares_name(subject.text, &subject.code, index, subject.word_before(0))
        })
        .collect();
    let name = subject.word(*pick(&declared, random)?);
    let fresh = format!("{name}Renamed");
    let uses: Vec<(Span, String)> = (0..subject.code.len())
        .filter(|&index| subject.word(index) == name)
        .filter(|&index| !matches!(subject.word_before(index), "." | "::"))
        .filter_map(|index| Some((span_of(subject, index, index)?, fresh.clone())))
        .collect();
    Change::of(subject, &uses)
}

/// The declared names that have an initial value, with their semicolons, by token numbers.
fn initialised(subject: &Subject<'_>) -> Vec<(usize, usize)> {
    (1..subject.code.len())
        .filter(|&index| {
            is_name(subject.text, subject.code[index])
                && subject.word(index + 1) == "="
                && declares_name(subject.text, &subject.code, index, "")
        })
        .filter_map(|index| Some((index, next_outside(subject.text, &subject.code, index, ";")?)))
        .collect()
}
