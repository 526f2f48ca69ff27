//! Walks a text token by token, as the decoder walks a sample.

use decode::{decide_name, shortest_form};
use engine::{Completions, EngineError, Feasibility, Reason};
use syntax::tokens::{Token, TokenKind, tokens};

use super::asking::Asker;
use super::defect::{Place, Rejection};
use super::file_view::code_of;
use super::narrowing::LABEL;
use super::positions::declares_label;

/// How many tokens before the first changed one are decided again: what a token may be can depend
/// on the two that follow it.
const TOKENS_LOOKED_BACK: usize = 2;

/// What the engine said while a text was walked.
pub(super) trait Witness {
    /// The names that may stand where the word with this token number stands.
    fn names(&mut self, code: &[Token], index: usize, answer: &Completions);
    /// Whether the text up to a finished token can go on.
    fn check(&mut self, answer: &Feasibility);
}

/// Takes no notice.
pub(super) struct Nobody;

impl Witness for Nobody {
    fn names(&mut self, _code: &[Token], _index: usize, _answer: &Completions) {}
    fn check(&mut self, _answer: &Feasibility) {}
}

/// Where a text is rejected before its end; `None` when nothing speaks against it. What stands
/// before `from` is known to be feasible. `before` is the word before the hole.
///
/// Of the decoder's rules only those that ask the engine are applied. Its narrowing by layout,
/// comments and unicode escapes is no answer of the engine.
pub(super) fn first_rejection(
    asker: &mut Asker<'_>,
    (before, text): (&str, &str),
    from: usize,
    witness: &mut dyn Witness,
) -> Result<Option<Rejection>, EngineError> {
    let text = finished(text);
    let Some(code) = code_of(&text) else {
        let reason = Reason::new("lexical", "these are no Java tokens");
        return Ok(Some(Rejection { place: Place::Tokens, at: 0, asked: text.len(), reason }));
    };
    let mut walk = Walk { asker, text: &text, code: &code, before };
    let first = code.partition_point(|token| token.end <= from);
    for index in first.saturating_sub(TOKENS_LOOKED_BACK)..code.len() {
        if let Some(rejection) = walk.decide(index, witness)? {
            return Ok(Some(rejection));
        }
    }
    Ok(None)
}

/// The text with a space after a last token that could go on: the hole ends there.
fn finished(text: &str) -> String {
    let is_open = tokens(text).is_ok_and(|found| {
        found.last().is_some_and(|last| last.open && last.kind != TokenKind::Comment)
    });
    if is_open { format!("{text} ") } else { text.to_owned() }
}

/// One walk over a text.
struct Walk<'w, 'a> {
    asker: &'w mut Asker<'a>,
    text: &'w str,
    code: &'w [Token],
    before: &'w str,
}

impl Walk<'_, '_> {
    fn decide(
        &mut self,
        index: usize,
        witness: &mut dyn Witness,
    ) -> Result<Option<Rejection>, EngineError> {
        let token = self.code[index];
        let rejected = |place, asked, reason| Rejection { place, at: token.start, asked, reason };
        if token.kind == TokenKind::Word
            && let Some(reason) = self.decide_word(index, witness)?
        {
            return Ok(Some(rejected(Place::Names, token.start, reason)));
        }
        if let Some(shortest) = shortest_form(self.text, token) {
            let unfinished = [&self.text[..token.start], shortest].concat();
            if let Feasibility::Infeasible(reason) = self.asker.check(&unfinished)? {
                return Ok(Some(rejected(Place::Check, token.start, reason)));
            }
        }
        let answer = self.asker.check(&self.text[..token.end])?;
        witness.check(&answer);
        Ok(match answer {
            Feasibility::Infeasible(reason) => Some(rejected(Place::Check, token.end, reason)),
            Feasibility::Feasible | Feasibility::Unknown(_) => None,
        })
    }

    fn decide_word(
        &mut self,
        index: usize,
        witness: &mut dyn Witness,
    ) -> Result<Option<Reason>, EngineError> {
        let answer = self.asker.names(&self.text[..self.code[index].start])?;
        witness.names(self.code, index, &answer);
        let reason = match &answer {
            Completions::Known(names) => decide_name(names, self.text, self.code, index),
            Completions::Infeasible(reason) => return Ok(Some(reason.clone())),
            Completions::Unknown(_) => None,
        };
        if reason.is_some() && declares_label(self.text, self.code, index, self.before) {
            self.asker.tally.narrow(LABEL);
            return Ok(None);
        }
        Ok(reason)
    }
}
