//! Ways to change the text of a hole. Each is one function; what it makes is judged by a full
//! compile, never by its name: a mutant may compile, and a feasible variant may not.

mod declarations;
mod identifiers;
mod statements;
mod tokens;
mod types;
mod variants;

use task::Span;

use super::settings::TRIES_PER_CHANGE;
use super::subject::Subject;
use crate::metrics::SplitMix;

/// A changed text of a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) text: String,
    /// The offset up to which it is the true text: where the first changed token starts.
    pub(super) at: usize,
}

impl Change {
    /// The true text with some parts replaced, which must be in order and apart from one another.
    fn of(subject: &Subject<'_>, replacements: &[(Span, String)]) -> Option<Self> {
        let at = replacements.first()?.0.start;
        let mut text = String::new();
        let mut done = 0;
        for (span, replacement) in replacements {
            text.push_str(subject.text.get(done..span.start)?);
            text.push_str(replacement);
            done = span.end;
        }
        text.push_str(subject.text.get(done..)?);
        (text != subject.text).then_some(Self { text, at })
    }

    fn replacing(subject: &Subject<'_>, span: Span, with: impl Into<String>) -> Option<Self> {
        Self::of(subject, &[(span, with.into())])
    }

    fn inserting(subject: &Subject<'_>, at: usize, text: impl Into<String>) -> Option<Self> {
        Self::replacing(subject, Span::new(at, at), text)
    }
}

/// What a change is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// One identifier is another word.
    IdentifierMutant,
    /// Something else is wrong.
    TokenMutant,
    /// Another program that should compile.
    Variant,
}

impl Group {
    pub(super) const ALL: [Group; 3] =
        [Group::IdentifierMutant, Group::TokenMutant, Group::Variant];

    pub(super) fn name(self) -> &'static str {
        match self {
            Group::IdentifierMutant => "identifier mutant",
            Group::TokenMutant => "token mutant",
            Group::Variant => "variant",
        }
    }
}

/// One way to change a text. `make` gives nothing where the text has no place for it.
pub(super) struct Changer {
    pub(super) name: &'static str,
    pub(super) group: Group,
    pub(super) make: fn(&Subject<'_>, &mut SplitMix) -> Option<Change>,
}

const fn changer(
    name: &'static str,
    group: Group,
    make: fn(&Subject<'_>, &mut SplitMix) -> Option<Change>,
) -> Changer {
    Changer { name, group, make }
}

/// All of them: a new one is one function and one line.
pub(super) static CHANGERS: [Changer; 21] = [
    changer("other name", Group::IdentifierMutant, identifiers::other_name),
    changer("misspelt name", Group::IdentifierMutant, identifiers::misspelt_name),
    changer("dropped token", Group::TokenMutant, tokens::dropped),
    changer("doubled token", Group::TokenMutant, tokens::doubled),
    changer("swapped tokens", Group::TokenMutant, tokens::swapped),
    changer("wrong arity", Group::TokenMutant, tokens::wrong_arity),
    changer("wrong type", Group::TokenMutant, types::wrong_type),
    changer("missing return", Group::TokenMutant, statements::missing_return),
    changer("unreachable code", Group::TokenMutant, statements::unreachable_code),
    changer("unreported exception", Group::TokenMutant, statements::unreported_exception),
    changer("uninitialised variable", Group::TokenMutant, declarations::uninitialised_variable),
    changer("duplicate variable", Group::TokenMutant, declarations::duplicate_variable),
    changer("renamed local", Group::Variant, declarations::renamed_local),
    changer("swapped arguments", Group::Variant, variants::swapped_arguments),
    changer("other member", Group::Variant, variants::other_member),
    changer("other variable", Group::Variant, variants::other_variable),
    changer("in parentheses", Group::Variant, variants::in_parentheses),
    changer("in a condition", Group::Variant, variants::in_a_condition),
    changer("in an if", Group::Variant, variants::in_an_if),
    changer("in a try", Group::Variant, variants::in_a_try),
    changer("in a lambda", Group::Variant, variants::in_a_lambda),
];

/// Some random changes of a group, none of them twice.
pub(super) fn changes_of(
    subject: &Subject<'_>,
    group: Group,
    number: usize,
    random: &mut SplitMix,
) -> Vec<(&'static Changer, Change)> {
    let changers: Vec<&'static Changer> =
        CHANGERS.iter().filter(|changer| changer.group == group).collect();
    let mut made: Vec<(&'static Changer, Change)> = Vec::new();
    for _ in 0..number.saturating_mul(TRIES_PER_CHANGE) {
        if made.len() == number {
            break;
        }
        let changer = changers[random.below(changers.len())];
        let Some(change) = (changer.make)(subject, random) else { continue };
        if made.iter().all(|(_, other)| other.text != change.text) {
            made.push((changer, change));
        }
    }
    made
}

/// A random one of some things.
fn pick<'a, T>(things: &'a [T], random: &mut SplitMix) -> Option<&'a T> {
    (!things.is_empty()).then(|| &things[random.below(things.len())])
}

/// From the start of a token to the end of another one.
fn span_of(subject: &Subject<'_>, first: usize, last: usize) -> Option<Span> {
    Some(Span::new(subject.code.get(first)?.start, subject.code.get(last)?.end))
}

/// What a token's text is from one to another.
fn text_of<'a>(subject: &Subject<'a>, span: Span) -> &'a str {
    subject.text.get(span.start..span.end).unwrap_or_default()
}

#[cfg(test)]
mod tests;
