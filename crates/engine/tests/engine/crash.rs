//! A companion that is killed between two calls.

use engine::{CompletionEngine, EngineError, Feasibility, JavacEngine, JavacLimits};
use rustix::process::{Pid, Signal, kill_process};
use task::SourceText;

use crate::case::marked_hole;
use crate::javac::{start, start_with};

fn send(signal: Signal, engine: &JavacEngine) {
    let pid = Pid::from_raw(engine.process_id().unwrap() as i32).unwrap();
    kill_process(pid, signal).unwrap();
}

#[test]
fn a_killed_companion_is_one_error_and_then_the_hole_is_there_again() {
    let hole = marked_hole("class A {\n  int f(String s) {\n    «return 1;»\n  }\n}\n");
    let mut engine = start();
    let id = engine.open_hole(&hole).unwrap();
    assert_eq!(engine.check(id, "return s.length();").unwrap(), Feasibility::Feasible);
    send(Signal::KILL, &engine);
    let error = engine.check(id, "return s.size();").unwrap_err();
    assert!(matches!(error, EngineError::Crashed { request: "check", .. }), "{error}");
    assert!(error.to_string().contains("signal: 9"), "{error}");
    let answer = engine.check(id, "return s.size();").unwrap();
    assert!(matches!(answer, Feasibility::Infeasible(_)), "{answer:?}");
    assert_eq!(engine.end(id, "return s.length();").unwrap(), Feasibility::Feasible);
    assert_eq!(engine.statistics().unwrap().restarts, 1);
}

/// A crash of the virtual machine itself: the error says so and where its report is.
#[test]
fn a_crash_of_the_virtual_machine_is_reported() {
    let mut engine = start();
    let id = engine.process_id().unwrap();
    send(Signal::SEGV, &engine);
    let file = SourceText::from_bytes("src/A.java", b"class A {}".to_vec()).unwrap();
    let message = engine.compile(&[file]).unwrap_err().to_string();
    assert!(message.contains("SIGSEGV") && message.contains("died at `compile`"), "{message}");
    let name = format!("crash-{id}.log");
    let report = message.lines().find_map(|line| line.trim_start_matches("# ").strip_suffix(&name));
    let folder = std::path::Path::new(report.expect(&message));
    assert!(folder.starts_with(companion::patchwright_cache_folder().unwrap()), "{message}");
    std::fs::remove_file(folder.join(name)).unwrap();
}

#[test]
fn restarts_have_a_limit() {
    let mut engine = start_with(JavacLimits { restarts: 1, ..JavacLimits::default() });
    let file = SourceText::from_bytes("src/A.java", b"class A {}".to_vec()).unwrap();
    for _ in 0..2 {
        send(Signal::KILL, &engine);
        let error = engine.compile(std::slice::from_ref(&file)).unwrap_err();
        assert!(matches!(error, EngineError::Crashed { request: "compile", .. }), "{error}");
        let _ = engine.compile(std::slice::from_ref(&file));
    }
    let error = engine.compile(&[file]).unwrap_err();
    assert!(matches!(error, EngineError::TooManyRestarts { limit: 1, .. }), "{error}");
}

/// The end of the companion's input ends it, even when this program could not clean up.
#[test]
fn no_companion_outlives_its_engine() {
    let engine = start();
    let pid = engine.process_id().unwrap();
    drop(engine);
    let gone = (0..3000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        !std::path::Path::new(&format!("/proc/{pid}")).exists()
    });
    assert!(gone, "process {pid} still runs");
}

#[test]
fn a_heap_that_is_too_small_says_so() {
    let limits = JavacLimits { heap_mebibytes: 1, ..JavacLimits::default() };
    let settings = engine::JavacSettings {
        limits,
        ..engine::JavacSettings::new(engine::engine_jdk(None).unwrap())
    };
    let message = JavacEngine::start(settings).unwrap_err().to_string();
    assert!(message.contains("Too small maximum heap"), "{message}");
}
