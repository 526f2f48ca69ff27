//! What people say of plausible patches: `judgements.jsonl` beside a measurement.
//!
//! A patch that passes all tests is plausible. That it is correct is somebody's judgement, so each
//! line here carries a name, a reason and a time. Lines are only ever appended: whoever changes
//! their mind writes another line, and the newest one of a judge stands.

mod file;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use file::{FILE_NAME, append};

/// The version of a line that this program writes, and the newest that it reads.
pub const FORMAT_VERSION: u32 = 1;

/// What somebody says of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assessment {
    /// It does what the developers' fix does.
    Correct,
    /// It does not, though the tests pass.
    NotCorrect,
    /// The judge looked and cannot tell.
    Unsure,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// See [`FORMAT_VERSION`].
    pub format_version: u32,
    /// The bug's name.
    pub bug: String,
    /// The Java tokens of the patch ([`syntax::tokens::token_key`]): patches with the same ones are
    /// one patch.
    pub key: String,
    /// The text in the hole that the judge saw.
    pub text: String,
    /// What is said of it.
    pub verdict: Assessment,
    /// Why, in the judge's words.
    pub reason: String,
    /// Who says so.
    pub judge: String,
    /// When, in UTC.
    pub time: Timestamp,
    /// The version of the program that showed the patch.
    pub patchwright: String,
}

/// What all judges together say of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has looked at it.
    NotJudged,
    /// Everyone who looked at it says this.
    Agreed(Assessment),
    /// They say different things, `unsure` among them. Such a patch counts nowhere as correct.
    Disputed,
}

/// The judgements that stand, by bug, key of the patch, and judge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgements {
    bugs: BTreeMap<String, BTreeMap<String, BTreeMap<String, Judgement>>>,
}

impl Judgements {
    /// Of several of one judge on one patch, the one with the latest time stands; of those of the
    /// same time, the last.
    pub fn new(judgements: impl IntoIterator<Item = Judgement>) -> Self {
        let mut bugs: BTreeMap<_, BTreeMap<_, BTreeMap<_, Judgement>>> = BTreeMap::new();
        for judgement in judgements {
            let patches = bugs.entry(judgement.bug.clone()).or_default();
            let judges = patches.entry(judgement.key.clone()).or_default();
            match judges.get(&judgement.judge) {
                Some(other) if other.time > judgement.time => {}
                _ => drop(judges.insert(judgement.judge.clone(), judgement)),
            }
        }
        Self { bugs }
    }

    /// What the judges say of a patch, by their names; `None` when nobody has looked at it.
    pub fn of(&self, bug: &str, key: &str) -> Option<&BTreeMap<String, Judgement>> {
        self.bugs.get(bug)?.get(key)
    }

    /// What they say together.
    pub fn standing(&self, bug: &str, key: &str) -> Standing {
        let judges = self.of(bug, key).into_iter().flat_map(BTreeMap::values);
        let said: BTreeSet<Assessment> = judges.map(|judgement| judgement.verdict).collect();
        match said.first() {
            None => Standing::NotJudged,
            Some(one) if said.len() == 1 => Standing::Agreed(*one),
            Some(_) => Standing::Disputed,
        }
    }

    /// All of them, ordered by bug, patch and judge.
    pub fn iter(&self) -> impl Iterator<Item = &Judgement> {
        self.bugs.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Assessment, FORMAT_VERSION, Judgement, Judgements, Standing};

    /// A judgement on the bug `shop-1`, made so many seconds after 1970 began.
    pub(crate) fn judgement(key: &str, judge: &str, verdict: Assessment, second: i64) -> Judgement {
        Judgement {
            format_version: FORMAT_VERSION,
            bug: "shop-1".to_owned(),
            key: key.to_owned(),
            text: format!("  {key}"),
            verdict,
            reason: "read".to_owned(),
            judge: judge.to_owned(),
            time: jiff::Timestamp::from_second(second).unwrap(),
            patchwright: "0.0.0".to_owned(),
        }
    }

    #[test]
    fn the_newest_of_a_judge_stands_and_disagreement_is_seen() {
        let (yes, no, unsure) = (Assessment::Correct, Assessment::NotCorrect, Assessment::Unsure);
        for (lines, expected) in [
            (vec![], Standing::NotJudged),
            (vec![("A", yes, 1)], Standing::Agreed(yes)),
            (vec![("A", yes, 1), ("A", no, 2)], Standing::Agreed(no)),
            (vec![("A", yes, 2), ("A", no, 1)], Standing::Agreed(yes)),
            (vec![("A", yes, 1), ("A", unsure, 1)], Standing::Agreed(unsure)),
            (vec![("A", yes, 1), ("B", yes, 2)], Standing::Agreed(yes)),
            (vec![("A", yes, 1), ("B", no, 2)], Standing::Disputed),
            (vec![("A", yes, 1), ("B", unsure, 2)], Standing::Disputed),
            (vec![("A", yes, 1), ("B", no, 2), ("B", yes, 3)], Standing::Agreed(yes)),
        ] {
            let shown = format!("{lines:?}");
            let lines = lines.into_iter().map(|(judge, said, at)| judgement("k", judge, said, at));
            let judgements = Judgements::new(lines);
            assert_eq!(judgements.standing("shop-1", "k"), expected, "{shown}");
            assert_eq!(judgements.standing("shop-1", "other"), Standing::NotJudged);
        }
    }
}
