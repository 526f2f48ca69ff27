//! From a repair's run to what is counted. This is the judge's side: it reads the reference fix.

use std::collections::BTreeMap;
use std::path::Path;

use repair::{Outcome, RunReport};
use syntax::tokens::token_key;
use task::Verdict;

use super::cell::{CellResult, CellTimes, Measurement};
use super::run_lines::{VerdictLine, read_lines, read_verdicts};
use crate::error::BenchError;
use crate::metrics::{Equality, SampleLine, count_distinct, same_program};
use crate::reference::Reference;
use crate::syntax_trees::SyntaxTrees;

/// What a finished repair comes to as a cell. `cell_folder` holds the run's folder.
///
/// # Errors
/// When a file of the run cannot be read.
pub(super) fn measure(
    report: &RunReport,
    reference: &Reference,
    cell_folder: &Path,
    trees: &SyntaxTrees<'_>,
) -> Result<CellResult, BenchError> {
    let verdicts = read_verdicts(&report.folder)?;
    if let Some(reason) = no_result(report, &verdicts) {
        return Ok(CellResult::Failed { reason });
    }
    let samples: Vec<SampleLine> = read_lines(&report.folder.join("samples.jsonl"))?;
    let taken_over = verdicts.iter().filter(|line| line.taken_over).count();
    let by_key: BTreeMap<String, Verdict> =
        verdicts.into_iter().map(|line| (token_key(&line.candidate.text), line.verdict)).collect();
    let run = report.folder.strip_prefix(cell_folder).unwrap_or(&report.folder);
    Ok(CellResult::Measured(Box::new(Measurement {
        outcome: report.outcome,
        cut: report.cut,
        samples: report.samples,
        candidates: report.verdicts.clone(),
        not_judged: report.not_judged,
        taken_over,
        distinct: count_distinct(&samples, &report.original, &by_key),
        patches: report.patches.iter().map(|patch| token_key(&patch.text)).collect(),
        equality: compare(&samples, report, reference, trees)?,
        times: times(report),
        warnings: report.warnings.clone(),
        run: run.display().to_string(),
    })))
}

/// Why a run says nothing about its variant, if so. Where a candidate could not be judged and none
/// is plausible, nobody knows whether there was a patch.
fn no_result(report: &RunReport, verdicts: &[VerdictLine]) -> Option<String> {
    let mut faults = verdicts.iter().filter_map(|line| fault_of(&line.verdict));
    let planned = report.samples.planned;
    let drawn = report.samples.drawn + report.statistics.samples_spared;
    match (report.outcome, faults.next()) {
        (Outcome::NothingToRepair, _) => {
            Some("no test fails on the program as it stands".to_owned())
        }
        (Outcome::NoneFound, Some(reason)) => {
            Some(format!("{} candidates could not be judged: {reason}", 1 + faults.count()))
        }
        // The run ended for a reason that is neither a limit nor a stop.
        _ if report.cut.is_none() && (drawn < planned || report.not_judged > 0) => {
            let said = report.warnings.last().map(|text| format!(": {text}")).unwrap_or_default();
            Some(format!(
                "{drawn} of {planned} samples were drawn and {} candidates not judged{said}",
                report.not_judged
            ))
        }
        _ => None,
    }
}

/// Why a verdict says nothing about its candidate, if so. A compiler that takes minutes says
/// something about the machine; tests that do may well say something about the patch.
fn fault_of(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::InfrastructureFault { reason } => Some(reason.clone()),
        Verdict::TimedOut { stage, limit_seconds } if verdict.compiles().is_none() => {
            Some(format!("the stage `{stage}` took more than {limit_seconds} s"))
        }
        _ => None,
    }
}

fn compare(
    samples: &[SampleLine],
    report: &RunReport,
    reference: &Reference,
    trees: &SyntaxTrees<'_>,
) -> Result<Equality, BenchError> {
    let (hole, text) = match reference {
        Reference::None => return Ok(Equality::NoReference),
        Reference::NotInTheHole { reason } => {
            return Ok(Equality::NotInTheHole { reason: reason.clone() });
        }
        Reference::Text { hole, text } => (hole, text),
    };
    let offered = samples.iter().filter(|sample| sample.end != task::SampleEnd::Stopped);
    let texts = offered.filter_map(|sample| sample.offered.as_deref());
    let plausible = report.patches.iter().any(|patch| same_program(&patch.text, text));
    let filled = |text: &str| hole.filled(text).text().to_owned();
    let patched: Vec<String> = report.patches.iter().map(|patch| filled(&patch.text)).collect();
    Ok(Equality::Compared {
        samples: texts.filter(|offered| same_program(offered, text)).count(),
        plausible,
        same_tree: if plausible { Some(true) } else { trees.any_is(&filled(text), &patched)? },
    })
}

fn times(report: &RunReport) -> CellTimes {
    let statistics = &report.statistics;
    CellTimes {
        total: report.times.total,
        prefill: statistics.prefill_seconds,
        draw: statistics.draw_seconds,
        engine: statistics.engine_seconds,
        decode: statistics.decode_seconds,
        rows: statistics.rows,
        engine_calls: statistics.engine_calls,
    }
}

#[cfg(test)]
mod tests {
    use task::Verdict;

    use super::fault_of;

    #[test]
    fn a_compiler_that_is_too_slow_is_no_verdict_and_tests_that_hang_are_one() {
        let slow = |stage: &str| Verdict::TimedOut { stage: stage.to_owned(), limit_seconds: 120 };
        let message = "the stage `compile` took more than 120 s";
        assert_eq!(fault_of(&slow("compile")).as_deref(), Some(message));
        assert_eq!(fault_of(&slow("failing tests")), None);
        assert_eq!(fault_of(&slow("all tests")), None);
        assert_eq!(fault_of(&Verdict::DoesNotCompile { errors: Vec::new() }), None);
        let broken = Verdict::InfrastructureFault { reason: "no report".to_owned() };
        assert_eq!(fault_of(&broken).as_deref(), Some("no report"));
    }
}
