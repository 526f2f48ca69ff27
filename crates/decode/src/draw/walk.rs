//! Leading a draw along text that the engine leaves no choice about.

use lm::TokenId;

use super::{Draw, Drawer, NodeId, Tree};
use crate::cells::Need;
use crate::noise::Noise;
use crate::{Choice, DecodeError};

/// Forced text that a draw is being led along.
pub(super) struct Walk {
    /// The tokens of the whole word, as the model would have written it.
    tokens: Vec<TokenId>,
    /// How many of them were walked.
    walked: usize,
    /// The nodes that the draw had come through in the same word.
    drawn: Vec<NodeId>,
    /// Where the draw was, and how it had come there: to go back to if the text leads nowhere.
    from: NodeId,
    choices: Vec<(Choice, usize)>,
}

impl Drawer<'_> {
    /// The walk that a sample begins with, if it is one of those that begin with what the code
    /// after the hole demands.
    pub(super) fn demanded_walk(&self, sample: usize) -> Option<Walk> {
        let chosen = Noise::of_sample(self.settings.seed, sample);
        let begins = !self.demanded.is_empty() && chosen.happens(self.settings.demanded_share);
        begins.then(|| Walk {
            tokens: self.demanded.clone(),
            walked: 0,
            drawn: Vec::new(),
            from: Tree::ROOT,
            choices: Vec::new(),
        })
    }

    /// Starts a walk if what follows the draw's text is forced.
    pub(super) fn begin_walk(&mut self, draw: &mut Draw) -> Result<(), DecodeError> {
        if !self.settings.guidance.active_completion {
            return Ok(());
        }
        let text = &self.tree.node(draw.node).text;
        let Some(forced) = crate::forced::forced(&mut self.guide, text)? else { return Ok(()) };
        let starts_before = |&id: &NodeId| self.tree.node(id).text.len() <= forced.word_start;
        let Some(ancestor) = self.tree.ancestors(draw.node).find(starts_before) else {
            return Ok(());
        };
        let mut tail =
            self.tree.node(draw.node).text[self.tree.node(ancestor).text.len()..].to_vec();
        tail.extend_from_slice(forced.text.as_bytes());
        let Ok(tail) = String::from_utf8(tail) else { return Ok(()) };
        draw.walk = Some(Walk {
            tokens: self.cells.model().tokenize(&tail),
            walked: 0,
            drawn: self.tree.path(ancestor, draw.node),
            from: draw.node,
            choices: draw.choices.clone(),
        });
        draw.choices.truncate(self.tree.node(ancestor).depth);
        draw.node = ancestor;
        Ok(())
    }

    /// Goes on with a walk until its end or until a row is missing.
    pub(super) fn go_on_walking(
        &mut self,
        draw: &mut Draw,
        mut walk: Walk,
    ) -> Result<Option<Need>, DecodeError> {
        while let Some(&token) = walk.tokens.get(walk.walked) {
            let known = self.tree.node(draw.node).children.get(&token).copied();
            let child = match known {
                Some(child) => child,
                None => match self.token_log_probability(draw.node, token) {
                    Ok(log_probability) => {
                        self.arrive(draw.index, draw.node, token, log_probability)?
                    }
                    Err(need) => {
                        draw.walk = Some(walk);
                        return Ok(Some(need));
                    }
                },
            };
            draw.node = child;
            let same = walk.drawn.get(walk.walked) == Some(&child);
            let choice = if same { walk.choices[draw.choices.len()] } else { (Choice::Forced, 0) };
            draw.choices.push(choice);
            walk.walked += 1;
        }
        if self.tree.node(draw.node).dead {
            // What is forced leads nowhere, and so does what it completes, if there is any.
            draw.node = walk.from;
            draw.choices = walk.choices;
            if draw.node != Tree::ROOT {
                self.step_back(draw);
            }
        }
        Ok(None)
    }

    /// The log-probability of any token at a node, or the row that it needs. A token that even the
    /// wide distribution leaves out gets that distribution's floor.
    fn token_log_probability(&self, id: NodeId, token: TokenId) -> Result<f64, Need> {
        const FLOOR: f64 = -27.6;
        let node = self.tree.node(id);
        if node.distribution.is_none() {
            return Err(Need { node: id, wide: false });
        }
        match self.listed(id, token) {
            Some(known) => Ok(known),
            None if node.wide.is_none() => Err(Need { node: id, wide: true }),
            None => Ok(FLOOR),
        }
    }

    /// The log-probability of a token as far as what is kept of the node's row tells it.
    pub(super) fn listed(&self, id: NodeId, token: TokenId) -> Option<f64> {
        let node = self.tree.node(id);
        let entry = [&node.distribution, &node.wide]
            .into_iter()
            .flatten()
            .flat_map(|distribution| &distribution.entries)
            .find(|entry| entry.0 == token)?;
        Some(f64::from(entry.1))
    }
}
