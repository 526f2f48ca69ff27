//! An engine that knows a few texts by heart, for tests of what uses an engine.
//!
//! It needs no JDK and decides by comparing texts, so that a test can see at a glance which names
//! must be pruned. It is strict relative to its own list: a text is feasible when some text of the
//! list starts with it.

use std::sync::Arc;

use task::Hole;

use crate::{
    CompletionEngine, Completions, EngineError, Feasibility, HoleId, NameKinds, NamePosition,
    NameTable, Names, Reason, UnknownReason,
};

/// The rule in the reasons of a [`ScriptedEngine`].
const RULE: &str = "scripted";

/// Decides by a list of whole texts; see the module's documentation.
///
/// ```
/// use engine::{CompletionEngine, Feasibility, ScriptedEngine};
/// # use task::{Hole, SourceText, Span};
/// # let file = SourceText::from_bytes("A.java", b"class A {}".to_vec()).unwrap();
/// # let hole = Hole::of_span(&file, Span::new(0, 0));
/// let mut engine = ScriptedEngine::allowing(["return size();", "return sum;"]);
/// let id = engine.open_hole(&hole)?;
/// assert_eq!(engine.check(id, "return size()")?, Feasibility::Feasible);
/// assert!(matches!(engine.end(id, "return size()")?, Feasibility::Infeasible(_)));
/// # Ok::<(), engine::EngineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedEngine {
    allowed: Vec<String>,
    unknown_after: Vec<String>,
    /// Texts that are refused at the end, each with the rule.
    refused: Vec<(String, String)>,
    holes: u32,
    calls: u64,
    calls_until_crash: Option<u64>,
}

impl ScriptedEngine {
    /// An engine for which exactly these texts compile in every hole.
    pub fn allowing<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self {
            allowed: texts.into_iter().map(Into::into).collect(),
            unknown_after: Vec::new(),
            refused: Vec::new(),
            holes: 0,
            calls: 0,
            calls_until_crash: None,
        }
    }

    /// Makes every answer unknown about a text that starts with `prefix`.
    #[must_use]
    pub fn unknown_after(mut self, prefix: impl Into<String>) -> Self {
        self.unknown_after.push(prefix.into());
        self
    }

    /// Refuses the end of `text` by a rule such as a compiler's message key.
    #[must_use]
    pub fn refusing(mut self, text: impl Into<String>, rule: impl Into<String>) -> Self {
        self.refused.push((text.into(), rule.into()));
        self
    }

    /// Makes the engine answer `calls` more questions and then crash once, as a companion does:
    /// one call is an error, the next one is answered again.
    #[must_use]
    pub fn crashing_after(mut self, calls: u64) -> Self {
        self.calls_until_crash = Some(calls);
        self
    }

    /// How many questions were asked so far, the opening of holes not counted.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The texts of the list that start with `text`, each without it.
    fn continuations<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.allowed.iter().filter_map(move |allowed| allowed.strip_prefix(text))
    }

    /// Whether a literal of the kind that ends `text` may stand there.
    fn has_literal_at(&self, text: &str) -> bool {
        [("\"\"", "\""), ("'0'", "'"), (".0", "."), ("0", "0123456789")].iter().any(
            |(shortest, starts)| {
                text.strip_suffix(shortest).is_some_and(|before| {
                    self.continuations(before).any(|rest| rest.starts_with(|c| starts.contains(c)))
                })
            },
        )
    }

    fn ask(&mut self, hole: HoleId, request: &'static str) -> Result<(), EngineError> {
        if hole.0 >= self.holes {
            return Err(EngineError::NoSuchHole(hole));
        }
        self.calls += 1;
        match &mut self.calls_until_crash {
            None => Ok(()),
            Some(0) => {
                self.calls_until_crash = None;
                let (cause, stderr) = ("as the script says".to_owned(), String::new());
                Err(EngineError::Crashed { request, cause, stderr })
            }
            Some(left) => {
                *left -= 1;
                Ok(())
            }
        }
    }

    fn unknown(&self, text: &str) -> Option<UnknownReason> {
        let known = !self.unknown_after.iter().any(|prefix| text.starts_with(prefix.as_str()));
        (!known).then(|| UnknownReason(RULE.to_owned()))
    }

    fn infeasible(text: &str) -> Reason {
        Reason::new(RULE, format!("no text of the script starts with `{text}`"))
    }
}

impl CompletionEngine for ScriptedEngine {
    fn open_hole(&mut self, _hole: &Hole) -> Result<HoleId, EngineError> {
        self.holes += 1;
        Ok(HoleId(self.holes - 1))
    }

    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError> {
        self.ask(hole, "names")?;
        if let Some(reason) = self.unknown(text) {
            return Ok(Completions::Unknown(reason));
        }
        if self.continuations(text).next().is_none() {
            return Ok(Completions::Infeasible(Self::infeasible(text)));
        }
        let entries: Vec<_> = self.continuations(text).filter_map(first_name).collect();
        let before = text.trim_end();
        let member = before.ends_with('.') || before.ends_with("::");
        Ok(Completions::Known(Names {
            position: if member { NamePosition::Member } else { NamePosition::Simple },
            shared: Arc::default(),
            local: NameTable::new(entries),
            lambda_parameter: false,
            constructor: last_word(before) == "new",
        }))
    }

    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.ask(hole, "check")?;
        if let Some(reason) = self.unknown(text) {
            return Ok(Feasibility::Unknown(reason));
        }
        let feasible = self.continuations(text).next().is_some() || self.has_literal_at(text);
        Ok(if feasible {
            Feasibility::Feasible
        } else {
            Feasibility::Infeasible(Self::infeasible(text))
        })
    }

    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.ask(hole, "end")?;
        if let Some(reason) = self.unknown(text) {
            return Ok(Feasibility::Unknown(reason));
        }
        Ok(if self.allowed.iter().any(|allowed| allowed == text) {
            Feasibility::Feasible
        } else {
            let refused = self.refused.iter().find(|(refused, _)| refused == text);
            let rule = refused.map_or(RULE, |(_, rule)| rule.as_str());
            Feasibility::Infeasible(Reason::new(rule, format!("`{text}` is not in the script")))
        })
    }
}

/// The keywords that a `(` can follow: they are no methods.
const KEYWORDS_BEFORE_PARENTHESIS: [&str; 11] = [
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "return",
    "synchronized",
    "try",
    "this",
    "super",
    "assert",
];

/// The name that a text starts with, and what its first use shows of its kind.
fn first_name(text: &str) -> Option<(String, NameKinds)> {
    let length = text.find(|c: char| !is_name_character(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let kinds = if KEYWORDS_BEFORE_PARENTHESIS.contains(&name) {
        NameKinds::KEYWORD
    } else if rest.trim_start().starts_with('(') {
        NameKinds::METHOD
    } else {
        NameKinds::VARIABLE.union(NameKinds::TYPE)
    };
    Some((name.to_owned(), kinds))
}

fn last_word(text: &str) -> &str {
    text.rsplit(|c: char| !is_name_character(c)).next().unwrap_or_default()
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

#[cfg(test)]
mod tests {
    use task::{Hole, SourceText, Span};

    use super::ScriptedEngine;
    use crate::{CompletionEngine, Completions, EngineError, Feasibility, HoleId, NameKinds};

    fn open(mut engine: ScriptedEngine) -> (ScriptedEngine, HoleId) {
        let file = SourceText::from_bytes("A.java", b"class A {}".to_vec()).unwrap();
        let id = engine.open_hole(&Hole::of_span(&file, Span::new(0, 0))).unwrap();
        (engine, id)
    }

    #[test]
    fn names_are_what_the_texts_go_on_with() {
        let (mut engine, id) =
            open(ScriptedEngine::allowing(["return list.size();", "return list.first + 1;"]));
        let Completions::Known(names) = engine.names(id, "return list.").unwrap() else { panic!() };
        assert_eq!(names.kinds("size"), NameKinds::METHOD);
        assert_eq!(names.kinds("first"), NameKinds(5));
        assert!(!names.contains("length"));
        assert!(matches!(engine.names(id, "return x.").unwrap(), Completions::Infeasible(_)));
        assert_eq!(engine.calls(), 2);
    }

    #[test]
    fn a_crash_is_one_error() {
        let (mut engine, id) = open(ScriptedEngine::allowing(["a;"]).crashing_after(1));
        assert_eq!(engine.check(id, "a;").unwrap(), Feasibility::Feasible);
        assert!(matches!(engine.check(id, "a;"), Err(EngineError::Crashed { .. })));
        assert_eq!(engine.check(id, "a;").unwrap(), Feasibility::Feasible);
    }

    #[test]
    fn what_is_unknown_is_not_decided() {
        let (mut engine, id) = open(ScriptedEngine::allowing(["a;"]).unknown_after("b"));
        assert!(matches!(engine.check(id, "b();").unwrap(), Feasibility::Unknown(_)));
        assert!(matches!(engine.names(id, "b.").unwrap(), Completions::Unknown(_)));
        assert!(matches!(engine.check(id, "c();").unwrap(), Feasibility::Infeasible(_)));
    }
}
