//! The proof of the completion engine: does it reject what compiles, and miss what does not?
//!
//! Holes are chosen at random in real code that compiles. The true text of each is walked token by
//! token as the decoder walks a sample ([`decode::decide_name`] is the decoder's own rule): nothing
//! of it may be rejected. Then the text is changed in many ways, and a fresh full compile says what
//! each changed text is. One that compiles may nowhere be rejected; one that does not must be, at
//! the latest at the end. Any other answer is a [`Defect`], kept as a reproducer.
//!
//! Everything follows from the seed. Nothing here knows how an engine works: [`Proof::walk`] takes
//! any [`CompletionEngine`] and any [`Oracle`], so that tests can show that the proof can fail.

mod asking;
mod brackets;
mod calls;
mod changed;
mod changes;
mod corpus;
mod defect;
mod file_view;
mod hole_kind;
mod holes;
mod jar;
mod judging;
mod latency;
mod memory;
mod model_samples;
mod narrowing;
mod oracle;
mod positions;
mod project_sources;
mod proof;
mod report;
mod settings;
mod subject;
mod tally;
#[cfg(test)]
mod test_subject;
mod truth;
mod walk;

use engine::{JavacEngine, JavacSettings};
use project::StopFlag;

use crate::error::BenchError;

pub use corpus::{Corpora, Corpus};
pub use defect::{Defect, DefectKind, Place};
pub use hole_kind::HoleKind;
pub use jar::{CompiledSources, corpus_of_sources};
pub use latency::Percentiles;
pub use model_samples::{ModelSample, read_model_samples};
pub use oracle::Oracle;
pub use project_sources::corpora_of_project;
pub use proof::{Progress, Proof};
pub use report::{
    ChangeReport, HoleReport, IdentifierReport, MemoryReport, ModelReport, MutantReport,
    ProofReport, UnknownReport,
};
pub use settings::{LEAST_DECIDED_SHARE, ProofSettings};

/// Proves javac's engine on some sources, with a second companion as the oracle.
///
/// # Errors
/// When a companion cannot be started or dies too often, or a file cannot be read. That the flag
/// was raised is none: the report then says so and holds what there is.
///
/// # Cost
/// About 0.2 s for a hole with the usual changes, and for each corpus two starts of a companion.
pub fn prove_javac_engine(
    corpora: &Corpora,
    samples: &[ModelSample],
    settings: &ProofSettings,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Progress),
) -> Result<ProofReport, BenchError> {
    let mut proof = Proof::new(settings.clone(), stop.clone());
    for (index, corpus) in corpora.corpora.iter().enumerate() {
        let left = corpora.corpora.len() - index;
        let mut engine = JavacEngine::start(corpus.javac.clone())?;
        let mut oracle = JavacEngine::start(corpus.javac.clone())?;
        proof.walk_samples(corpus, samples, &mut engine, &mut oracle)?;
        proof.walk(corpus, left, &mut engine, &mut oracle, tell)?;
        proof.note_memory(&mut engine)?;
    }
    Ok(proof.finish(jdk_of(corpora.corpora.first().map(|corpus| &corpus.javac))))
}

fn jdk_of(settings: Option<&JavacSettings>) -> String {
    settings.map(|settings| settings.jdk.version().to_string()).unwrap_or_default()
}
