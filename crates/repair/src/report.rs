//! The result of a run, as `report.json` has it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use decode::{FoundCandidate, Origin, Sample, Statistics};
use serde::{Deserialize, Serialize};
use syntax::tokens::token_key;
use task::{SampleEnd, TestName, Verdict, VerdictKind};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// At least one patch passes all tests.
    Plausible,
    /// All samples were drawn and judged, and none passes.
    NoneFound,
    /// No test fails.
    NothingToRepair,
}

/// Why a run ended before all samples were drawn and judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// The time limit of the run.
    TimeLimit,
    /// Ctrl-C or a termination signal.
    Interrupted,
}

/// A patch that passes all tests. It is plausible; whether it is correct, a person judges.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedPatch {
    /// Its place, from 1.
    pub rank: usize,
    /// The text in the hole.
    pub text: String,
    /// The difference to the user's file.
    pub diff: String,
    /// The file with the difference.
    pub file: PathBuf,
    /// What it is ranked by: the mean log-probability of a token under the unmasked model.
    pub mean_log_probability: f64,
    /// The log-probability of the whole text and its end.
    pub log_probability: f64,
    /// The tokens that the above is the sum over.
    pub token_count: usize,
    /// How many samples offered it.
    pub draws: usize,
    /// How it was found.
    pub origin: Origin,
    /// How many tests passed.
    pub tests_run: usize,
}

/// What became of the samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleCounts {
    /// How many were to be drawn.
    pub planned: usize,
    /// How many were drawn to their end, whatever end: what the counts below are out of.
    pub drawn: usize,
    /// Those that were under way when the run was ended from outside. They count nowhere else: of
    /// the samples that were under way together the short ones end first.
    pub stopped: usize,
    /// Those that found their end by themselves.
    pub ended: usize,
    /// Those that were trimmed to a boundary.
    pub trimmed: usize,
    /// Those for which every next token was infeasible.
    pub dead: usize,
    /// Those that reached a limit without anything to offer but their whole text.
    pub cut: usize,
    /// Those whose text as it was drawn, not trimmed, ended by itself and compiles.
    pub compiling_as_drawn: usize,
    /// Those whose offered text compiles, the trimmed ones included.
    pub compiling: usize,
    /// Those whose offered text does not compile, or that offered nothing.
    pub not_compiling: usize,
    /// Those whose offered text was not judged before the run ended.
    pub not_judged: usize,
    /// Those that offered the text that was there already, which is no candidate.
    pub unchanged: usize,
    /// Those whose offered text passes all tests.
    pub plausible: usize,
}

/// When things happened, in seconds from the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The project was copied and compiled.
    pub prepared: Option<f64>,
    /// The tests had been run on the program as it stands.
    pub baseline: Option<f64>,
    /// The prompt was evaluated.
    pub prefilled: Option<f64>,
    /// The first sample was drawn.
    pub first_sample: Option<f64>,
    /// The last sample was drawn.
    pub drawn: Option<f64>,
    /// The first candidate passed all tests.
    pub first_plausible: Option<f64>,
    /// The run was over.
    pub total: f64,
}

/// The whole result.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// See [`crate::FORMAT_VERSION`].
    pub format_version: u32,
    /// The run's name.
    pub run: String,
    /// The run's folder.
    pub folder: PathBuf,
    /// What it came to.
    pub outcome: Outcome,
    /// Why it ended early, if it did.
    pub cut: Option<Cut>,
    /// The file that was to be repaired, from the project's root.
    pub file: PathBuf,
    /// The folder that the patches' paths start from, where `git apply` takes them.
    pub apply_in: PathBuf,
    /// The text that stood in the hole.
    pub original: String,
    /// The tests that a patch had to mend.
    pub failing_tests: Vec<TestName>,
    /// The patches that pass all tests, the best first.
    pub patches: Vec<RankedPatch>,
    /// What became of the samples.
    pub samples: SampleCounts,
    /// Distinct candidates by verdict.
    pub verdicts: BTreeMap<VerdictKind, usize>,
    /// Distinct candidates that were not judged.
    pub not_judged: usize,
    /// When things happened.
    pub times: Times,
    /// What the drawing cost.
    pub statistics: Statistics,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// A candidate with what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedCandidate {
    /// The candidate.
    #[serde(flatten)]
    pub found: FoundCandidate,
    /// What became of it.
    pub verdict: Verdict,
    /// When it was judged, in seconds from the start of the run.
    pub at_seconds: f64,
    /// Whether the verdict was known beforehand ([`crate::RepairRequest::known_verdicts`]) and no
    /// test was run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_over: bool,
}

/// The order of plausible patches: by mean log-probability, the greatest first, and among equals
/// by the order in which they were found. A total order, so that runs repeat.
pub(crate) fn rank(plausible: &mut [(FoundCandidate, usize)]) {
    plausible.sort_by(|(a, _), (b, _)| {
        let score = |found: &FoundCandidate| found.candidate.mean_log_probability();
        score(b).total_cmp(&score(a)).then(a.index.cmp(&b.index))
    });
}

/// Counts what became of samples, given the verdicts by the candidates' token keys.
pub(crate) fn count_samples(
    samples: &[Sample],
    planned: usize,
    original: &str,
    verdicts: &BTreeMap<String, Verdict>,
) -> SampleCounts {
    let (stopped, drawn): (Vec<_>, Vec<_>) =
        samples.iter().partition(|sample| sample.end == SampleEnd::Stopped);
    let (stopped, original) = (stopped.len(), token_key(original));
    let mut counts =
        SampleCounts { planned, drawn: drawn.len(), stopped, ..SampleCounts::default() };
    for sample in drawn {
        count_end(&mut counts, sample);
        let key = sample.offered.as_deref().map(token_key);
        let compiles = match &key {
            None => Some(false),
            // What stands there already compiles, or nothing would have been drawn.
            Some(key) if *key == original => {
                counts.unchanged += 1;
                Some(true)
            }
            Some(key) => verdicts.get(key).and_then(Verdict::compiles),
        };
        match compiles {
            Some(true) => counts.compiling += 1,
            Some(false) => counts.not_compiling += 1,
            None => counts.not_judged += 1,
        }
        counts.compiling_as_drawn +=
            usize::from(compiles == Some(true) && sample.end.by_itself() && !sample.trimmed);
        let verdict = key.and_then(|key| verdicts.get(&key));
        counts.plausible += usize::from(matches!(verdict, Some(Verdict::Plausible { .. })));
    }
    counts
}

fn count_end(counts: &mut SampleCounts, sample: &Sample) {
    counts.ended += usize::from(sample.end.by_itself());
    counts.trimmed += usize::from(sample.trimmed);
    counts.dead += usize::from(sample.end == SampleEnd::DeadEnd);
    let cut = !sample.end.by_itself() && sample.end != SampleEnd::DeadEnd && !sample.trimmed;
    counts.cut += usize::from(cut);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use decode::{FoundCandidate, Origin, Sample};
    use syntax::tokens::token_key;
    use task::{Candidate, SampleEnd, Verdict};

    use super::{SampleCounts, count_samples, rank};

    fn sample(end: SampleEnd, offered: Option<&str>, trimmed: bool) -> Sample {
        Sample {
            index: 0,
            end,
            offered: offered.map(str::to_owned),
            trimmed,
            text: String::new(),
            tokens: Vec::new(),
            log_probability: 0.0,
            passes_end_check: None,
            pruned: 0,
            dead_ends: 0,
            restarts: 0,
            rows: 0,
            seconds: 0.0,
        }
    }

    #[test]
    fn every_planned_sample_is_accounted_for() {
        let verdicts: BTreeMap<String, Verdict> = [
            ("a();", Verdict::Plausible { tests_run: 3 }),
            ("b();", Verdict::DoesNotCompile { errors: Vec::new() }),
            ("c();", Verdict::InfrastructureFault { reason: String::new() }),
        ]
        .map(|(text, verdict)| (token_key(text), verdict))
        .into();
        let samples = [
            sample(SampleEnd::Ended, Some("a( );"), false),
            sample(SampleEnd::MaxTokens, Some("a();"), true),
            sample(SampleEnd::MaxTokens, Some("b();"), false),
            sample(SampleEnd::Ended, Some("c();"), false),
            sample(SampleEnd::Ended, Some("unseen();"), false),
            sample(SampleEnd::RepeatedSuffix, Some(" old();"), false),
            sample(SampleEnd::DeadEnd, None, false),
            sample(SampleEnd::Stopped, Some("a();"), true),
        ];
        let counts = count_samples(&samples, 10, "old();", &verdicts);
        let expected = SampleCounts {
            planned: 10,
            drawn: 7,
            stopped: 1,
            ended: 4,
            trimmed: 1,
            dead: 1,
            cut: 1,
            compiling_as_drawn: 2,
            compiling: 3,
            not_compiling: 2,
            not_judged: 2,
            unchanged: 1,
            plausible: 2,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn patches_are_ranked_by_the_mean_and_then_by_their_age() {
        let found = |index, log_probability, token_count| FoundCandidate {
            index,
            candidate: Candidate { text: String::new(), log_probability, token_count },
            origin: Origin::Drawn,
            draws: 1,
            first_sample: 0,
            passes_end_check: None,
        };
        let mut patches = [(found(0, -4.0, 2), 0), (found(2, -3.0, 3), 0), (found(1, -1.0, 1), 0)];
        rank(&mut patches);
        assert_eq!(patches.map(|(found, _)| found.index), [1, 2, 0]);
    }
}
