//! From a draw that has come to its end to a sample and a candidate.

use syntax::tokens::token_key;
use task::SampleEnd;

use super::{Draw, Drawer, NodeId, Origin, Sample, SampledToken, Tree, seconds};
use crate::Settings;
use crate::candidates::Offer;
use crate::noise::Noise;
use crate::tree::EndState;

impl Drawer<'_> {
    pub(super) fn finish(&mut self, draw: Draw, end: SampleEnd) -> Sample {
        let offer = self.offered(&draw, end);
        if let Some((text, origin, passes)) = &offer {
            self.offer(draw.index, draw.node, text, *origin, *passes);
        }
        let node = self.tree.node(draw.node);
        let origin = offer.as_ref().map(|(_, origin, _)| *origin);
        Sample {
            index: draw.index,
            end,
            trimmed: origin == Some(Origin::Trimmed),
            passes_end_check: offer.as_ref().and_then(|(_, _, passes)| *passes),
            offered: offer.map(|(text, _, _)| text),
            text: String::from_utf8_lossy(&node.text).into_owned(),
            tokens: self.sampled_tokens(&draw),
            log_probability: node.log_probability,
            pruned: draw.pruned,
            dead_ends: draw.dead_ends,
            restarts: draw.restarts,
            rows: draw.rows,
            seconds: seconds(draw.started.elapsed()),
        }
    }

    /// The text that a draw offers for the hole, what kind of offer it is, and whether it is
    /// known to compile.
    pub(super) fn offered(
        &self,
        draw: &Draw,
        end: SampleEnd,
    ) -> Option<(String, Origin, Option<bool>)> {
        let node = self.tree.node(draw.node);
        let up_to = |length: usize| String::from_utf8_lossy(&node.text[..length]).into_owned();
        let checked = self.settings.end_rule.checks_boundaries();
        let known = checked.then_some(true);
        match end {
            SampleEnd::Ended => {
                let text = String::from_utf8_lossy(self.hole_text(&node.text)).into_owned();
                let passes = (node.end == EndState::Passes).then_some(true);
                Some((text, Origin::Drawn, passes))
            }
            SampleEnd::RepeatedSuffix => Some((up_to(node.repeated?), Origin::Drawn, known)),
            SampleEnd::Boundary => Some((up_to(self.boundary_of(draw)?), Origin::Drawn, known)),
            _ if checked => Some((up_to(*node.passed.last()?), Origin::Trimmed, known)),
            SampleEnd::MaxTokens => Some((up_to(node.text.len()), Origin::CutOff, None)),
            _ => None,
        }
    }

    /// The boundary in a draw's last token that it ends at, if it does and no other has.
    pub(super) fn chosen_boundary(&self, draw: &Draw) -> Option<usize> {
        let ended = self.tree.node(draw.node).ended;
        if ended { None } else { self.boundary_of(draw) }
    }

    /// The boundary in a draw's last token that chance lets it end at, or that it has to end at
    /// since nothing feasible follows. It is the same whenever it is asked for, for the noise is
    /// that of the sample, its attempt and the boundary.
    fn boundary_of(&self, draw: &Draw) -> Option<usize> {
        if !self.settings.end_rule.checks_boundaries() {
            return None;
        }
        let Settings { seed, end_at_boundary, .. } = self.settings;
        let chosen = |&boundary: &usize| {
            let noise = Noise::new(seed, draw.index, boundary).of_attempt(draw.restarts);
            noise.happens(end_at_boundary)
        };
        let node = self.tree.node(draw.node);
        let here = &node.passed[node.passed_before..];
        here.iter().copied().find(chosen).or(here.last().copied().filter(|_| node.closed))
    }

    /// Takes a text for the hole in as a candidate, unless it is what stands there already.
    pub(super) fn offer(
        &mut self,
        sample: usize,
        id: NodeId,
        text: &str,
        origin: Origin,
        passes_end_check: Option<bool>,
    ) {
        if token_key(text) == self.original {
            self.repeats_of_the_original += usize::from(origin != Origin::Boundary);
            return;
        }
        let end = self.node_of(id, text.len());
        let node = self.tree.node(end);
        let (log_probability, token_count) = (node.log_probability, node.depth);
        self.candidates.add(Offer {
            text: text.to_owned(),
            node: end,
            log_probability,
            token_count,
            origin,
            sample,
            passes_end_check,
        });
    }

    /// The first node on the way to `id` whose text holds the first `length` bytes.
    fn node_of(&self, id: NodeId, length: usize) -> NodeId {
        let holds = |above: &NodeId| self.tree.node(*above).text.len() >= length;
        self.tree.ancestors(id).take_while(holds).last().unwrap_or(id)
    }

    fn sampled_tokens(&self, draw: &Draw) -> Vec<SampledToken> {
        let path = self.tree.path(Tree::ROOT, draw.node);
        path.iter()
            .zip(&draw.choices)
            .map(|(&id, &(choice, pruned))| {
                let node = self.tree.node(id);
                let bytes = self.cells.model().vocabulary().bytes(node.token);
                SampledToken {
                    id: node.token.0,
                    text: String::from_utf8_lossy(bytes).into_owned(),
                    log_probability: node.token_log_probability,
                    choice,
                    pruned,
                }
            })
            .collect()
    }
}
