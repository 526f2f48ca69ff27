//! The engine on javac.

use companion::Jdk;
use engine::{
    CompletionEngine, Completions, ENGINE_JDKS, EngineError, Feasibility, HoleId, JavacEngine,
    JavacLimits, JavacSettings, NamePosition, engine_jdk,
};
use task::{Hole, SourceText, Span};

use crate::case::{self, Expectation, marked_hole};
use crate::contract::{Power, violations};

/// An engine for files of Java 17 that need nothing but the JDK.
pub(crate) fn start() -> JavacEngine {
    start_with(JavacLimits::default())
}

pub(crate) fn start_with(limits: JavacLimits) -> JavacEngine {
    start_on(engine_jdk(None).unwrap(), limits)
}

fn start_on(jdk: Jdk, limits: JavacLimits) -> JavacEngine {
    JavacEngine::start(JavacSettings {
        javac_options: ["--release", "17"].map(str::to_owned).to_vec(),
        source_roots: vec!["src".into()],
        limits,
        ..JavacSettings::new(jdk)
    })
    .unwrap()
}

/// An engine on each JDK that the engine is written for and this machine has.
#[allow(clippy::print_stdout)] // what is left out has to be seen
fn on_each_jdk() -> Vec<JavacEngine> {
    let mut engines = Vec::new();
    for version in ENGINE_JDKS {
        let jdk = engine_jdk(Some(version)).unwrap();
        if jdk.version().feature() == version {
            engines.push(start_on(jdk, JavacLimits::default()));
        } else {
            println!("SKIPPED: there is no JDK {version} on this machine");
        }
    }
    assert!(!engines.is_empty());
    engines
}

#[test]
fn the_contract_is_kept() {
    for mut engine in on_each_jdk() {
        let found = violations(&mut engine, &case::all(), Power::Full);
        assert!(found.is_empty(), "{engine:?}: {}", found.join("\n"));
    }
}

#[test]
fn the_end_check_says_what_a_whole_compilation_says() {
    on_each_jdk().iter_mut().for_each(check_ends);
}

fn check_ends(engine: &mut JavacEngine) {
    let mut wrong = Vec::new();
    for case in case::all() {
        let id = engine.open_hole(&case.hole).unwrap();
        for expectation in &case.expectations {
            let (text, compiles) = match expectation {
                Expectation::Compiles(text) => (text.as_str(), true),
                Expectation::Fails(text) => (text.as_str(), false),
                _ => continue,
            };
            let whole = engine.compile(&[case.hole.filled(text)]).unwrap();
            let answer = engine.end(id, text).unwrap();
            if whole.succeeded() != compiles || (answer == Feasibility::Feasible) != compiles {
                wrong.push(format!("{}: `{text}`: {answer:?}, {:?}", case.title, whole.errors));
            }
        }
        let truth = engine.compile(&[case.hole.filled(case.hole.content())]).unwrap();
        assert!(truth.succeeded(), "{}: {:?}", case.title, truth.errors);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hole_that_was_never_opened_is_an_error() {
    let error = start().check(HoleId(3), "f();").unwrap_err();
    assert!(matches!(error, EngineError::NoSuchHole(HoleId(3))), "{error}");
}

/// Where javac counts two units for one character, a hole after it must not be shifted.
#[test]
fn characters_beyond_the_first_plane_shift_nothing() {
    let hole = marked_hole(
        "class A {\n  // 🚀🚀🚀 größer 漢字\n  String f(String größe) {\n    «return größe;»\n  }\n}\n",
    );
    let mut engine = start();
    let id = engine.open_hole(&hole).unwrap();
    let Completions::Known(names) = engine.names(id, "return \"🚀\" + ").unwrap() else {
        panic!("the names are unknown")
    };
    assert!(names.contains("größe") && names.position == NamePosition::Simple);
    assert_eq!(engine.end(id, "return \"🚀\" + größe;").unwrap(), Feasibility::Feasible);
    let answer = engine.end(id, "return \"🚀\" + grösse;").unwrap();
    assert!(matches!(answer, Feasibility::Infeasible(_)), "{answer:?}");
}

#[test]
fn errors_that_the_file_has_elsewhere_do_not_count() {
    let hole = marked_hole(
        "class A {\n  Missing field;\n  int f() {\n    «return 1;»\n  }\n  int g() { return x; }\n}\n",
    );
    let mut engine = start();
    let id = engine.open_hole(&hole).unwrap();
    assert_eq!(engine.end(id, "return 2;").unwrap(), Feasibility::Feasible);
    let answer = engine.end(id, "return y;").unwrap();
    assert!(matches!(answer, Feasibility::Infeasible(_)), "{answer:?}");
}

#[test]
fn the_same_question_is_asked_once() {
    let mut engine = start();
    let hole = marked_hole("class A {\n  int f() {\n    «return 1;»\n  }\n}\n");
    let id = engine.open_hole(&hole).unwrap();
    assert_eq!(engine.open_hole(&hole).unwrap(), id, "the same hole has the same id");
    for _ in 0..3 {
        assert_eq!(engine.end(id, "return 2;").unwrap(), Feasibility::Feasible);
    }
    let statistics = engine.statistics().unwrap();
    assert_eq!(statistics.requests["end"].count, 1);
    assert_eq!(statistics.requests["open hole"].count, 1);
    assert_eq!(statistics.memo_hits, 2);
    assert_eq!(statistics.companion["open_holes"], 1);
    assert!(statistics.companion["heap_bytes"] > 0);
}

/// Two holes in more files than the companion may keep open: each is opened again when needed.
#[test]
fn files_are_closed_and_opened_again() {
    let mut engine = start_with(JavacLimits { open_files: 1, ..JavacLimits::default() });
    let hole = |class: &str| {
        let text = format!("class {class} {{ int f() {{ return 1; }} }}");
        let start = text.find("return").unwrap();
        let path = format!("src/{class}.java");
        let file = SourceText::from_bytes(path, text.into_bytes()).unwrap();
        Hole::of_span(&file, Span::new(start, start + "return 1;".len()))
    };
    let ids = ["First", "Second"].map(|class| engine.open_hole(&hole(class)).unwrap());
    for text in ["return 2;", "return 3;"] {
        for id in ids {
            assert_eq!(engine.end(id, text).unwrap(), Feasibility::Feasible);
        }
    }
    let statistics = engine.statistics().unwrap();
    assert_eq!(statistics.companion["open_files"], 1);
    assert_eq!(statistics.requests["open file"].count, 6);
}

/// A hole that lies in no method: what it holds is known at the end alone, by a full compile.
#[test]
fn the_end_of_a_hole_between_members_is_decided() {
    let hole = marked_hole("class A {\n  «int a;»\n  int f() { return a; }\n}\n");
    let mut engine = start();
    let id = engine.open_hole(&hole).unwrap();
    assert!(matches!(engine.check(id, "int a = ").unwrap(), Feasibility::Unknown(_)));
    assert_eq!(engine.end(id, "int a = 1;").unwrap(), Feasibility::Feasible);
    let answer = engine.end(id, "int b = 1;").unwrap();
    assert!(
        matches!(&answer, Feasibility::Infeasible(reason) if reason.rule.contains("cant.resolve"))
    );
}
