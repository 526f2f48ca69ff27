//! What is counted while the proof is under way.

use std::collections::BTreeMap;

use super::changes::Group;
use super::defect::{Defect, DefectKind, Place, Rejection};
use super::hole_kind::HoleKind;
use super::latency::Times;
use super::settings::MOST_REPRODUCERS;

/// How often something was unknown, by reason.
pub(super) type Unknowns = BTreeMap<String, u64>;

/// What became of the changed texts of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChangeCounts {
    /// Those that compile.
    pub(super) compiling: u64,
    /// Those that do not, by where they were rejected first.
    pub(super) at_the_change: u64,
    pub(super) before_the_end: u64,
    pub(super) at_the_end: u64,
    /// Those of holes that the engine does not support.
    pub(super) undecided: u64,
    pub(super) missed: u64,
}

impl ChangeCounts {
    pub(super) fn uncompilable(&self) -> u64 {
        let rejected = self.at_the_change + self.before_the_end + self.at_the_end;
        rejected + self.undecided + self.missed
    }

    pub(super) fn add(&mut self, other: &ChangeCounts) {
        self.compiling += other.compiling;
        self.at_the_change += other.at_the_change;
        self.before_the_end += other.before_the_end;
        self.at_the_end += other.at_the_end;
        self.undecided += other.undecided;
        self.missed += other.missed;
    }

    /// Notes where a text that does not compile was rejected first. `changed` is the offset of the
    /// first changed token.
    pub(super) fn note(
        &mut self,
        rejection: Option<&Rejection>,
        is_undecided: bool,
        changed: Option<usize>,
    ) {
        let counter = match rejection {
            None if is_undecided => &mut self.undecided,
            None => &mut self.missed,
            Some(rejection) if rejection.place == Place::End => &mut self.at_the_end,
            Some(rejection) if Some(rejection.at) == changed => &mut self.at_the_change,
            Some(_) => &mut self.before_the_end,
        };
        *counter += 1;
    }
}

/// What the true texts of one kind of hole came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HoleCounts {
    pub(super) holes: u64,
    pub(super) tokens: u64,
    /// Identifiers that are not declared where they stand.
    pub(super) identifiers: u64,
    pub(super) unknown_identifiers: u64,
    pub(super) checks: u64,
    pub(super) unknown_checks: u64,
}

/// The identifiers of the true texts.
#[derive(Clone, Debug, Default)]
pub(super) struct IdentifierCounts {
    /// Those that are declared where they stand.
    pub(super) declaring: u64,
    /// Those of the others where the engine allows any fresh name, too.
    pub(super) fresh_allowed: u64,
    /// The reasons of those others that are unknown.
    pub(super) unknown: Unknowns,
}

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) files: u64,
    pub(super) files_not_compiling: u64,
    pub(super) files_not_readable: u64,
    pub(super) holes_not_compiling: u64,
    /// Holes of whose true text the engine knew nothing.
    pub(super) holes_undecided: u64,
    pub(super) holes: BTreeMap<HoleKind, HoleCounts>,
    pub(super) identifiers: IdentifierCounts,
    pub(super) unknown_checks: Unknowns,
    pub(super) unknown_ends: Unknowns,
    pub(super) changes: BTreeMap<(Group, &'static str), ChangeCounts>,
    pub(super) samples: ChangeCounts,
    pub(super) samples_not_placed: u64,
    pub(super) false_rejections: u64,
    pub(super) missed: u64,
    pub(super) wrong_ends: u64,
    /// Texts that compile and are rejected on purpose, by the documented narrowing.
    pub(super) narrowed: BTreeMap<&'static str, u64>,
    pub(super) defects: Vec<Defect>,
    pub(super) questions: u64,
    pub(super) engine_deaths: u64,
    pub(super) times: Times,
}

impl Tally {
    pub(super) fn tokens(&self) -> u64 {
        self.holes.values().map(|counts| counts.tokens).sum()
    }

    pub(super) fn hole_number(&self) -> u64 {
        self.holes.values().map(|counts| counts.holes).sum()
    }

    pub(super) fn defect_number(&self) -> u64 {
        self.false_rejections + self.missed + self.wrong_ends
    }

    pub(super) fn narrow(&mut self, why: &'static str) {
        *self.narrowed.entry(why).or_default() += 1;
    }

    pub(super) fn note_defect(&mut self, defect: Defect) {
        match defect.kind {
            DefectKind::FalseRejection => self.false_rejections += 1,
            DefectKind::MissedMutant => self.missed += 1,
            DefectKind::WrongEnd => self.wrong_ends += 1,
        }
        if self.defects.len() < MOST_REPRODUCERS {
            self.defects.push(defect);
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Reason;

    use super::{ChangeCounts, Place, Rejection};

    #[test]
    fn each_rejection_is_counted_once() {
        let rejection =
            |place, at| Rejection { place, at, asked: at, reason: Reason::new("rule", "") };
        let mut counts = ChangeCounts::default();
        counts.note(Some(&rejection(Place::Names, 4)), false, Some(4));
        counts.note(Some(&rejection(Place::Check, 5)), false, Some(4));
        counts.note(Some(&rejection(Place::Check, 5)), true, None);
        counts.note(Some(&rejection(Place::End, 4)), false, Some(4));
        counts.note(None, false, Some(4));
        counts.note(None, true, Some(4));
        let expected = ChangeCounts {
            compiling: 0,
            at_the_change: 1,
            before_the_end: 2,
            at_the_end: 1,
            undecided: 1,
            missed: 1,
        };
        assert_eq!(counts, expected);
        assert_eq!(counts.uncompilable(), 6);
    }
}
