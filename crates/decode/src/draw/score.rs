//! The probability that the model ends a text where a candidate ends.
//!
//! A model that fills in the middle ends a hole in two ways: by an end token, or by going on with
//! what stands after the hole. Both count as ending: the score of a candidate is the probability
//! of its text times the sum of the two.

use super::{Drawer, NodeId};

impl Drawer<'_> {
    /// Adds the probability of their end to all candidates whose end was decoded. A candidate at
    /// whose end no draw went on has none; its score is that of its text.
    pub(super) fn score_candidates(&mut self) {
        for index in 0..self.candidates.found.len() {
            let (node, length) = self.candidates.ends[index];
            if let Some(end) = self.end_log_probability(node, length) {
                let candidate = &mut self.candidates.found[index].candidate;
                candidate.log_probability += end;
                candidate.token_count += 1;
            }
        }
    }

    fn end_log_probability(&self, id: NodeId, length: usize) -> Option<f64> {
        let node = self.tree.node(id);
        let distribution = node.distribution.as_ref()?;
        let end = f64::from(distribution.end_log_probability);
        let written = std::str::from_utf8(&node.text[length.min(node.text.len())..]).ok()?;
        let going_on = self
            .suffix_text
            .strip_prefix(written)
            .and_then(|rest| self.suffix_log_probability(id, first_line(rest)));
        Some(match going_on {
            Some(going_on) => {
                let greater = end.max(going_on);
                greater + ((end - greater).exp() + (going_on - greater).exp()).ln()
            }
            None => end,
        })
    }

    /// The probability of going on with `line` as far as the tree knows it: later tokens of a
    /// line that was begun are nearly certain, so that what is missing matters little.
    fn suffix_log_probability(&self, id: NodeId, line: &str) -> Option<f64> {
        let mut node = id;
        let mut sum = None;
        for token in self.cells.model().tokenize(line) {
            let Some(next) = self.listed(node, token) else { break };
            sum = Some(sum.unwrap_or(0.0) + next);
            match self.tree.node(node).children.get(&token) {
                Some(&child) => node = child,
                None => break,
            }
        }
        sum
    }
}

/// The text up to the end of its first line that is not blank.
fn first_line(text: &str) -> &str {
    let content = text.len() - text.trim_start().len();
    let end = text[content..].find('\n').map_or(text.len(), |offset| content + offset);
    &text[..end]
}
