//! The choice of the next token.

use lm::TokenId;

use super::{Draw, Drawer, NodeId};
use crate::DecodeError;
use crate::cells::Need;
use crate::guide::{NameFilter, whole_characters};
use crate::noise::Noise;
use crate::outcome::{Outcome, Outcomes, outcomes, sort, tail_outcomes};

/// A choice that a draw is in the middle of: it may have to wait for the tail of the distribution.
pub(super) struct Position {
    /// The outcomes that are left, the best first.
    all: Outcomes,
    /// The index of the first of them that was not tried.
    next: usize,
    tries: usize,
    noise: Noise,
    pub(super) filter: Option<NameFilter>,
    /// The bytes of a character at the text's end that is not whole yet.
    half_character: Vec<u8>,
}

/// What a position led to.
pub(super) enum Step {
    /// On to a child, with the number of infeasible outcomes that came before it.
    Child(NodeId, usize),
    /// The text ends here.
    End,
    /// No outcome is feasible.
    Dead,
    /// What the model would have written is infeasible, which nobody knew.
    Restart,
    /// A row is missing.
    Wait(Need),
}

impl Drawer<'_> {
    /// Algorithm 2 of the paper: the best outcome that is not infeasible. Outcomes come in the
    /// order of their noisy scores, which is that of sampling, zeroing and sampling again.
    pub(super) fn choose(&mut self, draw: &mut Draw) -> Result<Step, DecodeError> {
        let mut position = match draw.position.take() {
            Some(position) => position,
            None => match self.open_position(draw)? {
                Some(position) => position,
                None => return Ok(Step::Wait(Need { node: draw.node, wide: false })),
            },
        };
        let step = self.choose_at(draw, &mut position)?;
        if matches!(step, Step::Wait(_)) {
            draw.position = Some(position);
        }
        Ok(step)
    }

    /// The outcomes at a draw's node; `None` when the node was not decoded yet.
    fn open_position(&mut self, draw: &Draw) -> Result<Option<Position>, DecodeError> {
        let node = self.tree.node(draw.node);
        let noise =
            Noise::new(self.settings.seed, draw.index, node.depth).of_attempt(draw.restarts);
        let Some(distribution) = &node.distribution else { return Ok(None) };
        let mut all = outcomes(distribution, noise);
        self.weigh(draw.node, &mut all);
        let whole = whole_characters(&node.text).map_or(0, str::len);
        let half_character = node.text[whole..].to_vec();
        let filter = self.guide.filter(&node.text)?;
        Ok(Some(Position { all, next: 0, tries: 0, noise, filter, half_character }))
    }

    fn choose_at(&mut self, draw: &mut Draw, position: &mut Position) -> Result<Step, DecodeError> {
        while position.tries < self.settings.tries_per_position {
            let Some(&(score, outcome)) = position.all.get(position.next) else { break };
            let mut by_name = false;
            match outcome {
                Outcome::Tail if !self.open_tail(draw.node, position, score) => {
                    return Ok(Step::Wait(Need { node: draw.node, wide: true }));
                }
                Outcome::Tail => continue,
                Outcome::End if self.tree.node(draw.node).taken_off.contains(&None) => {}
                Outcome::End if self.may_end(draw.node)? => return Ok(Step::End),
                Outcome::End => {}
                Outcome::Token(token, _) if self.has_wrong_bytes(position, token) => {
                    // Nearly all tokens after half a character: they cost nothing and are no try.
                    position.next += 1;
                    draw.pruned += 1;
                    continue;
                }
                Outcome::Token(token, _) if self.has_wrong_name(position, token) => {
                    by_name = true;
                }
                Outcome::Token(token, log_probability) => {
                    if let Some(child) = self.try_token(draw, token, log_probability)? {
                        return Ok(Step::Child(child, position.tries));
                    }
                }
            }
            let news = self.take_off(draw.node, outcome);
            if by_name && news {
                self.take_off_wrong_names(draw.node, position);
            }
            position.next += 1;
            position.tries += 1;
            draw.pruned += 1;
            if news && self.restart(draw) {
                return Ok(Step::Restart);
            }
        }
        Ok(Step::Dead)
    }

    /// Replaces the tail by the outcomes in it; `false` when they are not known yet. What even the
    /// wide distribution leaves out is too improbable to be drawn.
    fn open_tail(&mut self, id: NodeId, position: &mut Position, score: f64) -> bool {
        self.cells.widen_from_recent(&mut self.tree, id);
        let node = self.tree.node(id);
        let (Some(narrow), Some(wide)) = (&node.distribution, &node.wide) else { return false };
        position.all.drain(..=position.next);
        let mut tail = tail_outcomes(narrow, wide, position.noise, score);
        self.weigh(id, &mut tail);
        position.all.extend(tail);
        sort(&mut position.all);
        position.next = 0;
        true
    }

    /// Whether no text in UTF-8 goes on with the token.
    fn has_wrong_bytes(&mut self, position: &Position, token: TokenId) -> bool {
        let bytes = self.cells.model().vocabulary().bytes(token);
        let half = &position.half_character;
        if !self.settings.guidance.tokens || (half.is_empty() && bytes.is_ascii()) {
            return false;
        }
        let wrong = match bytes.first() {
            Some(first) if !half.is_empty() && first.is_ascii() => true,
            _ => whole_characters(&[half, bytes].concat()).is_none(),
        };
        if wrong {
            self.guide.count_rejection("encoding");
        }
        wrong
    }

    fn has_wrong_name(&mut self, position: &Position, token: TokenId) -> bool {
        let bytes = self.cells.model().vocabulary().bytes(token);
        let wrong = position.filter.as_ref().is_some_and(|filter| filter.rejects(bytes));
        if wrong {
            self.guide.count_rejection("name");
        }
        wrong
    }

    /// The child by `token`, unless its text is infeasible or leads to nothing feasible.
    fn try_token(
        &mut self,
        draw: &Draw,
        token: TokenId,
        log_probability: f32,
    ) -> Result<Option<NodeId>, DecodeError> {
        let bytes = self.cells.model().vocabulary().bytes(token).to_vec();
        let node = self.tree.node(draw.node);
        let known_child = node.children.get(&token).copied();
        if bytes.is_empty() || known_child.is_some_and(|child| self.tree.node(child).dead) {
            return Ok(None);
        }
        if self.settings.guidance.memorisation {
            if let Some(child) = known_child {
                return Ok(Some(child));
            }
            if node.rejected.covers(&bytes) {
                return Ok(None);
            }
        }
        let known = whole_characters(&node.text).map_or(0, str::len);
        let text = [node.text.as_slice(), &bytes].concat();
        if self.guide.rejects(&text, known)?.is_some() {
            self.tree.node_mut(draw.node).rejected.insert(&bytes);
            return Ok(None);
        }
        let child = self.arrive(draw.index, draw.node, token, f64::from(log_probability))?;
        Ok(Some(child))
    }
}
