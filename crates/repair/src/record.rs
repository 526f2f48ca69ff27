//! The record of a run: what was told is passed on to the caller and written down.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use decode::{FoundCandidate, Generation, Sample, Statistics};
use syntax::tokens::token_key;
use task::{Hole, SourceText, TestName, Verdict, VerdictKind};

use crate::backlog::Backlog;
use crate::clock::Clock;
use crate::diff::{folder_for_git, path_for_git, unified_diff};
use crate::error::RepairError;
use crate::event::{Event, Stage};
use crate::report::{JudgedCandidate, Outcome, RankedPatch, RunReport, Times, count_samples, rank};
use crate::run_folder::{FORMAT_VERSION, RunFolder, RunFolderError};
use crate::run_record::RunRecord;
use crate::{generator, preparation};

/// The settings of a run.
const RUN_FILE: &str = "run.json";

type Tell<'a> = dyn FnMut(&Event<'_>) + 'a;

/// What is known of a run so far.
pub(crate) struct Record {
    folder: RunFolder,
    settings: RunRecord,
    hole: Option<Hole>,
    failing: Vec<TestName>,
    samples: Vec<Sample>,
    found: BTreeMap<usize, FoundCandidate>,
    verdicts: BTreeMap<usize, Verdict>,
    times: Times,
    warnings: Vec<String>,
}

impl Record {
    /// Begins the record with the run's settings.
    pub(crate) fn begin(folder: RunFolder, settings: RunRecord) -> Result<Self, RunFolderError> {
        folder.write_json(RUN_FILE, &settings)?;
        Ok(Self {
            folder,
            settings,
            hole: None,
            failing: Vec::new(),
            samples: Vec::new(),
            found: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            times: Times::default(),
            warnings: Vec::new(),
        })
    }

    /// How many samples are to be drawn.
    fn planned(&self) -> usize {
        self.settings.decode.samples
    }

    /// Takes in what the drawing thread told.
    pub(crate) fn take_generated(
        &mut self,
        told: generator::Told,
        backlog: &Backlog,
        clock: &Clock,
        tell: &mut Tell<'_>,
    ) -> Result<(), RunFolderError> {
        use generator::Told;
        match told {
            Told::Loading => tell(&Event::Began(Stage::LoadModel)),
            Told::Loaded { seconds } => {
                tell(&Event::Finished { stage: Stage::LoadModel, seconds });
            }
            Told::Prefilled { done, all } => {
                if done >= all {
                    self.times.prefilled = Some(clock.seconds());
                }
                tell(&Event::Prefilled { done, all });
            }
            Told::Found(found) => {
                tell(&Event::Found(&found));
                self.found.insert(found.index, (*found).clone());
                backlog.add(*found);
            }
            Told::Drawn(sample) => {
                self.times.first_sample.get_or_insert(clock.seconds());
                tell(&Event::Drawn { sample: &sample, planned: self.planned() });
                self.folder.append_sample(&sample)?;
                self.samples.push(*sample);
            }
        }
        Ok(())
    }

    /// Takes in what the preparing and judging thread told.
    pub(crate) fn take_prepared(
        &mut self,
        told: preparation::Told,
        clock: &Clock,
        tell: &mut Tell<'_>,
    ) -> Result<(), RunFolderError> {
        use preparation::Told;
        match told {
            Told::Began(stage) => tell(&Event::Began(stage)),
            Told::Finished(stage, seconds) => {
                let time = match stage {
                    Stage::Prepare => Some(&mut self.times.prepared),
                    Stage::Baseline => Some(&mut self.times.baseline),
                    Stage::LoadModel => None,
                };
                if let Some(time) = time {
                    *time = Some(clock.seconds());
                }
                tell(&Event::Finished { stage, seconds });
            }
            Told::Warning(text) => self.warn(text, tell),
            Told::Tools(tools) => {
                self.settings.tools = Some(*tools);
                self.folder.write_json(RUN_FILE, &self.settings)?;
            }
            Told::Place(hole) => self.hole = Some(*hole),
            Told::Failing(tests) => {
                tell(&Event::Failing(&tests));
                self.failing = tests;
            }
            Told::Judged(judged, waiting) => self.judged(&judged, waiting, tell)?,
        }
        Ok(())
    }

    fn judged(
        &mut self,
        judged: &JudgedCandidate,
        waiting: usize,
        tell: &mut Tell<'_>,
    ) -> Result<(), RunFolderError> {
        let JudgedCandidate { found, verdict, at_seconds, .. } = judged;
        if verdict.kind() == VerdictKind::Plausible {
            self.times.first_plausible.get_or_insert(*at_seconds);
        }
        tell(&Event::Judged { candidate: found, verdict, waiting });
        self.verdicts.insert(found.index, verdict.clone());
        self.folder.append_verdict(judged)
    }

    /// The drawing is over.
    pub(crate) fn drawing_ended(&mut self, clock: &Clock) {
        self.times.drawn = Some(clock.seconds());
    }

    /// A failure after patches were found is a warning; before that it is the result.
    pub(crate) fn end_early(
        &mut self,
        error: RepairError,
        tell: &mut Tell<'_>,
    ) -> Result<Generation, RepairError> {
        let found = self.verdicts.values().any(|verdict| verdict.kind() == VerdictKind::Plausible);
        if !found {
            return Err(error);
        }
        self.warn(format!("the run ended early: {error}"), tell);
        Ok(Generation::default())
    }

    fn warn(&mut self, text: String, tell: &mut Tell<'_>) {
        tell(&Event::Warning(&text));
        self.warnings.push(text);
    }

    /// Ranks the patches, writes them and the report, and hands the report out.
    pub(crate) fn into_report(
        mut self,
        generation: Generation,
        nothing_to_repair: bool,
        clock: &Clock,
        root: &Path,
        tell: &mut Tell<'_>,
    ) -> Result<RunReport, RunFolderError> {
        // What is known at the end of a drawing is more exact than what was told in between.
        for found in generation.candidates {
            self.found.insert(found.index, found);
        }
        let late = [self.edited_file(root), unsteered(&generation.statistics)];
        for warning in late.into_iter().flatten() {
            self.warn(warning, tell);
        }
        let patches = self.write_patches(root)?;
        let outcome = match (nothing_to_repair, patches.is_empty()) {
            (true, _) => Outcome::NothingToRepair,
            (false, true) => Outcome::NoneFound,
            (false, false) => Outcome::Plausible,
        };
        let original = self.hole.as_ref().map(|hole| hole.content().to_owned());
        let original = original.unwrap_or_default();
        let samples =
            count_samples(&self.samples, self.planned(), &original, &self.verdicts_by_key());
        let mut verdicts = BTreeMap::new();
        for verdict in self.verdicts.values() {
            *verdicts.entry(verdict.kind()).or_default() += 1;
        }
        self.times.total = clock.seconds();
        let report = RunReport {
            format_version: FORMAT_VERSION,
            run: self.folder.id().to_owned(),
            folder: self.folder.path().to_owned(),
            outcome,
            cut: clock.cause(),
            file: self.hole.map(|hole| hole.original().path().to_owned()).unwrap_or_default(),
            apply_in: folder_for_git(root).to_owned(),
            original,
            failing_tests: self.failing,
            patches,
            samples,
            not_judged: self.found.len() - self.verdicts.len(),
            verdicts,
            times: self.times,
            statistics: generation.statistics,
            warnings: self.warnings,
        };
        self.folder.write_json("report.json", &report)?;
        Ok(report)
    }

    fn verdicts_by_key(&self) -> BTreeMap<String, Verdict> {
        let key = |index| self.found.get(index).map(|found| token_key(&found.candidate.text));
        self.verdicts
            .iter()
            .filter_map(|(index, verdict)| Some((key(index)?, verdict.clone())))
            .collect()
    }

    /// A patch is made for the text that the run began with; if the user has edited the file
    /// since, that must be said.
    fn edited_file(&self, root: &Path) -> Option<String> {
        let original = self.hole.as_ref()?.original();
        let now = fs::read(root.join(original.path())).unwrap_or_default();
        let same = SourceText::from_bytes(original.path(), now)
            .is_ok_and(|now| now.digest() == original.digest());
        (!same).then(|| {
            format!(
                "`{}` was edited while the run was under way: the patches are for the text that \
                 it had at the start",
                original.path().display()
            )
        })
    }

    fn write_patches(&self, root: &Path) -> Result<Vec<RankedPatch>, RunFolderError> {
        let Some(hole) = &self.hole else { return Ok(Vec::new()) };
        let mut plausible: Vec<(FoundCandidate, usize)> = Vec::new();
        for (index, verdict) in &self.verdicts {
            if let (Verdict::Plausible { tests_run }, Some(found)) =
                (verdict, self.found.get(index))
            {
                plausible.push((found.clone(), *tests_run));
            }
        }
        rank(&mut plausible);
        let path = path_for_git(root, hole.original().path());
        let mut patches = Vec::new();
        for (index, (found, tests_run)) in plausible.into_iter().enumerate() {
            let text = found.candidate.text.clone();
            let diff = unified_diff(&path, hole.original(), &hole.filled(&text));
            patches.push(RankedPatch {
                rank: index + 1,
                file: self.folder.write_patch(index + 1, &diff)?,
                diff,
                mean_log_probability: found.candidate.mean_log_probability(),
                log_probability: found.candidate.log_probability,
                token_count: found.candidate.token_count,
                draws: found.draws,
                origin: found.origin,
                tests_run,
                text,
            });
        }
        Ok(patches)
    }
}

/// An engine that knew nothing steered nothing, and the user should know why.
fn unsteered(statistics: &Statistics) -> Option<String> {
    let unknown: u64 = statistics.unknowns.values().sum();
    if statistics.engine_calls == 0 || unknown < statistics.engine_calls {
        return None;
    }
    let reasons: Vec<&str> = statistics.unknowns.keys().map(String::as_str).collect();
    Some(format!(
        "the samples were drawn without guidance: the engine knew no answer ({})",
        reasons.join("; ")
    ))
}
