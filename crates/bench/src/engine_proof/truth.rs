//! The true text of a hole, of which nothing may be rejected.

use engine::{Completions, Feasibility, Names};
use syntax::tokens::Token;

use super::asking::Asker;
use super::file_view::is_name;
use super::judging::{Known, judge};
use super::positions::declares_name;
use super::subject::Subject;
use super::tally::{IdentifierCounts, Unknowns};
use super::walk::Witness;
use crate::error::BenchError;

/// Counts what the engine says of a true text.
struct TruthWitness<'s> {
    text: &'s str,
    before: &'s str,
    identifiers: IdentifierCounts,
    known: u64,
    unknown_checks: Unknowns,
    checks: u64,
    names: Vec<(usize, Names)>,
    /// Answers that were not unknown, at words of any kind too.
    decided: u64,
}

impl Witness for TruthWitness<'_> {
    fn names(&mut self, code: &[Token], index: usize, answer: &Completions) {
        self.decided += u64::from(!matches!(answer, Completions::Unknown(_)));
        if !is_name(self.text, code[index]) {
            return;
        }
        if declares_name(self.text, code, index, self.before) {
            self.identifiers.declaring += 1;
            return;
        }
        self.known += 1;
        match answer {
            Completions::Known(names) => {
                self.identifiers.fresh_allowed += u64::from(names.lambda_parameter);
                self.names.push((index, names.clone()));
            }
            Completions::Unknown(reason) => {
                *self.identifiers.unknown.entry(reason.0.clone()).or_default() += 1;
            }
            Completions::Infeasible(_) => {}
        }
    }

    fn check(&mut self, answer: &Feasibility) {
        self.checks += 1;
        if let Feasibility::Unknown(reason) = answer {
            *self.unknown_checks.entry(reason.0.clone()).or_default() += 1;
        } else {
            self.decided += 1;
        }
    }
}

/// Asks about the true text of a hole, and keeps which names were possible in it.
pub(super) fn walk_truth(
    subject: &mut Subject<'_>,
    asker: &mut Asker<'_>,
) -> Result<(), BenchError> {
    let mut witness = TruthWitness {
        text: subject.text,
        before: subject.word_before(0),
        identifiers: IdentifierCounts::default(),
        known: 0,
        unknown_checks: Unknowns::new(),
        checks: 0,
        names: Vec::new(),
        decided: 0,
    };
    let known = Known { text_is: "true text", text: subject.text, from: 0, errors: &[] };
    let judgement = judge(subject, asker, &known, &mut witness)?;
    let tally = &mut *asker.tally;
    let counts = tally.holes.entry(subject.kind).or_default();
    counts.holes += 1;
    counts.tokens += subject.code.len() as u64;
    counts.identifiers += witness.known;
    counts.unknown_identifiers += witness.identifiers.unknown.values().sum::<u64>();
    counts.checks += witness.checks;
    counts.unknown_checks += witness.unknown_checks.values().sum::<u64>();
    tally.identifiers.declaring += witness.identifiers.declaring;
    tally.identifiers.fresh_allowed += witness.identifiers.fresh_allowed;
    add(&mut tally.identifiers.unknown, witness.identifiers.unknown);
    add(&mut tally.unknown_checks, witness.unknown_checks);
    subject.is_undecided = witness.decided == 0 && !judgement.end_is_known;
    tally.holes_undecided += u64::from(subject.is_undecided);
    subject.known_names = witness.names;
    Ok(())
}

fn add(to: &mut Unknowns, from: Unknowns) {
    for (reason, number) in from {
        *to.entry(reason).or_default() += number;
    }
}
