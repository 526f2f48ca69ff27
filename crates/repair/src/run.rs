//! A whole run: three threads and the record of what they say.
//!
//! One thread draws samples, one prepares the project and judges candidates, and this one tells
//! the caller and writes the run's folder. A fourth looks at the clock. The model's prompt is
//! evaluated while the build tool runs, so that neither waits for the other.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use decode::Generation;
use project::{StopFlag, discover};

use crate::backlog::Backlog;
use crate::clock::Clock;
use crate::error::RepairError;
use crate::event::Event;
use crate::generator::{self, GenerateError, ModelSource};
use crate::place::hole_by_path;
use crate::preparation::{self, AnyEngine, Ended};
use crate::record::Record;
use crate::report::RunReport;
use crate::request::RepairRequest;
use crate::run_folder::{ErrorRecord, RunFolder, write_json};
use crate::run_record::RunRecord;

/// Why a run has no result.
const ERROR_FILE: &str = "error.json";

/// What the threads tell.
enum News {
    Generator(generator::Told),
    Generated(Result<Generation, GenerateError>),
    Preparation(preparation::Told),
    Prepared(Result<Ended, RepairError>),
}

/// How the two threads ended.
#[derive(Default)]
struct Ends {
    generated: Option<Result<Generation, GenerateError>>,
    prepared: Option<Result<Ended, RepairError>>,
}

/// Repairs a project: see the crate's documentation. `user_stop` ends the run early, within two
/// seconds; what was found until then is in the report.
///
/// # Errors
/// When there is no result; [`RepairError::fault`] says whose fault that is. That no patch was
/// found is a result.
pub fn repair(
    request: &RepairRequest,
    models: &mut dyn ModelSource,
    user_stop: StopFlag,
    tell: &mut dyn FnMut(&Event<'_>),
) -> Result<RunReport, RepairError> {
    let clock = Clock::start(request.time_limit, user_stop);
    let build = discover(&request.project)?;
    let hole = hole_by_path(&build, &request.current_folder, &request.location)?;
    let runs = request.runs_folder.clone().unwrap_or(build.root.join(".patchwright/runs"));
    let folder = RunFolder::create(&runs, &jiff::ZonedDateTime::now())?;
    tell(&Event::Started { folder: folder.path() });
    let error_file = folder.path().join(ERROR_FILE);
    let settings = RunRecord::new(folder.id(), &build.root, request);
    let mut record = Record::begin(folder, settings)?;
    let backlog = Backlog::default();
    let (sender, news) = channel();
    let (holes, coming_hole) = channel();
    let (engines, coming_engine) = channel();
    let preparation = preparation::Job {
        request,
        build: &build,
        backlog: &backlog,
        clock: &clock,
        hole,
        holes,
        engines,
    };
    let generation = generator::Job {
        hole: coming_hole,
        engine: coming_engine,
        settings: request.decode,
        prompt_tokens: request.prompt_tokens,
        stop: &clock.halt,
    };
    let result = thread::scope(|scope| {
        let to_main = sender.clone();
        scope.spawn(|| clock.watch());
        scope.spawn(move || prepare(preparation, &to_main));
        scope.spawn(move || draw(generation, models, &sender));
        let ends = follow(&news, &mut record, &backlog, &clock, tell);
        clock.finish();
        ends
    })
    .and_then(|ends| finish(ends, record, &clock, &build.root, tell));
    if let Err(error) = &result {
        // A disk that takes nothing any more is the error that is told already.
        let _ = write_json(&error_file, &ErrorRecord::new(error));
    }
    result
}

fn prepare(job: preparation::Job<'_>, to_main: &Sender<News>) {
    // The main thread outlives this one; were it gone, nobody would be left to tell.
    let tell = |told| drop(to_main.send(News::Preparation(told)));
    let result = preparation::run(job, &tell);
    let _ = to_main.send(News::Prepared(result));
}

fn draw(job: generator::Job<'_, AnyEngine>, models: &mut dyn ModelSource, to_main: &Sender<News>) {
    let mut tell = |told| drop(to_main.send(News::Generator(told)));
    let result = generator::run(job, models, &mut tell);
    let _ = to_main.send(News::Generated(result));
}

/// Takes news in until both threads have ended. When one fails or the run's folder cannot be
/// written, the rest of the run is halted.
fn follow(
    news: &Receiver<News>,
    record: &mut Record,
    backlog: &Backlog,
    clock: &Clock,
    tell: &mut dyn FnMut(&Event<'_>),
) -> Result<Ends, RepairError> {
    let mut ends = Ends::default();
    let mut failed = None;
    while ends.generated.is_none() || ends.prepared.is_none() {
        let written = match news.recv() {
            Err(_) => return Err(RepairError::Thread("it panicked")),
            Ok(News::Generator(told)) => record.take_generated(told, backlog, clock, tell),
            Ok(News::Preparation(told)) => record.take_prepared(told, clock, tell),
            Ok(News::Generated(result)) => {
                record.drawing_ended(clock);
                if result.is_err() {
                    clock.halt.raise();
                }
                backlog.close();
                ends.generated = Some(result);
                Ok(())
            }
            Ok(News::Prepared(result)) => {
                if !matches!(result, Ok(Ended::Judged)) {
                    clock.halt.raise();
                }
                ends.prepared = Some(result);
                Ok(())
            }
        };
        if let Err(error) = written {
            clock.halt.raise();
            failed.get_or_insert(error);
        }
    }
    failed.map_or(Ok(ends), |error| Err(error.into()))
}

/// The report, or the error that is the cause of the others: a failure in one thread stops the
/// other one, whose end then says only that. A failure after a patch was found ends the run early;
/// the patch is reported with it.
fn finish(
    ends: Ends,
    mut record: Record,
    clock: &Clock,
    root: &Path,
    tell: &mut dyn FnMut(&Event<'_>),
) -> Result<RunReport, RepairError> {
    let missing = || RepairError::Thread("it told no end");
    let prepared = ends.prepared.ok_or_else(missing)?;
    let generated = ends.generated.ok_or_else(missing)?;
    let (nothing_to_repair, generation) = match (prepared, generated) {
        (Ok(Ended::NothingToRepair), generated) => (true, generated.unwrap_or_default()),
        (Ok(Ended::Judged), Ok(generation)) => (false, generation),
        (Err(error), Ok(generation)) if error.is_stop() => (false, generation),
        (Err(error), Err(_)) if error.is_stop() && clock.cause().is_some() => {
            (false, Generation::default())
        }
        (Err(error), _) if !error.is_stop() => (false, record.end_early(error, tell)?),
        (_, Err(error)) => (false, record.end_early(error.into(), tell)?),
        (Err(error), Ok(_)) => return Err(error),
    };
    Ok(record.into_report(generation, nothing_to_repair, clock, root, tell)?)
}
