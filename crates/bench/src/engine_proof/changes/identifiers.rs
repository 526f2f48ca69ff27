//! One identifier is another word.

use task::Span;

use super::{Change, pick};
use crate::engine_proof::file_view::is_name;
use crate::engine_proof::subject::Subject;
use crate::metrics::SplitMix;

/// Another name of the file.
pub(super) fn other_name(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_name(subject, random)?;
    let name = pick(&subject.view.names, random)?;
    Change::replacing(subject, span, name)
}

/// The name with a letter too many, too few, or two of them swapped.
pub(super) fn misspelt_name(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Change> {
    let span = some_name(subject, random)?;
    let mut letters: Vec<char> = subject.text.get(span.start..span.end)?.chars().collect();
    let at = random.below(letters.len());
    match random.below(3) {
        0 => letters.insert(at, letters[at]),
        1 if letters.len() > 1 => drop(letters.remove(at)),
        _ if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters.push('s'),
    }
    let misspelt: String = letters.into_iter().collect();
    // What is left may begin with a digit.
    let starts_well = misspelt.starts_with(|c: char| !c.is_ascii_digit());
    starts_well.then(|| Change::replacing(subject, span, misspelt))?
}

fn some_name(subject: &Subject<'_>, random: &mut SplitMix) -> Option<Span> {
    let names: Vec<Span> = subject
        .code
        .iter()
        .filter(|token| is_name(subject.text, **token))
        .map(|token| Span::new(token.start, token.end))
        .collect();
    pick(&names, random).copied()
}
