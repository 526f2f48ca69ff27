//! The thread that prepares the project and then judges candidates, with helpers at the end.
//!
//! It is one thread for most of the time because the sandbox kills what it runs when the thread that
//! started it ends, and because a judge needs what the preparation made. Its stages overlap with
//! the drawing of samples in another thread: the engine is sent there as soon as the project is
//! compiled.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use companion::TemporaryFolder;
use engine::{
    CompletionEngine, EngineError, JavacEngine, JavacSettings, PermissiveEngine, engine_jdk,
};
use project::{Build, ProjectModel, SourceKind, SourceSet, Workspace};
use syntax::tokens::token_key;
use task::{Hole, SourceText, TestName, VerdictKind};
use validate::{
    Baseline, SandboxedRunner, TestBed, ValidationLimits, ValidationSettings, Validator, Way,
};

use crate::backlog::Backlog;
use crate::clock::Clock;
use crate::error::RepairError;
use crate::event::Stage;
use crate::place::hole_by_model;
use crate::report::JudgedCandidate;
use crate::request::RepairRequest;
use crate::run_record::ToolsRecord;

/// What the thread tells the main one.
pub(crate) enum Told {
    Began(Stage),
    Finished(Stage, f64),
    Warning(String),
    Tools(Box<ToolsRecord>),
    Place(Box<Hole>),
    Failing(Vec<TestName>),
    Judged(Box<JudgedCandidate>, usize),
}

/// How the thread ended.
pub(crate) enum Ended {
    /// All candidates were judged.
    Judged,
    /// No test fails.
    NothingToRepair,
}

/// What the thread works with.
pub(crate) struct Job<'a> {
    pub(crate) request: &'a RepairRequest,
    pub(crate) build: &'a Build,
    pub(crate) backlog: &'a Backlog,
    pub(crate) clock: &'a Clock,
    /// The hole, when it was found before the project was prepared.
    pub(crate) hole: Option<Hole>,
    /// Takes the hole to where samples are drawn.
    pub(crate) holes: Sender<Hole>,
    /// Takes the engine there.
    pub(crate) engines: Sender<AnyEngine>,
}

/// The engine that steers, or the one that knows nothing.
pub(crate) type AnyEngine = Box<dyn CompletionEngine + Send>;

/// Prepares the project, sends its engine, and judges candidates until the backlog is closed.
pub(crate) fn run(job: Job<'_>, tell: &(dyn Fn(Told) + Sync)) -> Result<Ended, RepairError> {
    if let Some(hole) = &job.hole {
        hand_over(hole, &job, tell);
    }
    let folder = TemporaryFolder::create().map_err(RepairError::TemporaryFolder)?;
    let runner = SandboxedRunner {
        sandbox: job.request.sandbox.clone(),
        resources: validate::sandbox::Limits::default(),
    };
    let build = project::BuildSettings {
        limits: project::Limits {
            stop: job.clock.halt.clone(),
            ..job.request.build.limits.clone()
        },
        ..job.request.build.clone()
    };
    let workspace = timed(tell, Stage::Prepare, || {
        Ok(Workspace::create(job.build, folder.path(), &build, &runner)?)
    })?;
    tell(Told::Tools(Box::new(ToolsRecord::of(&workspace.model))));
    let hole = match &job.hole {
        Some(hole) => hole.clone(),
        None => {
            let hole = found_by_model(job.request, &workspace)?;
            hand_over(&hole, &job, tell);
            hole
        }
    };
    let engine = engine_for(&workspace.model, hole.original().path(), tell)?;
    // Nobody waits for the engine any more when the drawing has failed already.
    let _ = job.engines.send(engine);
    let settings = ValidationSettings {
        sandbox: job.request.sandbox.clone(),
        limits: ValidationLimits::with_test_time(job.request.test_time),
        cache_folder: build.cache_folder,
        stop: job.clock.halt.clone(),
    };
    let prepared = timed(tell, Stage::Baseline, || {
        let mut bed = TestBed::prepare(workspace, hole.original().path(), settings)?;
        let baseline = bed.baseline(&job.request.tests)?;
        Ok((bed, baseline))
    })?;
    let Some(judge) = judge(prepared, job.request, hole.original(), tell)? else {
        return Ok(Ended::NothingToRepair);
    };
    judge_backlog(&judge, &hole, &job, tell)?;
    Ok(Ended::Judged)
}

fn timed<T>(
    tell: &dyn Fn(Told),
    stage: Stage,
    work: impl FnOnce() -> Result<T, RepairError>,
) -> Result<T, RepairError> {
    let started = Instant::now();
    tell(Told::Began(stage));
    let result = work()?;
    tell(Told::Finished(stage, started.elapsed().as_secs_f64()));
    Ok(result)
}

/// Tells both other threads the hole. The drawing one may have failed already.
fn hand_over(hole: &Hole, job: &Job<'_>, tell: &dyn Fn(Told)) {
    let _ = job.holes.send(hole.clone());
    tell(Told::Place(Box::new(hole.clone())));
}

fn found_by_model(request: &RepairRequest, workspace: &Workspace) -> Result<Hole, RepairError> {
    let unreadable =
        |error: serde_json::Error| project::ProjectError::NoModel { reason: error.to_string() };
    let model = workspace.model.relocated(&workspace.build.root).map_err(unreadable)?;
    Ok(hole_by_model(&model, &request.current_folder, &request.location)?)
}

/// The engine for a file. Where the project is written in a later Java than any JDK here knows, it
/// says unknown to everything, which is better than no repair at all.
fn engine_for(
    model: &ProjectModel,
    file: &Path,
    tell: &dyn Fn(Told),
) -> Result<AnyEngine, RepairError> {
    let (settings, level) = javac_settings(model, file)?;
    let latest = settings.jdk.version().feature();
    if let Some(level) = level.filter(|level| *level > latest) {
        tell(Told::Warning(format!(
            "the project is written in Java {level}, and the engine runs on JDK {latest}, the latest \
             here that it can use: samples are drawn without guidance"
        )));
        return Ok(Box::new(PermissiveEngine));
    }
    Ok(Box::new(JavacEngine::start(settings)?))
}

/// [`source_set_settings`] for the source set of a file.
fn javac_settings(
    model: &ProjectModel,
    file: &Path,
) -> Result<(JavacSettings, Option<u32>), RepairError> {
    let path = model.root.join(file);
    let (module, kind) = model
        .module_of(&path)
        .ok_or_else(|| validate::ValidateError::NotASource { path: file.to_owned() })?;
    let set = match kind {
        SourceKind::Main => &module.main,
        SourceKind::Test => &module.test,
    };
    Ok(source_set_settings(model, set)?)
}

/// What the engine must know to judge files of a source set as the build's own compiler would. With
/// the language level, as far as it is known.
///
/// # Errors
/// When there is no JDK for the engine.
pub fn source_set_settings(
    model: &ProjectModel,
    set: &SourceSet,
) -> Result<(JavacSettings, Option<u32>), EngineError> {
    // Without one the build's compiler takes the latest that it knows.
    let level = set.compiler.language_level().unwrap_or(&model.jdk.version);
    let level =
        level.trim_start_matches("1.").split('.').next().and_then(|major| major.parse().ok());
    let mut settings = JavacSettings::new(engine_jdk(level)?);
    settings.javac_options = set
        .compiler
        .javac_arguments()
        .iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    settings.class_path = vec![set.output_folder.clone()];
    settings.class_path.extend(set.class_path.iter().cloned());
    let below_root = |root: &PathBuf| root.strip_prefix(&model.root).map(Path::to_owned).ok();
    settings.source_roots = set.source_roots.iter().filter_map(below_root).collect();
    Ok((settings, level))
}

/// Who judges candidates, or nobody when no test fails reliably.
fn judge(
    (bed, baseline): (TestBed, Baseline),
    request: &RepairRequest,
    original: &SourceText,
    tell: &dyn Fn(Told),
) -> Result<Option<Validator>, RepairError> {
    if let Way::BuildTool { reason } = bed.way() {
        tell(Told::Warning(format!(
            "each candidate is tested by the build tool, which is slow, because {reason}"
        )));
    }
    let targets = targets(&baseline, &request.tests, tell)?;
    if targets.is_empty() {
        return Ok(None);
    }
    for test in targets.iter().filter(|test| baseline.failing_only_alone.contains(test)) {
        tell(Told::Warning(format!(
            "`{test}` fails on its own and passes when other tests run before it"
        )));
    }
    tell(Told::Failing(targets.clone()));
    let named = names(&targets);
    let judge = Validator::new(bed, baseline, targets);
    // The same program once more: if it passes now, nothing is known about what makes it fail.
    if judge.validate(original)?.kind() == VerdictKind::Plausible {
        return Err(RepairError::Flaky { tests: named });
    }
    Ok(Some(judge))
}

/// The tests that a patch is to mend: those the user names, as far as they fail, else all that
/// fail.
fn targets(
    baseline: &Baseline,
    named: &[TestName],
    tell: &dyn Fn(Told),
) -> Result<Vec<TestName>, RepairError> {
    if named.is_empty() {
        return Ok(baseline.failing.iter().cloned().collect());
    }
    let known =
        |tests: &BTreeSet<TestName>, test: &TestName| tests.iter().any(|known| test.covers(known));
    let mut failing = Vec::new();
    for test in named {
        if known(&baseline.failing, test) {
            failing.push(test.clone());
        } else if known(&baseline.passing, test) || known(&baseline.skipped, test) {
            tell(Told::Warning(format!("`{test}` does not fail on the program as it stands")));
        } else {
            let failing = names(&baseline.failing.iter().cloned().collect::<Vec<_>>());
            return Err(RepairError::NoSuchTest { test: test.clone(), failing });
        }
    }
    Ok(failing)
}

/// The first few names in one line.
fn names(tests: &[TestName]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = tests.iter().take(SHOWN).map(|test| format!("`{test}`")).collect();
    let more = tests.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") + &rest }
}

/// Judges all candidates: one at a time as long as samples are drawn, for the model has every
/// processor then, and as many at once as there are processors when the backlog is closed. Each
/// helper is a thread that lives until the last candidate is judged, since the sandbox kills what
/// a thread started when it ends.
fn judge_backlog(
    judge: &Validator,
    hole: &Hole,
    job: &Job<'_>,
    tell: &(dyn Fn(Told) + Sync),
) -> Result<(), RepairError> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let helper = || {
            job.backlog.wait_until_closed();
            judge_while_any(judge, hole, job, tell)
        };
        let helpers: Vec<_> = (1..processors).map(|_| scope.spawn(helper)).collect();
        let mut result = judge_while_any(judge, hole, job, tell);
        for helper in helpers {
            let panicked = |_| Err(RepairError::Thread("it panicked"));
            result = result.and(helper.join().unwrap_or_else(panicked));
        }
        result
    })
}

/// Judges one candidate after the other until there is none left and none to come.
fn judge_while_any(
    judge: &Validator,
    hole: &Hole,
    job: &Job<'_>,
    tell: &dyn Fn(Told),
) -> Result<(), RepairError> {
    while let Some(found) = job.backlog.next() {
        if job.clock.halt.is_raised() {
            return Ok(());
        }
        let known = job.request.known_verdicts.get(&token_key(&found.candidate.text)).cloned();
        let taken_over = known.is_some();
        let verdict = match known {
            Some(verdict) => verdict,
            None => judge.validate(&hole.filled(&found.candidate.text))?,
        };
        let at_seconds = job.clock.seconds();
        let judged = JudgedCandidate { found, verdict, at_seconds, taken_over };
        tell(Told::Judged(Box::new(judged), job.backlog.len()));
    }
    Ok(())
}
