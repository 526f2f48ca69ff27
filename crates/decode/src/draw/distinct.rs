//! Drawing no program twice: sampling without replacement on the prefix tree.
//!
//! When a sample has come to its end, the probability of its text is taken off all that leads
//! there, as that of infeasible text is, and later samples are drawn from what is left
//! (Shi, Bieber and Sutton, *Incremental Sampling Without Replacement for Sequence Models*, ICML
//! 2020). Two ways of writing the same Java tokens are one program: a sample that comes to a known
//! one begins once more. So does one that another under way beside it has overtaken.

use syntax::tokens::token_key;
use task::SampleEnd;

use super::{Draw, Drawer};
use crate::outcome::Outcome;
use crate::tree::Tree;

/// What is left of the root below which nothing is worth another sample.
const NOTHING_LEFT: f64 = 1e-6;

impl Drawer<'_> {
    /// Takes the text of a draw that has come to its end off the tree. Whether the draw begins once
    /// more, since another one has offered the same program.
    pub(super) fn retire(&mut self, draw: &mut Draw, end: SampleEnd) -> bool {
        if !self.settings.distinct || end == SampleEnd::Stopped {
            return false;
        }
        let key = self.offered(draw, end).map(|(text, _, _)| token_key(&text));
        self.take_off_text(draw, end);
        let is_known = key.is_some_and(|key| !self.drawn.insert(key));
        is_known && self.restart(draw)
    }

    fn take_off_text(&mut self, draw: &Draw, end: SampleEnd) {
        let id = draw.node;
        let node = self.tree.node(id);
        match end {
            SampleEnd::Ended => {
                let end = node.distribution.as_ref().map(|known| known.end_log_probability);
                self.covered += self.tree.reach(id) * end.map_or(0.0, |end| f64::from(end).exp());
                self.take_off(id, Outcome::End);
            }
            SampleEnd::Boundary if !node.ended => {
                let above = node.parent.map_or(1.0, |parent| self.tree.reach(parent));
                self.covered += above * node.token_log_probability.exp() * node.ends;
                self.tree.take_off_ending(id);
            }
            SampleEnd::RepeatedSuffix | SampleEnd::MaxTokens if !node.dead => {
                let left = 1.0 - node.infeasible;
                self.covered += self.tree.reach(id) * left;
                self.tree.take_off(id, left);
                self.tree.node_mut(id).dead = true;
            }
            _ => {}
        }
    }

    /// Whether the samples so far are so much of what the model would write that no further one is
    /// begun. Where samples are made to begin with something, the model's own probabilities say
    /// nothing about that.
    pub(super) fn is_covered(&self) -> bool {
        if !self.settings.distinct || !self.demanded.is_empty() {
            return false;
        }
        let left = 1.0 - self.tree.node(Tree::ROOT).infeasible;
        let feasible = left + self.covered;
        left < NOTHING_LEFT || self.covered >= self.settings.covered_share * feasible
    }
}
