//! The changed texts of a hole, each judged by a full compile.

use project::StopFlag;
use task::Hole;

use super::asking::Asker;
use super::changes::{Change, Changer, Group, changes_of};
use super::judging::{Judgement, Known, judge};
use super::oracle::Oracle;
use super::subject::Subject;
use super::tally::ChangeCounts;
use super::walk::Nobody;
use crate::error::BenchError;
use crate::metrics::SplitMix;

/// One hole whose text is changed.
pub(super) struct ChangedTexts<'w, 'a> {
    pub(super) subject: &'w Subject<'a>,
    pub(super) hole: &'w Hole,
    pub(super) stop: &'w StopFlag,
}

impl ChangedTexts<'_, '_> {
    pub(super) fn walk(
        &self,
        number: usize,
        random: &mut SplitMix,
        asker: &mut Asker<'_>,
        oracle: &mut dyn Oracle,
    ) -> Result<(), BenchError> {
        for group in Group::ALL {
            for (changer, change) in changes_of(self.subject, group, number, random) {
                if self.stop.is_raised() {
                    return Ok(());
                }
                self.walk_change(changer, &change, asker, oracle)?;
            }
        }
        Ok(())
    }

    fn walk_change(
        &self,
        changer: &Changer,
        change: &Change,
        asker: &mut Asker<'_>,
        oracle: &mut dyn Oracle,
    ) -> Result<(), BenchError> {
        let errors = oracle.errors(&self.hole.filled(&change.text))?;
        let known =
            Known { text_is: changer.name, text: &change.text, from: change.at, errors: &errors };
        let judgement = judge(self.subject, asker, &known, &mut Nobody)?;
        let at = (changer.group == Group::IdentifierMutant).then_some(change.at);
        let counts = asker.tally.changes.entry((changer.group, changer.name)).or_default();
        count(counts, errors.is_empty(), &judgement, at);
        Ok(())
    }
}

/// Counts what became of a text; `changed` is the offset of a changed identifier.
pub(super) fn count(
    counts: &mut ChangeCounts,
    compiles: bool,
    judgement: &Judgement,
    changed: Option<usize>,
) {
    if compiles {
        counts.compiling += 1;
    } else {
        counts.note(judgement.rejection.as_ref(), judgement.is_undecided, changed);
    }
}
