//! Coming to a new node: which boundaries in it the hole may end at.

use engine::Feasibility;
use lm::TokenId;

use super::{Drawer, NodeId, Origin};
use crate::boundary::boundaries;
use crate::guide::whole_characters;
use crate::tree::EndState;
use crate::{DecodeError, EndRule};

impl Drawer<'_> {
    /// The child by a feasible token; when it is new, the boundaries in it are looked at.
    pub(super) fn arrive(
        &mut self,
        sample: usize,
        parent: NodeId,
        token: TokenId,
        log_probability: f64,
    ) -> Result<NodeId, DecodeError> {
        let bytes = self.cells.model().vocabulary().bytes(token).to_vec();
        let nodes = self.tree.len();
        let child = self.tree.child(parent, token, &bytes, log_probability);
        if self.tree.len() > nodes {
            let known = whole_characters(&self.tree.node(parent).text).map_or(0, str::len);
            self.find_boundaries(sample, child, known)?;
        }
        Ok(child)
    }

    fn find_boundaries(
        &mut self,
        sample: usize,
        id: NodeId,
        known: usize,
    ) -> Result<(), DecodeError> {
        let rule = self.settings.end_rule;
        if rule == EndRule::Model {
            return Ok(());
        }
        let text = whole_characters(&self.tree.node(id).text).unwrap_or_default().to_owned();
        for boundary in boundaries(&text, known) {
            let passes = !rule.checks_boundaries()
                || self.guide.end(&text.as_bytes()[..boundary])? == Feasibility::Feasible;
            if passes {
                self.tree.node_mut(id).passed.push(boundary);
            }
            if passes && rule.checks_boundaries() {
                self.offer(sample, id, &text[..boundary], Origin::Boundary, Some(true));
            }
        }
        if rule.checks_boundaries() {
            let node = self.tree.node_mut(id);
            let found = (node.passed.len() - node.passed_before) as i32;
            node.ends = 1.0 - (1.0 - self.settings.end_at_boundary).powi(found);
        }
        let repeats = |&&at: &&usize| self.suffix.is_repeated_by(&text[at..]);
        let repeated = self.tree.node(id).passed.iter().find(repeats).copied();
        self.tree.node_mut(id).repeated = repeated;
        Ok(())
    }

    /// Whether the hole may end at a node.
    pub(super) fn may_end(&mut self, id: NodeId) -> Result<bool, DecodeError> {
        let node = self.tree.node(id);
        if node.end == EndState::Unasked || !self.settings.guidance.memorisation {
            let text = self.hole_text(&node.text).to_vec();
            let state = match self.guide.end(&text)? {
                Feasibility::Feasible => EndState::Passes,
                Feasibility::Unknown(_) => EndState::Unknown,
                Feasibility::Infeasible(reason) => {
                    self.guide.count_rejection(&format!("end: {}", reason.rule));
                    EndState::Infeasible
                }
            };
            self.tree.node_mut(id).end = state;
        }
        Ok(self.tree.node(id).end != EndState::Infeasible)
    }

    /// The bytes that go into the hole: white space before a line end that is there already is
    /// left out.
    pub(super) fn hole_text<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        if self.suffix_text.is_empty() || self.suffix_text.starts_with('\n') {
            text.trim_ascii_end()
        } else {
            text
        }
    }
}
