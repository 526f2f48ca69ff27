//! Records of cells that nobody ran, for unit tests.

use std::collections::BTreeMap;

use repair::{Outcome, SampleCounts};
use task::VerdictKind;

use crate::machine::Machine;
use crate::matrix::{
    CellKey, CellRecord, CellResult, CellSettings, CellTimes, Measurement, ModelIdentity,
    ProgramIdentity,
};
use crate::metrics::{DistinctSamples, Equality, FirstDistinct, TOP};
use crate::variants::Variant;

/// A cell that could not be measured.
pub(crate) fn failed(cell: &CellKey, reason: &str) -> CellRecord {
    record(cell, CellResult::Failed { reason: reason.to_owned() })
}

/// A measured cell without a plausible patch.
pub(crate) fn measured(cell: &CellKey, seconds: f64) -> CellRecord {
    counted(cell, seconds, 10, 4, 0)
}

/// A measured cell of `drawn` samples of which some compile and some pass.
pub(crate) fn counted(
    cell: &CellKey,
    seconds: f64,
    drawn: usize,
    compiling: usize,
    plausible: usize,
) -> CellRecord {
    let samples = SampleCounts {
        planned: drawn,
        drawn,
        ended: drawn,
        compiling,
        compiling_as_drawn: compiling,
        not_compiling: drawn - compiling,
        plausible,
        ..SampleCounts::default()
    };
    let first = |top: usize| FirstDistinct {
        top,
        found: drawn.min(top),
        compiling: compiling.min(top),
        not_compiling: drawn.min(top) - compiling.min(top),
        plausible: plausible.min(top),
    };
    let candidates: BTreeMap<VerdictKind, usize> =
        [(VerdictKind::Plausible, plausible)].into_iter().filter(|(_, count)| *count > 0).collect();
    record(
        cell,
        CellResult::Measured(Box::new(Measurement {
            outcome: if plausible > 0 { Outcome::Plausible } else { Outcome::NoneFound },
            cut: None,
            samples,
            candidates,
            not_judged: 0,
            taken_over: 0,
            distinct: DistinctSamples { first: TOP.iter().map(|&top| first(top)).collect() },
            patches: (0..plausible).map(|number| format!("patch{number}")).collect(),
            equality: Equality::Compared {
                samples: plausible,
                plausible: plausible > 0,
                same_tree: Some(plausible > 0),
            },
            times: CellTimes { total: seconds, draw: seconds, ..CellTimes::default() },
            warnings: Vec::new(),
            run: "runs/1".to_owned(),
        })),
    )
}

fn record(cell: &CellKey, result: CellResult) -> CellRecord {
    CellRecord {
        format_version: 1,
        cell: cell.clone(),
        settings: CellSettings {
            data_set: "set".to_owned(),
            decode: Variant::find(&cell.variant).unwrap().settings(10, cell.seed),
            prompt_tokens: 1024,
            time_limit_seconds: None,
            test_time_seconds: 600,
            sandbox: "none".to_owned(),
            model: ModelIdentity { name: cell.model.clone(), sha256: None },
            threads: 2,
            program: ProgramIdentity { version: "0".to_owned(), commit: None },
            machine: Machine {
                processor: "a processor".to_owned(),
                cores: 2,
                memory_mib: Some(4096),
                system: "linux x86_64".to_owned(),
            },
        },
        result,
    }
}
