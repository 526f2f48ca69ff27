//! What lies before the judge: the patches of a measurement, and what was said of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::TestName;

use super::judge_name::JudgeName;
use super::patches::found_patches;
use crate::bug::Bug;
use crate::data_set::DataSet;
use crate::error::BenchError;
use crate::judgements::{Assessment, FORMAT_VERSION, Judgement, Judgements, append};
use crate::metrics::same_program;
use crate::reference::{Reference, read_reference};

/// How long a reason may be, in characters.
const MOST_REASON_CHARACTERS: usize = 4_000;

/// All distinct plausible patches of a measurement, and who judges them.
#[derive(Debug)]
pub struct Desk {
    out: PathBuf,
    judge: JudgeName,
    patchwright: String,
    bugs: BTreeMap<String, BugSheet>,
    patches: Vec<PatchSheet>,
    unfinished: usize,
}

/// What is known of a bug.
#[derive(Debug, Serialize)]
struct BugSheet {
    title: String,
    failing: Vec<TestName>,
    /// The developers' fix; `null` when the bug has none.
    reference: Option<String>,
}

/// A patch to judge.
#[derive(Debug, Serialize)]
struct PatchSheet {
    bug: String,
    key: String,
    text: String,
    diff: String,
    comparison: Comparison,
}

/// How a patch compares with the developers' fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Comparison {
    /// Both are the same Java tokens.
    Equal,
    /// They are not. They may still do the same.
    Different,
    /// They could not be compared.
    Unknown {
        /// Why.
        reason: String,
    },
}

/// What the page shows.
#[derive(Debug, Serialize)]
pub(super) struct View<'a> {
    judge: &'a str,
    most_reason_characters: usize,
    bugs: &'a BTreeMap<String, BugSheet>,
    patches: Vec<PatchView<'a>>,
}

/// A patch with what was said of it.
#[derive(Debug, Serialize)]
struct PatchView<'a> {
    #[serde(flatten)]
    sheet: &'a PatchSheet,
    #[serde(flatten)]
    opinions: Opinions,
}

/// What was said of a patch.
#[derive(Debug, Serialize)]
pub(super) struct Opinions {
    /// What this judge said.
    mine: Option<Opinion>,
    /// What others said; nothing as long as this judge has not said anything.
    others: Vec<Opinion>,
}

/// What somebody said of a patch.
#[derive(Debug, Serialize)]
struct Opinion {
    judge: String,
    verdict: Assessment,
    reason: String,
    time: Timestamp,
}

/// What a judge says of a patch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    bug: String,
    key: String,
    verdict: Assessment,
    reason: String,
}

/// Why a judgement is not taken.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// There is no such patch.
    #[error("there is no such patch of `{bug}`")]
    NoSuchPatch {
        /// The bug's name.
        bug: String,
    },
    /// No reason is given.
    #[error("a judgement needs a reason")]
    NoReason,
    /// The reason is too long.
    #[error("the reason has {found} characters, and {MOST_REASON_CHARACTERS} are the most")]
    LongReason {
        /// How many it has.
        found: usize,
    },
    /// It could not be written.
    #[error(transparent)]
    NotKept(#[from] BenchError),
}

impl Desk {
    /// Gathers the patches of the measurement in `out`, whose bugs are those of `data_set`.
    ///
    /// # Errors
    /// When a report, a bug or the earlier judgements cannot be read, or there are runs of a bug
    /// that the data set does not have.
    pub fn open(
        out: &Path,
        data_set: &dyn DataSet,
        judge: JudgeName,
        patchwright: &str,
    ) -> Result<Self, BenchError> {
        let mut found = found_patches(out)?;
        found.by_bug.retain(|_, patches| !patches.is_empty());
        let (mut bugs, mut patches) = (BTreeMap::new(), Vec::new());
        for bug in data_set.bugs()? {
            let Some(of_bug) = found.by_bug.remove(bug.name()) else { continue };
            let reference = read_reference(&bug)?;
            patches.extend(of_bug.into_iter().map(|(key, patch)| PatchSheet {
                bug: bug.name().to_owned(),
                key,
                comparison: Comparison::of(&patch.text, &reference),
                text: patch.text,
                diff: patch.diff,
            }));
            let sheet = BugSheet {
                title: bug.file.title.clone(),
                failing: bug.file.tests.failing.clone(),
                reference: reference_diff(&bug)?,
            };
            bugs.insert(bug.file.name, sheet);
        }
        if let Some((bug, _)) = found.by_bug.pop_first() {
            return Err(BenchError::UnknownBug { bug, data_set: data_set.name().to_owned() });
        }
        let unfinished = found.unfinished;
        let patchwright = patchwright.to_owned();
        let desk = Self { out: out.to_owned(), judge, patchwright, bugs, patches, unfinished };
        // A file that cannot be read is told now, not to the browser.
        desk.judged()?;
        Ok(desk)
    }

    /// How many distinct patches there are.
    pub fn patch_count(&self) -> usize {
        self.patches.len()
    }

    /// How many runs have no report yet.
    pub fn unfinished_runs(&self) -> usize {
        self.unfinished
    }

    /// The judge's name.
    pub fn judge(&self) -> &str {
        self.judge.as_str()
    }

    /// How many of the patches this judge has judged.
    ///
    /// # Errors
    /// When the judgements cannot be read.
    pub fn judged(&self) -> Result<usize, BenchError> {
        let judgements = Judgements::read(&self.out)?;
        let is_judged = |patch: &&PatchSheet| {
            let judges = judgements.of(&patch.bug, &patch.key);
            judges.is_some_and(|judges| judges.contains_key(self.judge.as_str()))
        };
        Ok(self.patches.iter().filter(is_judged).count())
    }

    /// What the page shows, as the file of judgements stands now.
    pub(super) fn view(&self) -> Result<View<'_>, BenchError> {
        let judgements = Judgements::read(&self.out)?;
        let patch = |sheet| PatchView { sheet, opinions: self.opinions(sheet, &judgements) };
        Ok(View {
            judge: self.judge.as_str(),
            most_reason_characters: MOST_REASON_CHARACTERS,
            bugs: &self.bugs,
            patches: self.patches.iter().map(patch).collect(),
        })
    }

    fn opinions(&self, sheet: &PatchSheet, judgements: &Judgements) -> Opinions {
        let judges = judgements.of(&sheet.bug, &sheet.key).into_iter().flat_map(BTreeMap::values);
        let (mine, others): (Vec<_>, Vec<_>) =
            judges.map(Opinion::of).partition(|opinion| opinion.judge == self.judge.as_str());
        let mine = mine.into_iter().next();
        let others = if mine.is_some() { others } else { Vec::new() };
        Opinions { mine, others }
    }

    /// Takes a judgement, keeps it on the disk, and tells what was said of the patch.
    ///
    /// # Errors
    /// When it is none, or cannot be written; then nothing has changed.
    pub(super) fn take(&self, entry: &Entry) -> Result<Opinions, Refusal> {
        let found = |patch: &&PatchSheet| patch.bug == entry.bug && patch.key == entry.key;
        let patch = self
            .patches
            .iter()
            .find(found)
            .ok_or_else(|| Refusal::NoSuchPatch { bug: entry.bug.clone() })?;
        let reason = entry.reason.trim();
        let length = reason.chars().count();
        if length == 0 {
            return Err(Refusal::NoReason);
        }
        if length > MOST_REASON_CHARACTERS {
            return Err(Refusal::LongReason { found: length });
        }
        let judgement = Judgement {
            format_version: FORMAT_VERSION,
            bug: patch.bug.clone(),
            key: patch.key.clone(),
            text: patch.text.clone(),
            verdict: entry.verdict,
            reason: reason.to_owned(),
            judge: self.judge.as_str().to_owned(),
            time: Timestamp::now(),
            patchwright: self.patchwright.clone(),
        };
        append(&self.out, &judgement)?;
        Ok(self.opinions(patch, &Judgements::read(&self.out)?))
    }
}

impl Opinion {
    fn of(judgement: &Judgement) -> Self {
        Self {
            judge: judgement.judge.clone(),
            verdict: judgement.verdict,
            reason: judgement.reason.clone(),
            time: judgement.time,
        }
    }
}

impl Comparison {
    fn of(text: &str, reference: &Reference) -> Self {
        match reference {
            Reference::Text { text: fixed, .. } if same_program(text, fixed) => Self::Equal,
            Reference::Text { .. } => Self::Different,
            Reference::None => Self::Unknown { reason: "the bug has no reference fix".to_owned() },
            Reference::NotInTheHole { reason } => Self::Unknown { reason: reason.clone() },
        }
    }
}

/// The reference fix as it is written.
fn reference_diff(bug: &Bug) -> Result<Option<String>, BenchError> {
    let Some(patch) = bug.reference_patch() else { return Ok(None) };
    let bytes = fs::read(&patch).map_err(BenchError::file("read", &patch))?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
