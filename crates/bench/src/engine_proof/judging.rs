//! Compares what the engine says of a text with what a full compile says.

use engine::{CompileError, EngineError, Feasibility};

use super::asking::Asker;
use super::defect::{Defect, DefectKind, Place, Rejection};
use super::narrowing::{LEAVES_METHOD, leaves_the_method};
use super::subject::Subject;
use super::walk::{Witness, first_rejection};

/// A text with what is known of it.
pub(super) struct Known<'a> {
    /// What it is, for a person.
    pub(super) text_is: &'a str,
    pub(super) text: &'a str,
    /// The offset up to which it was found feasible before.
    pub(super) from: usize,
    /// What a full compile says: nothing when it compiles.
    pub(super) errors: &'a [CompileError],
}

/// What the engine said first against a text.
pub(super) struct Judgement {
    pub(super) rejection: Option<Rejection>,
    /// Nothing was rejected, and that the text does not compile is not held against the engine,
    /// which does not support the hole and says so.
    pub(super) is_undecided: bool,
    pub(super) end_is_known: bool,
}

/// Asks about everything up to the end, and notes a defect when the answers are wrong.
pub(super) fn judge(
    subject: &Subject<'_>,
    asker: &mut Asker<'_>,
    known: &Known<'_>,
    witness: &mut dyn Witness,
) -> Result<Judgement, EngineError> {
    let text = known.text;
    let mut rejection =
        first_rejection(asker, (subject.word_before(0), text), known.from, witness)?;
    let end = asker.end(text)?;
    let before_the_end = rejection.is_some();
    if let (None, Feasibility::Infeasible(reason)) = (&rejection, &end) {
        let reason = reason.clone();
        let (at, asked) = (text.len(), text.len());
        rejection = Some(Rejection { place: Place::End, at, asked, reason });
    }
    if let Feasibility::Unknown(reason) = &end {
        *asker.tally.unknown_ends.entry(reason.0.clone()).or_default() += 1;
    }
    let end_is_known = !matches!(end, Feasibility::Unknown(_));
    let is_undecided = subject.is_undecided && !end_is_known && rejection.is_none();
    let defect = match (&rejection, known.errors.first()) {
        _ if is_undecided => None,
        (Some(_), None) if leaves_the_method(subject, text, &end) => {
            asker.tally.narrow(LEAVES_METHOD);
            None
        }
        (Some(rejection), None) => Some(false_rejection(subject, known, rejection)),
        (None, Some(error)) => Some(missed(subject, known, DefectKind::MissedMutant, &end, error)),
        (Some(_), Some(error)) if before_the_end && end == Feasibility::Feasible => {
            Some(missed(subject, known, DefectKind::WrongEnd, &end, error))
        }
        (None, None) | (Some(_), Some(_)) => None,
    };
    if let Some(defect) = defect {
        asker.tally.note_defect(defect);
    }
    Ok(Judgement { rejection, is_undecided, end_is_known })
}

fn false_rejection(subject: &Subject<'_>, known: &Known<'_>, rejection: &Rejection) -> Defect {
    let token = known.text.get(rejection.at..).unwrap_or_default();
    let token = syntax::tokens::tokens(token).ok().and_then(|found| found.first().copied());
    let token = token.map_or("", |found| found.text(&known.text[rejection.at..]));
    Defect {
        token: token.to_owned(),
        asked: known.text.get(..rejection.asked).unwrap_or(known.text).to_owned(),
        reason: rejection.reason.to_string(),
        question: rejection.place,
        ..defect(subject, known, DefectKind::FalseRejection)
    }
}

fn missed(
    subject: &Subject<'_>,
    known: &Known<'_>,
    kind: DefectKind,
    end: &Feasibility,
    error: &CompileError,
) -> Defect {
    let said = match end {
        Feasibility::Unknown(reason) => {
            format!("the end check knows nothing ({}): ", reason.0)
        }
        Feasibility::Feasible | Feasibility::Infeasible(_) => String::new(),
    };
    let message = error.message.lines().next().unwrap_or_default();
    Defect { reason: format!("{said}{message} ({})", error.key), ..defect(subject, known, kind) }
}

fn defect(subject: &Subject<'_>, known: &Known<'_>, kind: DefectKind) -> Defect {
    let source = &subject.view.source;
    Defect {
        kind,
        text_is: known.text_is.to_owned(),
        file: source.path().to_owned(),
        start: subject.span.start,
        end: subject.span.end,
        line: source.line_of(subject.span.start),
        question: Place::End,
        asked: known.text.to_owned(),
        token: String::new(),
        reason: String::new(),
        text: known.text.to_owned(),
    }
}
