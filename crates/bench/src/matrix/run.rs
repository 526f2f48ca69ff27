//! Runs the cells of a matrix one after the other.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use project::{BuildSettings, StopFlag};
use repair::{
    Cut, Event, GenerateError, ModelRecord, ModelSource, RepairError, RepairRequest, RunReport,
    repair,
};
use task::with_causes;
use validate::sandbox::Sandbox;

use super::cell::{CELL_FILE, CellRecord, CellResult, CellSettings, read_cell};
use super::key::CellKey;
use super::known::known_verdicts;
use super::measure::measure;
use super::plan::Plan;
use super::settings::{FORMAT_VERSION, Matrix, ModelIdentity};
use crate::bug::Bug;
use crate::durable::write_json;
use crate::error::BenchError;
use crate::machine::Machine;
use crate::reference::read_reference;
use crate::repair_side::RepairSide;
use crate::strategy::Strategy;
use crate::syntax_trees::SyntaxTrees;

/// What is to be run, and how.
#[derive(Debug)]
pub struct MatrixJob<'a> {
    /// The matrix, whose folder `out` is already.
    pub matrix: &'a Matrix,
    /// The folder.
    pub out: &'a Path,
    /// The bugs of the matrix.
    pub bugs: &'a [Bug],
    /// What is to do.
    pub plan: &'a Plan,
    /// Once this time is over, no further cell is begun.
    pub budget: Option<Duration>,
    /// How projects are built.
    pub build: BuildSettings,
    /// What their tests are kept from.
    pub sandbox: Sandbox,
    /// Ends the run; the cell under way is then as if it had not been begun.
    pub stop: StopFlag,
}

/// A model that cells can be run with.
pub struct ModelInUse<'a> {
    /// What a repair records of it; its name is that of the matrix.
    pub record: ModelRecord,
    /// Where it comes from.
    pub source: &'a mut dyn ModelSource,
}

/// What a run tells while it is under way.
#[derive(Debug)]
pub enum MatrixEvent<'a> {
    /// A cell is begun.
    Began {
        /// Which one.
        cell: &'a CellKey,
        /// Its place among those that were to do, from 1.
        number: usize,
        /// How many were to do.
        of: usize,
    },
    /// Something happened in the cell's repair.
    Repair(&'a Event<'a>),
    /// A cell is finished.
    Ended(&'a CellRecord),
    /// Another process is at a cell of this bug; the cell is passed over.
    Busy(&'a CellKey),
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Nothing was left to do.
    Complete,
    /// The time for beginning cells was over.
    Budget,
    /// It was stopped.
    Interrupted,
}

/// Runs what is to do. Cells that another process has finished meanwhile are passed over.
///
/// # Errors
/// When no further cell can be run either: the model does not load, the folder cannot be written,
/// no temporary folder can be made. What goes wrong with one cell is its result.
pub fn run_matrix(
    job: &MatrixJob<'_>,
    models: &mut [ModelInUse<'_>],
    tell: &mut dyn FnMut(&MatrixEvent<'_>),
) -> Result<RunEnd, BenchError> {
    let (started, of) = (Instant::now(), job.plan.to_do.len());
    for (index, cell) in job.plan.to_do.iter().enumerate() {
        if job.stop.is_raised() {
            return Ok(RunEnd::Interrupted);
        }
        if job.budget.is_some_and(|budget| started.elapsed() >= budget) {
            return Ok(RunEnd::Budget);
        }
        let Some(_lock) = lock(&cell.bug_folder(job.out))? else {
            tell(&MatrixEvent::Busy(cell));
            continue;
        };
        if is_measured(cell, job.out)? {
            continue;
        }
        tell(&MatrixEvent::Began { cell, number: index + 1, of });
        match run_cell(job, cell, models, tell)? {
            Some(record) => tell(&MatrixEvent::Ended(&record)),
            None => return Ok(RunEnd::Interrupted),
        }
    }
    Ok(RunEnd::Complete)
}

fn is_measured(cell: &CellKey, out: &Path) -> Result<bool, BenchError> {
    let record = read_cell(cell, out)?;
    Ok(record.is_some_and(|record| matches!(record.result, CellResult::Measured(_))))
}

/// Holds a bug's cells until it is dropped, or nothing when another process does.
fn lock(bug_folder: &Path) -> Result<Option<File>, BenchError> {
    fs::create_dir_all(bug_folder).map_err(BenchError::file("create", bug_folder))?;
    let path = bug_folder.join("lock");
    let file = File::create(&path).map_err(BenchError::file("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(BenchError::file("lock", &path)(error)),
    }
}

/// Runs a cell from nothing; `None` when it was stopped.
fn run_cell(
    job: &MatrixJob<'_>,
    cell: &CellKey,
    models: &mut [ModelInUse<'_>],
    tell: &mut dyn FnMut(&MatrixEvent<'_>),
) -> Result<Option<CellRecord>, BenchError> {
    let folder = cell.folder(job.out);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(BenchError::file("remove", &folder))?;
    }
    fs::create_dir_all(&folder).map_err(BenchError::file("create", &folder))?;
    let unknown = |what: &str| BenchError::Choice(format!("the matrix has no {what} of this cell"));
    let bug = job.bugs.iter().find(|bug| bug.name() == cell.bug).ok_or_else(|| unknown("bug"))?;
    let model = models.iter_mut().find(|model| model.record.name == cell.model);
    let model = model.ok_or_else(|| unknown("model"))?;
    let settings = settings(job, cell, &model.record).ok_or_else(|| unknown("variant"))?;
    let request = RepairRequest {
        known_verdicts: known_verdicts(job.matrix, cell, job.out)?,
        ..request(job, bug, &folder, &settings, &model.record)?
    };
    let result = match cell.strategy {
        Strategy::Infill => repair(&request, model.source, job.stop.clone(), &mut |event| {
            tell(&MatrixEvent::Repair(event));
        }),
    };
    let Some(result) = result_of(result, job, bug, &folder)? else { return Ok(None) };
    let record =
        CellRecord { format_version: FORMAT_VERSION, cell: cell.clone(), settings, result };
    write_json(&folder.join(CELL_FILE), &record)?;
    Ok(Some(record))
}

/// What a repair comes to as a cell; `None` when it was stopped.
fn result_of(
    result: Result<RunReport, RepairError>,
    job: &MatrixJob<'_>,
    bug: &Bug,
    folder: &Path,
) -> Result<Option<CellResult>, BenchError> {
    match result {
        Ok(report) if report.cut == Some(Cut::Interrupted) => Ok(None),
        // Only now that all samples are drawn the reference fix is looked at.
        Ok(report) => {
            let level = bug.file.build.as_ref().map(|build| build.source_level);
            let trees = SyntaxTrees { level, build: &job.build };
            match measure(&report, &read_reference(bug)?, folder, &trees) {
                Err(BenchError::Stopped) => Ok(None),
                measured => measured.map(Some),
            }
        }
        Err(_) if job.stop.is_raised() => Ok(None),
        Err(error) if spoils_all_cells(&error) => {
            Err(BenchError::Repair { bug: bug.name().to_owned(), source: Box::new(error) })
        }
        Err(error) => Ok(Some(CellResult::Failed { reason: with_causes(&error) })),
    }
}

fn spoils_all_cells(error: &RepairError) -> bool {
    matches!(
        error,
        RepairError::Generate(GenerateError::Load(_))
            | RepairError::RunFolder(_)
            | RepairError::TemporaryFolder(_)
    )
}

fn settings(job: &MatrixJob<'_>, cell: &CellKey, model: &ModelRecord) -> Option<CellSettings> {
    let matrix = job.matrix;
    Some(CellSettings {
        data_set: matrix.data_set.clone(),
        decode: matrix.decode_settings(cell)?,
        prompt_tokens: matrix.prompt_tokens,
        time_limit_seconds: matrix.cell_time_seconds,
        test_time_seconds: matrix.test_time_seconds,
        sandbox: matrix.sandbox.clone(),
        model: ModelIdentity { name: model.name.clone(), sha256: model.sha256.clone() },
        threads: model.threads,
        program: matrix.program.clone(),
        machine: Machine::here(),
    })
}

fn request(
    job: &MatrixJob<'_>,
    bug: &Bug,
    folder: &Path,
    settings: &CellSettings,
    model: &ModelRecord,
) -> Result<RepairRequest, BenchError> {
    let side = RepairSide::of(bug).map_err(|reason| {
        BenchError::Choice(format!("`{}` cannot be tried: {reason}", bug.name()))
    })?;
    Ok(RepairRequest {
        project: side.project,
        current_folder: side.sources,
        location: side.location,
        tests: side.tests,
        decode: settings.decode,
        prompt_tokens: settings.prompt_tokens,
        time_limit: settings.time_limit_seconds.map(Duration::from_secs),
        test_time: Duration::from_secs(settings.test_time_seconds),
        build: job.build.clone(),
        sandbox: job.sandbox.clone(),
        runs_folder: Some(folder.join("runs")),
        known_verdicts: BTreeMap::new(),
        model: model.clone(),
        program_version: settings.program.version.clone(),
    })
}
