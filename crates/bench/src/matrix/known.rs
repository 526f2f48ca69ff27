//! What the finished cells of a bug know of its candidates: no later cell judges them again.
//!
//! All cells of a bug try texts for one hole of one unchanged program with the same tests, and the
//! variants find many of the same texts. A verdict rests on a fresh full compile and on tests of the
//! filled file alone, never on the variant, so that a second judgement would only cost its time
//! (and could differ only where a test is not reliable, which would then look like an effect of the
//! variant).

use std::collections::BTreeMap;
use std::path::Path;

use syntax::tokens::token_key;
use task::Verdict;

use super::cell::{CellResult, read_cell};
use super::key::CellKey;
use super::run_lines::read_verdicts;
use super::settings::Matrix;
use crate::error::BenchError;

/// The verdicts of the bug of `cell` by the candidates' Java tokens; where cells differ, that of the
/// first cell in the matrix's order.
///
/// # Errors
/// When the files of a finished cell cannot be read.
pub(super) fn known_verdicts(
    matrix: &Matrix,
    cell: &CellKey,
    out: &Path,
) -> Result<BTreeMap<String, Verdict>, BenchError> {
    let mut known = BTreeMap::new();
    for sibling in matrix.cells().into_iter().filter(|other| other.bug == cell.bug) {
        let Some(CellResult::Measured(measured)) =
            read_cell(&sibling, out)?.map(|record| record.result)
        else {
            continue;
        };
        for line in read_verdicts(&sibling.folder(out).join(measured.run))? {
            if says_something(&line.verdict) {
                known.entry(token_key(&line.candidate.text)).or_insert(line.verdict);
            }
        }
    }
    Ok(known)
}

/// Whether a verdict is about the candidate alone. What ran out of time or broke says something
/// about the machine at that hour, too.
fn says_something(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::TimedOut { .. } | Verdict::InfrastructureFault { .. })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;
    use task::VerdictKind;

    use super::known_verdicts;
    use crate::durable::write_json;
    use crate::matrix::CELL_FILE;
    use crate::matrix::settings::tests::matrix;
    use crate::test_cells::{failed, measured};

    #[test]
    fn only_measured_cells_of_the_same_bug_are_believed_and_only_what_is_about_the_candidate() {
        let matrix = matrix(&["a", "b"], &["off", "prune", "full"], &[1]);
        let folder = tempfile::tempdir().unwrap();
        let plausible = json!({"kind": "plausible", "tests_run": 3});
        let wrong = json!({"kind": "does-not-compile", "errors": []});
        let late = json!({"kind": "timed-out", "stage": "all tests", "limit_seconds": 9});
        let fault = json!({"kind": "infrastructure-fault", "reason": "no space"});
        let cells = matrix.cells();
        let lay = |cell: usize, is_measured: bool, lines: &[(&str, &serde_json::Value)]| {
            let run = cells[cell].folder(folder.path()).join("runs/1");
            fs::create_dir_all(&run).unwrap();
            let line = |(text, verdict): &(&str, &serde_json::Value)| {
                json!({"candidate": {"text": text}, "verdict": verdict}).to_string() + "\n"
            };
            let text: String = lines.iter().map(line).collect();
            fs::write(run.join("verdicts.jsonl"), text).unwrap();
            let record = match is_measured {
                true => measured(&cells[cell], 1.0),
                false => failed(&cells[cell], "no sandbox"),
            };
            write_json(&cells[cell].folder(folder.path()).join(CELL_FILE), &record).unwrap();
        };
        lay(0, true, &[("x = 1;", &plausible), ("slow();", &late), ("broken();", &fault)]);
        lay(1, true, &[("x  =  1 ;", &wrong), ("y", &wrong)]);
        lay(2, false, &[("z = 1;", &plausible)]);
        lay(3, true, &[("of another bug", &plausible)]);
        let known = known_verdicts(&matrix, &cells[2], folder.path()).unwrap();
        let kinds: Vec<_> = known.into_values().map(|verdict| verdict.kind()).collect();
        assert_eq!(kinds, [VerdictKind::Plausible, VerdictKind::DoesNotCompile]);
    }
}
