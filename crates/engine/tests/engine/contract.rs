//! What every engine owes, whatever it knows.

use engine::{
    CompletionEngine, Completions, EngineError, Feasibility, HoleId, PermissiveEngine,
    ScriptedEngine,
};

use crate::case::{self, Case, Expectation};
use crate::words::{Place, places};

/// How much an engine is expected to know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Power {
    /// It need only never be wrong.
    Strict,
    /// It must also find what is marked as infeasible.
    Full,
}

/// Runs the cases on an engine and gives what it got wrong, one sentence each.
pub(crate) fn violations(
    engine: &mut dyn CompletionEngine,
    cases: &[Case],
    power: Power,
) -> Vec<String> {
    let mut found = Vec::new();
    for case in cases {
        let id = engine.open_hole(&case.hole).unwrap();
        let mut asker = Asker { engine, id, power, found: Vec::new() };
        asker.walk(case.hole.content());
        for expectation in &case.expectations {
            asker.expect(expectation);
        }
        // A second walk: what other texts left behind must not change an answer.
        asker.walk(case.hole.content());
        found.extend(asker.found.into_iter().map(|text| format!("{}: {text}", case.title)));
    }
    found
}

struct Asker<'a> {
    engine: &'a mut dyn CompletionEngine,
    id: HoleId,
    power: Power,
    found: Vec<String>,
}

impl Asker<'_> {
    /// Strictness: the true text is never rejected, at none of its places.
    fn walk(&mut self, text: &str) {
        for place in places(text) {
            match place {
                Place::Word(start, end) => self.allows(&text[..start], &text[start..end]),
                Place::Closing(end) => {
                    let answer = self.engine.check(self.id, &text[..end]);
                    self.not_rejected(&answer.unwrap(), "check", &text[..end]);
                }
            }
        }
        let answer = self.engine.end(self.id, text);
        self.not_rejected(&answer.unwrap(), "end", text);
    }

    fn expect(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Names { before, has, lacks } => {
                has.iter().for_each(|name| self.allows(before, name));
                lacks.iter().for_each(|name| self.forbids(before, name));
            }
            Expectation::Feasible(text) => {
                let answer = self.engine.check(self.id, text).unwrap();
                self.not_rejected(&answer, "check", text);
            }
            Expectation::Infeasible(text) => {
                let answer = self.engine.check(self.id, text).unwrap();
                self.rejected(&answer, "check", text);
            }
            Expectation::Compiles(text) => {
                let answer = self.engine.end(self.id, text).unwrap();
                self.not_rejected(&answer, "end", text);
                if self.power == Power::Full && answer != Feasibility::Feasible {
                    self.found.push(format!("end of `{text}` is {answer:?}, but it compiles"));
                }
            }
            Expectation::Fails(text) => {
                let answer = self.engine.end(self.id, text).unwrap();
                self.rejected(&answer, "end", text);
            }
        }
    }

    fn allows(&mut self, before: &str, name: &str) {
        match self.engine.names(self.id, before).unwrap() {
            Completions::Unknown(_) => {}
            // Where a lambda may start, its parameter is any fresh name.
            Completions::Known(names) if names.contains(name) || names.lambda_parameter => {}
            Completions::Known(_) => {
                self.found.push(format!("names after `{before}` lack `{name}`"));
            }
            Completions::Infeasible(reason) => {
                self.found.push(format!("names after `{before}` are infeasible: {reason}"));
            }
        }
    }

    fn forbids(&mut self, before: &str, name: &str) {
        if self.power == Power::Strict {
            return;
        }
        match self.engine.names(self.id, before).unwrap() {
            Completions::Known(names) if !names.contains(name) => {}
            Completions::Infeasible(_) => {}
            Completions::Known(_) => {
                self.found.push(format!("names after `{before}` have `{name}`"));
            }
            Completions::Unknown(reason) => {
                self.found.push(format!("names after `{before}` are unknown: {}", reason.0));
            }
        }
    }

    fn not_rejected(&mut self, answer: &Feasibility, question: &str, text: &str) {
        if let Feasibility::Infeasible(reason) = answer {
            self.found.push(format!("{question} rejects `{text}`: {reason}"));
        }
    }

    fn rejected(&mut self, answer: &Feasibility, question: &str, text: &str) {
        if self.power == Power::Full && !matches!(answer, Feasibility::Infeasible(_)) {
            self.found.push(format!("{question} of `{text}` is {answer:?}"));
        }
    }
}

#[test]
fn the_permissive_engine_is_strict() {
    let found = violations(&mut PermissiveEngine, &case::all(), Power::Strict);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A script for one case: every text of which the case says that it is good.
fn scripted(case: &Case) -> ScriptedEngine {
    let mut texts = vec![case.hole.content().to_owned()];
    for expectation in &case.expectations {
        match expectation {
            Expectation::Names { before, has, .. } => {
                texts.extend(has.iter().map(|name| format!("{before}{name}")));
            }
            Expectation::Feasible(text) | Expectation::Compiles(text) => texts.push(text.clone()),
            Expectation::Infeasible(_) | Expectation::Fails(_) => {}
        }
    }
    ScriptedEngine::allowing(texts)
}

#[test]
fn the_scripted_engine_keeps_the_contract() {
    for case in case::all() {
        let mut engine = scripted(&case);
        let found = violations(&mut engine, &[case], Power::Full);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_hole_that_was_never_opened_is_an_error() {
    let error = ScriptedEngine::allowing(["f();"]).check(HoleId(0), "f();").unwrap_err();
    assert!(matches!(error, EngineError::NoSuchHole(HoleId(0))), "{error}");
}

/// The suite itself can fail: an engine with another script breaks the contract everywhere.
#[test]
fn a_wrong_engine_is_found_out() {
    for case in case::all() {
        let mut engine = ScriptedEngine::allowing(["nothing that any case says"]);
        let title = case.title.clone();
        assert!(!violations(&mut engine, &[case], Power::Full).is_empty(), "{title}");
    }
}
