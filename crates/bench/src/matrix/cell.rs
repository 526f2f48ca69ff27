//! What a cell leaves: `cell.json`.

use std::collections::BTreeMap;
use std::path::Path;

use decode::Settings;
use repair::{Cut, Outcome, SampleCounts};
use serde::{Deserialize, Serialize};
use task::VerdictKind;

use super::key::CellKey;
use super::settings::{FORMAT_VERSION, Matrix, ModelIdentity, ProgramIdentity};
use crate::durable::read_json;
use crate::error::BenchError;
use crate::machine::Machine;
use crate::metrics::{DistinctSamples, Equality};

/// The name of the file, which is written last: a folder without it is no finished cell.
pub const CELL_FILE: &str = "cell.json";

/// A finished cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellRecord {
    /// The version of the format.
    pub format_version: u32,
    /// Which cell it is.
    pub cell: CellKey,
    /// Everything that is needed to repeat it.
    pub settings: CellSettings,
    /// What it came to.
    pub result: CellResult,
}

/// The settings of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellSettings {
    /// The data set's name.
    pub data_set: String,
    /// How samples are drawn, the seed included.
    pub decode: Settings,
    /// The most tokens of the prompt.
    pub prompt_tokens: usize,
    /// How long the cell could take in seconds.
    pub time_limit_seconds: Option<u64>,
    /// The most seconds for all tests of one module.
    pub test_time_seconds: u64,
    /// What tests were kept from the machine by.
    pub sandbox: String,
    /// The model.
    pub model: ModelIdentity,
    /// The threads that it ran on.
    pub threads: usize,
    /// The program.
    pub program: ProgramIdentity,
    /// The machine.
    pub machine: Machine,
}

/// What a cell came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CellResult {
    /// It was measured, whatever was found.
    Measured(Box<Measurement>),
    /// It could not be measured, which says nothing about the variant: no miss.
    Failed {
        /// What happened.
        reason: String,
    },
}

/// What was counted in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// What the repair came to.
    pub outcome: Outcome,
    /// Why it ended before all samples were drawn and judged, if it did: its time limit.
    pub cut: Option<Cut>,
    /// What became of the samples.
    pub samples: SampleCounts,
    /// Distinct candidates by verdict. With guidance there are more than samples offered, for a
    /// sample can pass through places where the hole may end.
    pub candidates: BTreeMap<VerdictKind, usize>,
    /// Distinct candidates that were not judged.
    pub not_judged: usize,
    /// Verdicts that cells of the same bug had found before: these candidates were not judged again.
    #[serde(default)]
    pub taken_over: usize,
    /// The distinct samples.
    pub distinct: DistinctSamples,
    /// The Java tokens of each plausible patch ([`syntax::tokens::token_key`]), the best first:
    /// judgements name patches by them.
    pub patches: Vec<String>,
    /// How the patches compare with the reference fix.
    pub equality: Equality,
    /// What it cost.
    pub times: CellTimes,
    /// What the repair warned of.
    pub warnings: Vec<String>,
    /// The folder of the repair's run, from the cell's folder.
    pub run: String,
}

impl Measurement {
    /// The number of distinct patches that pass all tests.
    pub fn plausible_patches(&self) -> usize {
        self.candidates.get(&VerdictKind::Plausible).copied().unwrap_or(0)
    }

    /// Whether there is one.
    pub fn is_plausible(&self) -> bool {
        self.outcome == Outcome::Plausible
    }
}

/// What a cell cost, in seconds and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CellTimes {
    /// From the start of the repair to its end.
    pub total: f64,
    /// The evaluation of the prompt.
    pub prefill: f64,
    /// The drawing of all samples, the prompt's evaluation not included.
    pub draw: f64,
    /// The part of it that was spent waiting for the engine.
    pub engine: f64,
    /// The part of it that was spent in the model.
    pub decode: f64,
    /// Tokens decoded after the prompt.
    pub rows: u64,
    /// Calls of the engine.
    pub engine_calls: u64,
}

/// The finished cells of a matrix, in its order; cells that are not finished are left out.
///
/// # Errors
/// When a cell's file cannot be read or is that of another cell.
pub fn read_cells(matrix: &Matrix, out: &Path) -> Result<Vec<CellRecord>, BenchError> {
    let cells = matrix.cells();
    cells.iter().filter_map(|cell| read_cell(cell, out).transpose()).collect()
}

/// The record of a cell, `None` when it is not finished.
pub(super) fn read_cell(cell: &CellKey, out: &Path) -> Result<Option<CellRecord>, BenchError> {
    let path = cell.folder(out).join(CELL_FILE);
    let record: Option<CellRecord> = read_json(&path, FORMAT_VERSION)?;
    match record {
        Some(record) if record.cell != *cell => Err(BenchError::Choice(format!(
            "`{}` is the file of another cell; remove its folder",
            path.display()
        ))),
        record => Ok(record),
    }
}
