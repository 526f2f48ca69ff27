//! The proof itself: files and holes by the seed, and what is asked about each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use engine::{CompletionEngine, JavacEngine};
use project::StopFlag;
use task::Span;

use super::asking::Asker;
use super::changed::{ChangedTexts, count};
use super::corpus::Corpus;
use super::file_view::FileView;
use super::hole_kind::HoleKind;
use super::holes::choose;
use super::judging::{Known, judge};
use super::memory::peak_resident_mebibytes;
use super::model_samples::ModelSample;
use super::oracle::Oracle;
use super::report::{MemoryReport, ProofReport, report_of};
use super::settings::{HOLES_PER_FILE, ProofSettings};
use super::subject::Subject;
use super::tally::Tally;
use super::truth::walk_truth;
use super::walk::Nobody;
use crate::error::BenchError;
use crate::metrics::SplitMix;

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tokens of true text that were walked.
    pub tokens: u64,
    /// Of so many.
    pub planned: u64,
    /// Holes that were walked.
    pub holes: u64,
    /// Wrong answers so far.
    pub defects: u64,
}

/// A proof under way.
#[derive(Debug)]
pub struct Proof {
    settings: ProofSettings,
    stop: StopFlag,
    tally: Tally,
    memory: MemoryReport,
    sources: Vec<String>,
    /// How many holes were begun; each has random numbers of its own.
    begun: u64,
}

/// How many tokens and holes may be there after a corpus.
#[derive(Clone, Copy)]
struct Budget {
    tokens: u64,
    holes: u64,
}

impl Proof {
    /// A proof that has walked nothing.
    pub fn new(settings: ProofSettings, stop: StopFlag) -> Self {
        Self {
            settings,
            stop,
            tally: Tally::default(),
            memory: MemoryReport::default(),
            sources: Vec::new(),
            begun: 0,
        }
    }

    /// Walks holes of a corpus until its share of what is left is used up: one of `corpora_left`
    /// shares.
    ///
    /// # Errors
    /// When the engine or the oracle cannot be reached.
    pub fn walk(
        &mut self,
        corpus: &Corpus,
        corpora_left: usize,
        engine: &mut dyn CompletionEngine,
        oracle: &mut dyn Oracle,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<(), BenchError> {
        self.sources.push(corpus.name.clone());
        let budget = self.budget(corpora_left);
        let mut random = SplitMix::new(self.settings.seed);
        let mut files: Vec<PathBuf> = corpus.files.clone();
        shuffle(&mut files, &mut random);
        let mut state = CorpusState { corpus, compiling: BTreeMap::new(), done: BTreeSet::new() };
        loop {
            let before = self.begun;
            for file in &files {
                if self.is_over(budget) {
                    return Ok(());
                }
                self.walk_file(&mut state, file, budget, engine, oracle)?;
                tell(self.progress());
            }
            // A whole round in which no file had a new hole.
            if self.begun == before {
                return Ok(());
            }
        }
    }

    /// Asks about the texts of models that lie in a corpus, and about the true texts of their places.
    ///
    /// # Errors
    /// When the engine or the oracle cannot be reached.
    pub fn walk_samples(
        &mut self,
        corpus: &Corpus,
        samples: &[ModelSample],
        engine: &mut dyn CompletionEngine,
        oracle: &mut dyn Oracle,
    ) -> Result<(), BenchError> {
        let mut undecided: BTreeMap<(&Path, Span), bool> = BTreeMap::new();
        for sample in samples.iter().filter(|sample| corpus.files.contains(&sample.file)) {
            if self.stop.is_raised() {
                break;
            }
            let view = corpus.read(&sample.file).and_then(FileView::new);
            let span = Span::new(sample.start, sample.end);
            let subject = view.as_ref().and_then(|view| Subject::new(view, HoleKind::Sample, span));
            let Some(mut subject) = subject else {
                self.tally.samples_not_placed += 1;
                continue;
            };
            let hole = subject.hole();
            let place = (sample.file.as_path(), span);
            let mut asker = Asker::open(engine, &hole, true, &mut self.tally)?;
            match undecided.get(&place) {
                Some(known) => subject.is_undecided = *known,
                None => {
                    if oracle.errors(hole.file())?.is_empty() {
                        walk_truth(&mut subject, &mut asker)?;
                    }
                    undecided.insert(place, subject.is_undecided);
                }
            }
            let errors = oracle.errors(&hole.filled(&sample.text))?;
            let text = sample.text.as_str();
            let known = Known { text_is: "model text", text, from: 0, errors: &errors };
            let judgement = judge(&subject, &mut asker, &known, &mut Nobody)?;
            count(&mut self.tally.samples, errors.is_empty(), &judgement, None);
        }
        Ok(())
    }

    /// Notes how much memory an engine's companion takes; the largest of several counts.
    ///
    /// # Errors
    /// When the companion cannot be reached.
    pub fn note_memory(&mut self, engine: &mut JavacEngine) -> Result<(), BenchError> {
        let heap = engine.statistics()?.companion.get("heap_bytes").copied().unwrap_or_default();
        let peak = engine.process_id().and_then(peak_resident_mebibytes);
        self.memory.heap_mebibytes = self.memory.heap_mebibytes.max(heap >> 20);
        self.memory.peak_resident_mebibytes = self.memory.peak_resident_mebibytes.max(peak);
        Ok(())
    }

    /// What was found. `jdk` is the version of the JDK that answered.
    pub fn finish(self, jdk: String) -> ProofReport {
        let stopped = self.stop.is_raised();
        report_of(&self.settings, self.sources, jdk, stopped, self.memory, self.tally)
    }

    fn budget(&self, corpora_left: usize) -> Budget {
        let share = |most: u64, used: u64| {
            used + most.saturating_sub(used).div_ceil(corpora_left.max(1) as u64)
        };
        Budget {
            tokens: share(self.settings.tokens, self.tally.tokens()),
            holes: share(self.settings.holes, self.tally.hole_number()),
        }
    }

    fn is_over(&self, budget: Budget) -> bool {
        self.stop.is_raised()
            || self.tally.tokens() >= budget.tokens
            || self.tally.hole_number() >= budget.holes
    }

    fn progress(&self) -> Progress {
        Progress {
            tokens: self.tally.tokens(),
            planned: self.settings.tokens,
            holes: self.tally.hole_number(),
            defects: self.tally.defect_number(),
        }
    }

    fn walk_file(
        &mut self,
        state: &mut CorpusState<'_>,
        file: &Path,
        budget: Budget,
        engine: &mut dyn CompletionEngine,
        oracle: &mut dyn Oracle,
    ) -> Result<(), BenchError> {
        let is_new = !state.compiling.contains_key(file);
        if state.compiling.get(file) == Some(&false) {
            return Ok(());
        }
        let Some(view) = state.corpus.read(file).and_then(FileView::new) else {
            self.tally.files_not_readable += u64::from(is_new);
            state.compiling.insert(file.to_owned(), false);
            return Ok(());
        };
        let chosen = self.choose_holes(&view, state, file);
        if is_new && !chosen.is_empty() {
            let compiles = oracle.errors(&view.source)?.is_empty();
            self.tally.files += 1;
            self.tally.files_not_compiling += u64::from(!compiles);
            state.compiling.insert(file.to_owned(), compiles);
        }
        if state.compiling.get(file) == Some(&false) {
            self.tally.holes_not_compiling += chosen.len() as u64;
            return Ok(());
        }
        let mut is_first = true;
        for (kind, span, mut random) in chosen {
            if self.is_over(budget) {
                break;
            }
            if let Some(mut subject) = Subject::new(&view, kind, span) {
                let hole = subject.hole();
                let mut asker = Asker::open(engine, &hole, is_first, &mut self.tally)?;
                is_first = false;
                walk_truth(&mut subject, &mut asker)?;
                let work = ChangedTexts { subject: &subject, hole: &hole, stop: &self.stop };
                work.walk(self.settings.changes, &mut random, &mut asker, oracle)?;
            }
        }
        Ok(())
    }

    /// Some new holes of a file, each with a kind and with random numbers of its own.
    fn choose_holes(
        &mut self,
        view: &FileView,
        state: &mut CorpusState<'_>,
        file: &Path,
    ) -> Vec<(HoleKind, Span, SplitMix)> {
        let mut chosen = Vec::new();
        for _ in 0..HoleKind::TURNS.len() {
            if chosen.len() == HOLES_PER_FILE {
                break;
            }
            let turn = usize::try_from(self.begun).unwrap_or_default();
            let mut random = SplitMix::new(self.settings.seed ^ (self.begun << 20));
            let kinds = HoleKind::TURNS.iter().cycle().skip(turn % HoleKind::TURNS.len());
            // A file without a hole of the kind gives one of the next kind.
            let found = kinds.take(HoleKind::TURNS.len()).find_map(|&kind| {
                let span = choose(view, kind, &mut random)?;
                state.done.insert((file.to_owned(), span.start, span.end)).then_some((kind, span))
            });
            let Some((kind, span)) = found else { break };
            self.begun += 1;
            chosen.push((kind, span, random));
        }
        chosen
    }
}

/// What is known of a corpus while it is walked.
struct CorpusState<'a> {
    corpus: &'a Corpus,
    /// Whether the files that were looked at compile as they stand.
    compiling: BTreeMap<PathBuf, bool>,
    /// The holes that were made.
    done: BTreeSet<(PathBuf, usize, usize)>,
}

/// Fisher and Yates' shuffle.
fn shuffle<T>(things: &mut [T], random: &mut SplitMix) {
    for last in (1..things.len()).rev() {
        things.swap(last, random.below(last + 1));
    }
}
