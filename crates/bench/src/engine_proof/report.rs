//! What the proof found, as data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::changes::Group;
use super::defect::Defect;
use super::hole_kind::HoleKind;
use super::latency::Percentiles;
use super::settings::{LEAST_DECIDED_SHARE, ProofSettings, WARM_UP_QUESTIONS};
use super::tally::{ChangeCounts, HoleCounts, Tally, Unknowns};

/// The version of the report's form; a new field does not change it.
const FORMAT_VERSION: u32 = 1;

/// What the proof found. `docs/bench-engine.md` says what each field means.
#[derive(Clone, Debug, Serialize)]
pub struct ProofReport {
    /// The version of this form.
    pub format_version: u32,
    /// What was walked: the names of the sources.
    pub sources: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The version of the JDK that answered.
    pub jdk: String,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Files in which holes were made.
    pub files: u64,
    /// Files that do not compile as they stand, whose holes were skipped.
    pub files_not_compiling: u64,
    /// Files that could not be looked at as a whole.
    pub files_not_readable: u64,
    /// Holes that were walked.
    pub holes: u64,
    /// Holes that were skipped because their file does not compile as it stands.
    pub holes_not_compiling: u64,
    /// Holes of whose true text the engine knew nothing, its end included.
    pub holes_undecided: u64,
    /// Java tokens of true text.
    pub tokens: u64,
    /// Texts that compile and were rejected.
    pub false_rejections: u64,
    /// Mutants and variants that do not compile and were nowhere rejected.
    pub mutants_missed: u64,
    /// Texts that do not compile, were rejected before the end, and pass the end check.
    pub wrong_ends: u64,
    /// Changed texts that do not compile.
    pub mutants_uncompilable: u64,
    /// Of those, how many are in undecided holes, where nothing was said against them.
    pub mutants_undecided: u64,
    /// Changed texts that compile.
    pub mutants_compiling: u64,
    /// Of those that do not compile, how many were rejected before the end.
    pub rejected_before_end: u64,
    /// Of the identifier mutants that do not compile, how many were rejected at the identifier.
    pub rejected_at_identifier: u64,
    /// The mutants in which one identifier is another word.
    pub identifier_mutants: MutantReport,
    /// The other mutants.
    pub token_mutants: MutantReport,
    /// Other programs that should compile.
    pub variants: MutantReport,
    /// Each way to change a text.
    pub changes: Vec<ChangeReport>,
    /// Each kind of hole.
    pub hole_kinds: Vec<HoleReport>,
    /// Of the identifiers that are not declared where they stand, the share of unknown answers.
    pub unknown_identifier_share: f64,
    /// Of the checks of true text, the share of unknown answers.
    pub unknown_check_share: f64,
    /// The identifiers of the true texts.
    pub identifiers: IdentifierReport,
    /// Unknown answers by reason.
    pub unknown: UnknownReport,
    /// Texts that compile and that the engine rejects as its contract says, by what they do.
    pub narrowed: BTreeMap<&'static str, u64>,
    /// The texts that models wrote.
    pub model_samples: ModelReport,
    /// How often a companion died.
    pub engine_deaths: u64,
    /// Round trips by kind of question, after the first [`ProofReport::warm_up_questions`].
    pub latency_ms: BTreeMap<&'static str, Percentiles>,
    /// How many questions were asked before times counted.
    pub warm_up_questions: u64,
    /// The memory of the companion.
    pub memory: MemoryReport,
    /// The wrong answers.
    pub defects: Vec<Defect>,
}

impl ProofReport {
    /// Whether no answer was wrong, and the engine decides enough of the holes for that to mean
    /// something: [`LEAST_DECIDED_SHARE`](super::LEAST_DECIDED_SHARE).
    pub fn holds(&self) -> bool {
        self.false_rejections == 0
            && self.mutants_missed == 0
            && self.wrong_ends == 0
            && self.decides_enough()
    }

    /// Whether the engine decides as many of the holes as it must.
    pub fn decides_enough(&self) -> bool {
        let decided = self.holes - self.holes_undecided.min(self.holes);
        self.holes == 0 || share(decided, self.holes) >= LEAST_DECIDED_SHARE
    }
}

/// What became of changed texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MutantReport {
    /// Those that compile.
    pub compiling: u64,
    /// Those that do not.
    pub uncompilable: u64,
    /// Rejected at the changed identifier; 0 for other changes.
    pub rejected_at_identifier: u64,
    /// Rejected before the end, those at the identifier included.
    pub rejected_before_end: u64,
    /// Rejected by the end check alone.
    pub rejected_at_end: u64,
    /// Of undecided holes, and nowhere rejected.
    pub undecided: u64,
    /// Nowhere rejected though the hole is decided.
    pub missed: u64,
    /// `rejected_at_identifier` / `uncompilable`; 0 when there is none.
    pub rejected_at_identifier_share: f64,
    /// `rejected_before_end` / `uncompilable`; 0 when there is none.
    pub rejected_before_end_share: f64,
}

impl From<ChangeCounts> for MutantReport {
    fn from(counts: ChangeCounts) -> Self {
        let uncompilable = counts.uncompilable();
        let before_end = counts.at_the_change + counts.before_the_end;
        Self {
            compiling: counts.compiling,
            uncompilable,
            rejected_at_identifier: counts.at_the_change,
            rejected_before_end: before_end,
            rejected_at_end: counts.at_the_end,
            undecided: counts.undecided,
            missed: counts.missed,
            rejected_at_identifier_share: share(counts.at_the_change, uncompilable),
            rejected_before_end_share: share(before_end, uncompilable),
        }
    }
}

/// One way to change a text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChangeReport {
    /// What is made: `identifier mutant`, `token mutant` or `variant`.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What became of those texts.
    #[serde(flatten)]
    pub mutants: MutantReport,
}

/// The true texts of one kind of hole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HoleReport {
    /// The kind.
    pub kind: HoleKind,
    /// How many there were.
    pub holes: u64,
    /// Their tokens.
    pub tokens: u64,
    /// The share of unknown answers at identifiers that are not declared there.
    pub unknown_identifier_share: f64,
    /// The share of unknown checks.
    pub unknown_check_share: f64,
}

/// The identifiers of the true texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IdentifierReport {
    /// Those that are declared where they stand: no engine can know them.
    pub declared: u64,
    /// The others.
    pub used: u64,
    /// Of the others, those where any fresh name is allowed, too (a lambda's parameter).
    pub fresh_allowed: u64,
    /// Of the others, those with an unknown answer.
    pub unknown: u64,
}

/// Unknown answers of the true texts by reason; at the end of all texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnknownReport {
    /// At identifiers that are not declared where they stand.
    pub identifiers: Unknowns,
    /// After finished tokens.
    pub checks: Unknowns,
    /// At the end.
    pub ends: Unknowns,
}

/// Texts that models wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ModelReport {
    /// Those whose place is not in the sources.
    pub not_placed: u64,
    /// What became of the others.
    #[serde(flatten)]
    pub texts: MutantReport,
}

/// The memory of the companion, the largest of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MemoryReport {
    /// What it uses of its heap at the end, in MiB, what is garbage included.
    pub heap_mebibytes: u64,
    /// The most it held resident, in MiB; `None` where the system does not tell.
    pub peak_resident_mebibytes: Option<u64>,
}

pub(super) fn report_of(
    settings: &ProofSettings,
    sources: Vec<String>,
    jdk: String,
    stopped: bool,
    memory: MemoryReport,
    tally: Tally,
) -> ProofReport {
    let group = |group| MutantReport::from(group_counts(&tally, group));
    let [identifier_mutants, token_mutants, variants] = Group::ALL.map(group);
    let all = [identifier_mutants, token_mutants, variants];
    let sum = |value: fn(&MutantReport) -> u64| all.iter().map(value).sum();
    let holes = hole_counts(&tally);
    ProofReport {
        format_version: FORMAT_VERSION,
        sources,
        seed: settings.seed,
        jdk,
        stopped,
        files: tally.files,
        files_not_compiling: tally.files_not_compiling,
        files_not_readable: tally.files_not_readable,
        holes: holes.holes,
        holes_not_compiling: tally.holes_not_compiling,
        holes_undecided: tally.holes_undecided,
        tokens: holes.tokens,
        false_rejections: tally.false_rejections,
        mutants_missed: tally.missed,
        wrong_ends: tally.wrong_ends,
        mutants_uncompilable: sum(|mutants| mutants.uncompilable),
        mutants_undecided: sum(|mutants| mutants.undecided),
        mutants_compiling: sum(|mutants| mutants.compiling),
        rejected_before_end: sum(|mutants| mutants.rejected_before_end),
        rejected_at_identifier: identifier_mutants.rejected_at_identifier,
        identifier_mutants,
        token_mutants,
        variants,
        changes: tally.changes.iter().map(change_report).collect(),
        hole_kinds: tally.holes.iter().map(hole_report).collect(),
        unknown_identifier_share: share(holes.unknown_identifiers, holes.identifiers),
        unknown_check_share: share(holes.unknown_checks, holes.checks),
        identifiers: IdentifierReport {
            declared: tally.identifiers.declaring,
            used: holes.identifiers,
            fresh_allowed: tally.identifiers.fresh_allowed,
            unknown: holes.unknown_identifiers,
        },
        latency_ms: tally.times.percentiles(),
        warm_up_questions: WARM_UP_QUESTIONS,
        memory,
        narrowed: tally.narrowed,
        model_samples: ModelReport {
            not_placed: tally.samples_not_placed,
            texts: tally.samples.into(),
        },
        engine_deaths: tally.engine_deaths,
        unknown: UnknownReport {
            identifiers: tally.identifiers.unknown,
            checks: tally.unknown_checks,
            ends: tally.unknown_ends,
        },
        defects: tally.defects,
    }
}

fn group_counts(tally: &Tally, group: Group) -> ChangeCounts {
    let mut sum = ChangeCounts::default();
    for (_, counts) in tally.changes.iter().filter(|((of, _), _)| *of == group) {
        sum.add(counts);
    }
    sum
}

fn hole_counts(tally: &Tally) -> HoleCounts {
    let mut sum = HoleCounts::default();
    for counts in tally.holes.values() {
        sum.holes += counts.holes;
        sum.tokens += counts.tokens;
        sum.identifiers += counts.identifiers;
        sum.unknown_identifiers += counts.unknown_identifiers;
        sum.checks += counts.checks;
        sum.unknown_checks += counts.unknown_checks;
    }
    sum
}

fn change_report(((group, name), counts): (&(Group, &'static str), &ChangeCounts)) -> ChangeReport {
    ChangeReport { group: group.name(), name, mutants: (*counts).into() }
}

fn hole_report((kind, counts): (&HoleKind, &HoleCounts)) -> HoleReport {
    HoleReport {
        kind: *kind,
        holes: counts.holes,
        tokens: counts.tokens,
        unknown_identifier_share: share(counts.unknown_identifiers, counts.identifiers),
        unknown_check_share: share(counts.unknown_checks, counts.checks),
    }
}

/// A part of a whole; 0 when there is no whole.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
