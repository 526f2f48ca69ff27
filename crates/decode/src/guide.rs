//! Whether a text may stand in the hole, from cheap to dear.
//!
//! The text is split at Java token boundaries, not at the model's: a model token such as `.get(`
//! or `();` holds several, and each is decided on its own. What the text consisted of before the
//! last model token has been decided already and is skipped, but for the last two tokens, whose
//! meaning can depend on what follows them.

mod filter;
mod layout;
mod names;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use engine::{
    CompletionEngine, Completions, EngineError, Feasibility, HoleId, Reason, UnknownReason,
};
use syntax::tokens::{Token, TokenKind, tokens};

use crate::Settings;

pub(crate) use filter::NameFilter;
pub use names::decide_name;

/// Decides texts of one hole and counts why they were rejected.
pub(crate) struct Guide<'a> {
    engine: &'a mut dyn CompletionEngine,
    hole: HoleId,
    settings: Settings,
    pub(crate) rejections: BTreeMap<String, u64>,
    pub(crate) unknowns: BTreeMap<String, u64>,
    pub(crate) calls: u64,
    /// The time spent waiting for the engine.
    pub(crate) waited: Duration,
}

/// The part of `text` that is whole characters; `None` when no further byte makes it UTF-8.
pub(crate) fn whole_characters(text: &[u8]) -> Option<&str> {
    match std::str::from_utf8(text) {
        Ok(whole) => Some(whole),
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&text[..error.valid_up_to()]).ok()
        }
        Err(_) => None,
    }
}

impl<'a> Guide<'a> {
    pub(crate) fn new(
        engine: &'a mut dyn CompletionEngine,
        hole: HoleId,
        settings: Settings,
    ) -> Self {
        Self {
            engine,
            hole,
            settings,
            rejections: BTreeMap::new(),
            unknowns: BTreeMap::new(),
            calls: 0,
            waited: Duration::ZERO,
        }
    }

    /// Why `text` is infeasible, or `None` when nothing speaks against it. The first `known`
    /// bytes have been found feasible before.
    pub(crate) fn rejects(
        &mut self,
        text: &[u8],
        known: usize,
    ) -> Result<Option<Reason>, EngineError> {
        let reason = self.find_reason(text, known)?;
        if let Some(reason) = &reason {
            self.count_rejection(&reason.rule);
        }
        Ok(reason)
    }

    /// Counts a text that was rejected by `rule`.
    pub(crate) fn count_rejection(&mut self, rule: &str) {
        match self.rejections.get_mut(rule) {
            Some(count) => *count += 1,
            None => {
                self.rejections.insert(rule.to_owned(), 1);
            }
        }
    }

    fn find_reason(&mut self, text: &[u8], known: usize) -> Result<Option<Reason>, EngineError> {
        if !self.settings.guidance.tokens {
            return Ok(None);
        }
        let Some(whole) = whole_characters(text) else {
            return Ok(Some(Reason::new("encoding", "the text is not UTF-8")));
        };
        let half = &text[whole.len()..];
        if !half.is_empty() && self.filter(whole.as_bytes())?.is_some_and(|f| f.rejects(half)) {
            return Ok(Some(Reason::new("name", "no name that is known here goes on so")));
        }
        self.find_reason_in(whole, known)
    }

    fn find_reason_in(&mut self, text: &str, known: usize) -> Result<Option<Reason>, EngineError> {
        let found = match tokens(text) {
            Ok(found) => found,
            Err(error) => return Ok(Some(Reason::new("lexical", error.to_string()))),
        };
        if comment_bytes(&found) > self.settings.comment_bytes {
            return Ok(Some(Reason::new("comment-budget", "too much of the text is comments")));
        }
        if goes_on_with_escape(text, &found) {
            return Ok(Some(Reason::new(
                "unicode-escape",
                "a unicode escape outside of a literal",
            )));
        }
        let code: Vec<Token> =
            found.into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
        let first = code.partition_point(|token| token.end <= known).saturating_sub(2);
        if let Some(reason) = layout::reason(text, &code, first) {
            return Ok(Some(Reason::new("layout", reason)));
        }
        for index in first..code.len() {
            if let Some(reason) = self.decide_token(text, &code, index)? {
                return Ok(Some(reason));
            }
        }
        Ok(None)
    }

    fn decide_token(
        &mut self,
        text: &str,
        code: &[Token],
        index: usize,
    ) -> Result<Option<Reason>, EngineError> {
        let token = code[index];
        if token.kind == TokenKind::Word && self.settings.guidance.names {
            let by_name = match self.names(&text[..token.start])? {
                Completions::Known(names) => decide_name(&names, text, code, index),
                Completions::Infeasible(reason) => Some(reason),
                Completions::Unknown(_) => None,
            };
            if by_name.is_some() {
                return Ok(by_name);
            }
        }
        self.decide_finished(text, token)
    }

    /// Whether the text up to and including a finished token can go on: its grammar after every
    /// token, its types after those that close something. A number or a literal that may go on is
    /// decided as if it were the shortest one, or a model could write strings without end where
    /// none may stand.
    fn decide_finished(&mut self, text: &str, token: Token) -> Result<Option<Reason>, EngineError> {
        if !self.settings.guidance.checks {
            return Ok(None);
        }
        if !token.open {
            return self.check(&text[..token.end]);
        }
        match shortest_form(text, token) {
            Some(shortest) => self.check(&[&text[..token.start], shortest].concat()),
            None => Ok(None),
        }
    }

    /// What decides most tokens after `text` at once, without asking about each: the names that
    /// may stand at its end.
    pub(crate) fn filter(&mut self, text: &[u8]) -> Result<Option<NameFilter>, EngineError> {
        let whole = whole_characters(text).filter(|whole| whole.len() == text.len());
        let place = match whole {
            Some(whole) if self.settings.guidance.names => filter::place(whole),
            _ => None,
        };
        let (Some(whole), Some(place)) = (whole, place) else { return Ok(None) };
        match self.names(&whole[..place.word_start])? {
            Completions::Known(names) => Ok(NameFilter::new(names, place, whole)),
            Completions::Infeasible(_) | Completions::Unknown(_) => Ok(None),
        }
    }

    /// Asks once more when the engine died at a question, and takes its answer as unknown when it
    /// died again. The engine itself limits how often it is started.
    fn ask<T>(
        &mut self,
        unknown: fn(UnknownReason) -> T,
        question: impl Fn(&mut dyn CompletionEngine, HoleId) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let asked = Instant::now();
        let mut answer = question(self.engine, self.hole);
        if died(&answer) {
            answer = question(self.engine, self.hole);
        }
        if died(&answer) {
            answer = Ok(unknown(UnknownReason("the engine died at this question".to_owned())));
        }
        self.calls += 1;
        self.waited += asked.elapsed();
        answer
    }

    /// What may stand after `text`, which ends just before an identifier.
    pub(crate) fn names(&mut self, text: &str) -> Result<Completions, EngineError> {
        let answer = self.ask(Completions::Unknown, |engine, hole| engine.names(hole, text))?;
        if let Completions::Unknown(reason) = &answer {
            *self.unknowns.entry(format!("names: {}", reason.0)).or_default() += 1;
        }
        Ok(answer)
    }

    fn check(&mut self, text: &str) -> Result<Option<Reason>, EngineError> {
        match self.ask(Feasibility::Unknown, |engine, hole| engine.check(hole, text))? {
            Feasibility::Feasible => Ok(None),
            Feasibility::Infeasible(reason) => Ok(Some(reason)),
            Feasibility::Unknown(reason) => {
                *self.unknowns.entry(format!("check: {}", reason.0)).or_default() += 1;
                Ok(None)
            }
        }
    }

    /// What the engine says of `text` as the whole of the hole. Text that stops inside a
    /// character or a comment is infeasible without asking.
    pub(crate) fn end(&mut self, text: &[u8]) -> Result<Feasibility, EngineError> {
        if !self.settings.guidance.end {
            let reason = UnknownReason("guidance is off".to_owned());
            return Ok(Feasibility::Unknown(reason));
        }
        let Ok(text) = std::str::from_utf8(text) else {
            return Ok(Feasibility::Infeasible(Reason::new("encoding", "half a character")));
        };
        let ends_in_comment = |token: &Token| token.kind == TokenKind::Comment && token.open;
        if tokens(text).is_ok_and(|found| found.last().is_some_and(ends_in_comment)) {
            return Ok(Feasibility::Infeasible(Reason::new("open-comment", "ends in a comment")));
        }
        let answer = self.ask(Feasibility::Unknown, |engine, hole| engine.end(hole, text))?;
        if let Feasibility::Unknown(reason) = &answer {
            *self.unknowns.entry(format!("end: {}", reason.0)).or_default() += 1;
        }
        Ok(answer)
    }
}

/// What stands for a number or a literal that is not finished when the engine is asked about it:
/// the shortest one of its kind. `None` for other tokens.
pub fn shortest_form(text: &str, token: Token) -> Option<&'static str> {
    match (token.kind, token.text(text).as_bytes()) {
        (TokenKind::Number, [b'.', ..]) => Some(".0"),
        (TokenKind::Number, _) => Some("0"),
        (TokenKind::Literal, [b'\'', ..]) => Some("'0'"),
        (TokenKind::Literal, _) => Some("\"\""),
        _ => None,
    }
}

fn died<T>(answer: &Result<T, EngineError>) -> bool {
    matches!(answer, Err(EngineError::Crashed { .. } | EngineError::TimeLimit { .. }))
}

/// Whether a unicode escape stands outside of a literal. No text needs one, since the character
/// itself says the same, and nothing is known about what follows it: a model that was kept from
/// all it wanted to write finds that way out.
fn goes_on_with_escape(text: &str, found: &[Token]) -> bool {
    let end = found.last().map_or(0, |token| token.end);
    text[end..].trim_start().starts_with('\\')
}

fn comment_bytes(found: &[Token]) -> usize {
    found
        .iter()
        .filter(|token| token.kind == TokenKind::Comment)
        .map(|token| token.end - token.start)
        .sum()
}
