//! The proof of the engine holds for javac's engine, and fails for others.

use std::path::{Path, PathBuf};

use bench::engine_proof::{
    CompiledSources, Corpora, DefectKind, ModelSample, Proof, ProofReport, ProofSettings,
    corpus_of_sources, prove_javac_engine,
};
use engine::{
    CompletionEngine, Completions, EngineError, Feasibility, HoleId, JavacEngine, Reason,
    UnknownReason,
};
use project::StopFlag;
use task::Hole;

/// The sources of the engine's own tests: lambdas, switches, records, local classes.
fn sources() -> Corpora {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../companion/engine/tests/sources");
    let (corpora, outcomes) =
        corpus_of_sources(&[folder], &[], Some(17), &StopFlag::default()).unwrap();
    assert_eq!(outcomes, [CompiledSources::Compiled]);
    corpora
}

fn settings(holes: u64) -> ProofSettings {
    ProofSettings { seed: 1, tokens: 100_000, holes, changes: 1 }
}

/// A proof with another engine than javac's, judged by javac.
fn prove(engine: &mut dyn CompletionEngine, corpora: &Corpora, holes: u64) -> ProofReport {
    let corpus = &corpora.corpora[0];
    let mut oracle = JavacEngine::start(corpus.javac.clone()).unwrap();
    let mut proof = Proof::new(settings(holes), StopFlag::default());
    proof.walk(corpus, 1, engine, &mut oracle, &mut |_| {}).unwrap();
    proof.finish("17".to_owned())
}

/// What does not depend on the machine.
fn repeatable(report: &ProofReport) -> serde_json::Value {
    let mut value = serde_json::to_value(report).unwrap();
    let fields = value.as_object_mut().unwrap();
    fields.remove("latency_ms");
    fields.remove("memory");
    value
}

#[test]
fn javacs_engine_holds_and_the_seed_repeats_it() {
    let corpora = sources();
    let samples = [
        ModelSample { file: "features/Gone.java".into(), start: 0, end: 0, text: String::new() },
        sample(&corpora, "return", "return"),
        sample(&corpora, "return", "retrun"),
    ];
    let run = |holes| {
        let stop = StopFlag::default();
        prove_javac_engine(&corpora, &samples, &settings(holes), &stop, &mut |_| {}).unwrap()
    };
    let report = run(40);
    assert!(report.holds(), "{:#?}", report.defects);
    assert_eq!(report.holes, 40);
    assert!(report.holes_undecided < 10 && report.mutants_missed == 0);
    assert!(report.tokens > 200 && report.hole_kinds.len() >= 6, "{:?}", report.hole_kinds);
    assert!(report.mutants_uncompilable > 40 && report.variants.compiling > 5);
    assert!(report.identifier_mutants.rejected_before_end_share > 0.8);
    assert!(report.identifiers.used > 50 && report.unknown_identifier_share < 0.5);
    let texts = report.model_samples.texts;
    assert_eq!((texts.compiling, texts.uncompilable, texts.missed), (1, 1, 0));
    assert_eq!(repeatable(&run(6)), repeatable(&run(6)));
}

/// The text of the first statement that begins so, with another beginning.
fn sample(corpora: &Corpora, beginning: &str, other: &str) -> ModelSample {
    let corpus = &corpora.corpora[0];
    let file = corpus.files[0].clone();
    let text = std::fs::read_to_string(corpus.root.join(&file)).unwrap();
    let start = text.find(&format!(" {beginning} ")).unwrap() + 1;
    let end = start + text[start..].find(';').unwrap() + 1;
    let text = format!("{other}{}", &text[start + beginning.len()..end]);
    ModelSample { file, start, end, text }
}

#[test]
fn an_engine_that_rejects_a_true_name_fails() {
    let corpora = sources();
    let javac = JavacEngine::start(corpora.corpora[0].javac.clone()).unwrap();
    let mut engine = Planted { inner: javac, names: 0 };
    let report = prove(&mut engine, &corpora, 12);
    assert!(!report.holds());
    let defect = &report.defects[0];
    assert_eq!((defect.kind, defect.reason.as_str()), (DefectKind::FalseRejection, "planted"));
    let text = &defect.text;
    assert!(
        text.starts_with(&defect.asked) && text[defect.asked.len()..].starts_with(&defect.token)
    );
    assert_ne!(defect.token, "");
    assert_eq!(report.mutants_missed, 0);
}

#[test]
fn an_engine_that_passes_everything_fails() {
    let corpora = sources();
    let report = prove(&mut Answering(Feasibility::Feasible), &corpora, 6);
    assert_eq!(report.false_rejections, 0);
    assert!(report.mutants_missed > 0 && !report.holds());
    assert_eq!(report.mutants_missed, report.mutants_uncompilable);
    assert_eq!(report.defects[0].kind, DefectKind::MissedMutant);
    assert_eq!(report.defects[0].file.parent(), Some(Path::new("features")));
}

#[test]
fn an_engine_that_knows_nothing_fails() {
    let corpora = sources();
    let unknown = Feasibility::Unknown(UnknownReason("nothing".to_owned()));
    let report = prove(&mut Answering(unknown), &corpora, 6);
    assert_eq!((report.unknown_identifier_share, report.unknown_check_share), (1.0, 1.0));
    assert_eq!((report.holes_undecided, report.mutants_missed), (report.holes, 0));
    assert_eq!(report.mutants_undecided, report.mutants_uncompilable);
    assert!(report.mutants_undecided > 0 && !report.holds(), "silence proves nothing");
}

#[test]
fn a_stopped_proof_says_so() {
    let stop = StopFlag::default();
    let corpora = sources();
    stop.raise();
    let report = prove_javac_engine(&corpora, &[], &settings(6), &stop, &mut |_| {}).unwrap();
    assert!(report.stopped && report.holds());
    assert_eq!(report.holes, 0);
}

#[test]
fn sources_that_do_not_compile_are_skipped_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("A.java");
    std::fs::write(&file, "class A { int m(int a) { int b = c; return a + b; } }").unwrap();
    let named = [folder.path().to_owned()];
    let (corpora, outcomes) = corpus_of_sources(&named, &[], None, &StopFlag::default()).unwrap();
    assert!(matches!(&outcomes[..], [CompiledSources::Failed { reason }] if reason.contains("c")));
    let report = prove(&mut Answering(Feasibility::Feasible), &corpora, 6);
    assert_eq!((report.holes, report.files_not_compiling), (0, 1));
    assert!(report.holes_not_compiling > 0);
    let nothing = [PathBuf::from("/nonexistent-sources.jar")];
    assert!(corpus_of_sources(&nothing, &[], None, &StopFlag::default()).is_err());
}

/// javac's engine, but for one name of every twenty, which it rejects.
struct Planted {
    inner: JavacEngine,
    names: u32,
}

impl CompletionEngine for Planted {
    fn open_hole(&mut self, hole: &Hole) -> Result<HoleId, EngineError> {
        self.inner.open_hole(hole)
    }

    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError> {
        self.names += 1;
        if self.names.is_multiple_of(20) {
            return Ok(Completions::Infeasible(Reason::new("planted", "")));
        }
        self.inner.names(hole, text)
    }

    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.inner.check(hole, text)
    }

    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.inner.end(hole, text)
    }
}

/// Knows no names, and gives the same answer to everything else.
struct Answering(Feasibility);

impl CompletionEngine for Answering {
    fn open_hole(&mut self, _hole: &Hole) -> Result<HoleId, EngineError> {
        Ok(HoleId(0))
    }

    fn names(&mut self, _hole: HoleId, _text: &str) -> Result<Completions, EngineError> {
        Ok(Completions::Unknown(UnknownReason("nothing".to_owned())))
    }

    fn check(&mut self, _hole: HoleId, _text: &str) -> Result<Feasibility, EngineError> {
        Ok(self.0.clone())
    }

    fn end(&mut self, _hole: HoleId, _text: &str) -> Result<Feasibility, EngineError> {
        Ok(self.0.clone())
    }
}
