//! Drawing feasible texts with the shares that the model gives them.
//!
//! Pruning at a position leaves the rest of that position with more than its share: a sample that
//! has come to `return TollBill.` goes on even where the model would nearly always have written a
//! name that does not exist, and what is left besides such names is mostly nonsense. So what is
//! found to be infeasible is taken off the probability of all that leads there, and a sample that
//! runs into something that nobody knew to be infeasible begins once more. Without a limit on
//! beginnings this draws from the model's distribution under the condition that the text is
//! feasible: adaptive rejection sampling on the prefix tree. Park et al. (Grammar-Aligned
//! Decoding, NeurIPS 2024) take the mass off as well and go on without beginning again, which
//! approaches that distribution in the long run only. Rows that are known cost nothing, and so
//! beginning again is cheap.
//!
//! Text that is forced is left out of this on purpose: it keeps the share of what led to it, as
//! the one name that the project has there is what a sample is after, however improbable the model
//! finds it (figure 1 of the Repilot paper).

use super::choose::Position;
use super::{Draw, Drawer, NodeId, Tree};
use crate::outcome::{Outcome, Outcomes, sort};

/// Probabilities below this are not taken off, so that a position where thousands of improbable
/// tokens are tried does not keep a list of them.
const LEAST: f32 = 1e-5;

impl Drawer<'_> {
    /// Lowers the scores of a node's tokens by what is known to be infeasible behind them.
    pub(super) fn weigh(&self, id: NodeId, all: &mut Outcomes) {
        if self.settings.restarts_per_sample == 0 {
            return;
        }
        let mut changed = false;
        for (score, outcome) in all.iter_mut() {
            let share = match *outcome {
                Outcome::Token(token, _) => self.tree.feasible_share(id, token),
                Outcome::End if self.tree.node(id).taken_off.contains(&None) => 0.0,
                Outcome::End | Outcome::Tail => 1.0,
            };
            changed |= share < 1.0;
            *score += share.ln();
        }
        if changed {
            sort(all);
        }
    }

    /// Takes an infeasible outcome off the probability of what leads to it. Whether that was news.
    pub(super) fn take_off(&mut self, id: NodeId, outcome: Outcome) -> bool {
        let node = self.tree.node_mut(id);
        let (token, log_probability) = match outcome {
            Outcome::Token(token, log_probability) => (Some(token), log_probability),
            Outcome::End => {
                let end = node.distribution.as_ref().map(|known| known.end_log_probability);
                (None, end.unwrap_or(f32::NEG_INFINITY))
            }
            Outcome::Tail => return false,
        };
        if log_probability < LEAST.ln() || !node.taken_off.insert(token) {
            return false;
        }
        // A child that is dead has taken itself off.
        let dead = token.and_then(|token| node.children.get(&token).copied());
        if dead.is_none() {
            self.tree.take_off(id, f64::from(log_probability).exp());
        }
        dead.is_none()
    }

    /// Takes all tokens off that write a wrong name: one look at the names decides them all.
    pub(super) fn take_off_wrong_names(&mut self, id: NodeId, position: &Position) {
        let Some(filter) = &position.filter else { return };
        let Some(distribution) = &self.tree.node(id).distribution else { return };
        let vocabulary = self.cells.model().vocabulary();
        let wrong: Vec<Outcome> = distribution
            .entries
            .iter()
            .take_while(|entry| entry.1 >= LEAST.ln())
            .filter(|entry| filter.rejects(vocabulary.bytes(entry.0)))
            .map(|&(token, log_probability)| Outcome::Token(token, log_probability))
            .collect();
        for outcome in wrong {
            self.take_off(id, outcome);
        }
    }

    /// Begins a draw once more; `false` when it has begun as often as it may.
    pub(super) fn restart(&mut self, draw: &mut Draw) -> bool {
        if draw.restarts >= self.settings.restarts_per_sample {
            return false;
        }
        draw.restarts += 1;
        draw.node = Tree::ROOT;
        draw.choices.clear();
        draw.walk = self.demanded_walk(draw.index);
        true
    }
}
