//! Companions that misbehave: shell scripts that play back prepared bytes.

use std::fs;
use std::process::Command;

use task::{Hole, SourceText, Span};
use tempfile::TempDir;

use super::{JavacEngine, JavacLimits, JavacSettings, engine_jdk};
use crate::messages::{GREETING, PROTOCOL_VERSION};
use crate::wire::MessageWriter;
use crate::{CompletionEngine, EngineError, Feasibility, HoleId};

/// A program that writes `output` and then does what `script` says.
fn start(output: &[u8], script: &str, limits: JavacLimits) -> Result<Companion, EngineError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("output");
    fs::write(&path, output).unwrap();
    let script = format!("cat '{}'; {script}", path.display());
    let launcher = move || {
        let mut command = Command::new("sh");
        command.args(["-c", &script]);
        command
    };
    let settings = JavacSettings { limits, ..JavacSettings::new(engine_jdk(None).unwrap()) };
    let engine = JavacEngine::start_with(settings, Box::new(launcher))?;
    Ok(Companion { engine, _folder: folder })
}

#[derive(Debug)]
struct Companion {
    engine: JavacEngine,
    _folder: TempDir,
}

const STAYS: &str = "cat > /dev/null";

fn frame(write: impl FnOnce(&mut MessageWriter)) -> Vec<u8> {
    let mut writer = MessageWriter::default();
    write(&mut writer);
    let body = writer.finish();
    let mut frame = (body.len() as u32).to_be_bytes().to_vec();
    frame.extend(body);
    frame
}

fn hello(version: u32) -> Vec<u8> {
    frame(|message| {
        message.string(GREETING);
        message.u32(version);
        message.string("17.0.1");
        message.u32(4711);
    })
}

fn answer(id: u32, write: impl FnOnce(&mut MessageWriter)) -> Vec<u8> {
    frame(|message| {
        message.u32(id);
        message.u8(0);
        write(message);
    })
}

fn raw(message: &mut MessageWriter, bytes: &[u8]) {
    for byte in bytes {
        message.u8(*byte);
    }
}

/// The greeting and the answer to `configure`.
fn prologue() -> Vec<u8> {
    [hello(PROTOCOL_VERSION), answer(1, |message| message.u32(3))].concat()
}

/// The prologue, and the answers to `open file` and `open hole`.
fn with_open_hole(support: u8) -> Vec<u8> {
    let file = answer(2, |message| {
        message.u32(0);
        message.count(0);
    });
    let hole = answer(3, |message| {
        message.u32(0);
        message.u8(support);
        message.string("in a field");
    });
    [prologue(), file, hole].concat()
}

fn hole() -> Hole {
    let file = SourceText::from_bytes("A.java", b"class A { }".to_vec()).unwrap();
    Hole::of_span(&file, Span::new(9, 10))
}

fn short() -> JavacLimits {
    JavacLimits { request_seconds: 1, start_seconds: 1, ..JavacLimits::default() }
}

#[test]
fn a_companion_that_does_not_greet_is_refused() {
    let long = JavacLimits::default();
    let foreign = frame(|message| message.string("somebody-else"));
    for (output, script, expected) in [
        (
            hello(PROTOCOL_VERSION + 1),
            STAYS,
            "version 2 of the protocol and this program version 1",
        ),
        (b"Hello, world".to_vec(), STAYS, "a frame starts with `Hell`, which announces"),
        (foreign, STAYS, "it greets with `somebody-else`"),
        (frame(|_| {}), STAYS, "is not the companion of this program: malformed message"),
        (Vec::new(), "echo no heap >&2; exit 3", "exit status: 3; its last lines were:\nno heap"),
        (hello(PROTOCOL_VERSION)[..9].to_vec(), "exit 0", "died at `handshake`: exit status: 0"),
    ] {
        let message = start(&output, script, long).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
    let message = start(b"", STAYS, short()).unwrap_err().to_string();
    assert!(message.contains("`handshake` within the limit of 1 seconds"), "{message}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let settings = JavacSettings::new(engine_jdk(None).unwrap());
    let launcher = Box::new(|| Command::new("/no/such/java"));
    let error = JavacEngine::start_with(settings, launcher).unwrap_err();
    assert!(error.to_string().contains("`/no/such/java`"), "{error}");
}

#[test]
fn every_damage_of_an_answer_is_a_crash() {
    let damages: [(Vec<u8>, &str); 7] = [
        (answer(9, |_| {}), "request 4 was asked and 9 is answered"),
        (answer(4, |message| message.u8(7)), "malformed message"),
        (answer(4, |message| raw(message, &[7, 0, 0, 0, 0, 0, 0, 0, 0])), "no verdict 7"),
        (answer(4, |message| raw(message, &[0; 10])), "1 bytes are left over"),
        (answer(4, |message| raw(message, &[0, 255, 255, 255, 255])), "announced"),
        (frame(|message| raw(message, &[0, 0, 0, 4, 9])), "no status 9"),
        (vec![0x7f; 64], "which announces 2139062143 bytes; the limit is 268435456"),
    ];
    for (damage, expected) in damages {
        let output = [with_open_hole(0), damage].concat();
        let mut companion = start(&output, STAYS, JavacLimits::default()).unwrap();
        let id = companion.engine.open_hole(&hole()).unwrap();
        let error = companion.engine.check(id, "f()").unwrap_err();
        assert!(matches!(error, EngineError::Crashed { request: "check", .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(expected), "{message}");
        assert_eq!(companion.engine.process_id(), None);
    }
}

#[test]
fn a_refusal_leaves_the_companion_as_it_is() {
    let refusal = frame(|message| {
        message.u32(4);
        message.u8(1);
        message.string("there is no hole 0");
        message.string("at patchwright.companion");
    });
    let verdict = answer(5, |message| raw(message, &[0; 9]));
    let output = [with_open_hole(0), refusal, verdict].concat();
    let mut companion = start(&output, STAYS, JavacLimits::default()).unwrap();
    let id = companion.engine.open_hole(&hole()).unwrap();
    let error = companion.engine.check(id, "f()").unwrap_err();
    assert_eq!(error.to_string(), "the companion refused `check`: there is no hole 0");
    assert_eq!(companion.engine.check(id, "f()").unwrap(), Feasibility::Feasible);
}

#[test]
fn a_check_of_a_hole_that_cannot_be_decided_is_unknown_without_asking() {
    let mut companion = start(&with_open_hole(1), STAYS, JavacLimits::default()).unwrap();
    let id = companion.engine.open_hole(&hole()).unwrap();
    let Feasibility::Unknown(reason) = companion.engine.check(id, "f()").unwrap() else { panic!() };
    assert_eq!(reason.0, "in a field");
    let error = companion.engine.check(HoleId(7), "f()").unwrap_err();
    assert!(matches!(error, EngineError::NoSuchHole(HoleId(7))), "{error}");
}

#[test]
fn a_silent_companion_is_killed_at_the_limit() {
    let mut companion = start(&with_open_hole(0), STAYS, short()).unwrap();
    let id = companion.engine.open_hole(&hole()).unwrap();
    let error = companion.engine.names(id, "x.").unwrap_err();
    assert!(matches!(error, EngineError::TimeLimit { limit_seconds: 1, .. }), "{error}");
}

#[test]
fn a_companion_that_dies_again_and_again_is_given_up() {
    let limits = JavacLimits { restarts: 2, ..JavacLimits::default() };
    let mut companion = start(&with_open_hole(0), "echo out of luck >&2; exit 9", limits).unwrap();
    let id = companion.engine.open_hole(&hole()).unwrap();
    for _ in 0..3 {
        let error = companion.engine.check(id, "f()").unwrap_err();
        assert!(matches!(error, EngineError::Crashed { .. }), "{error}");
    }
    let message = companion.engine.check(id, "f()").unwrap_err().to_string();
    assert!(message.contains("restarted 2 times, which is the limit"), "{message}");
    assert!(message.contains("exit status: 9") && message.contains("out of luck"), "{message}");
}
