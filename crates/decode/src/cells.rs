//! Which nodes of the prefix tree have key/value cells in the model, and in which sequence.
//!
//! The prompt's sequence is never extended: every run of tokens lives in a fork of it, and forks
//! share the cells of what they have in common. When the model is full, the sequence that was
//! used longest ago is released; what is needed of it later is decoded again.

use std::collections::{BTreeMap, VecDeque};

use lm::distribution::{Distribution, Settings as DistributionSettings};
use lm::{LanguageModel, ModelError, Row, SequenceId, TokenId};

use crate::tree::{NodeId, Tree};

/// A kept sequence.
#[derive(Clone, Copy, Debug)]
struct Owner {
    /// The deepest node whose tokens it holds.
    tip: NodeId,
    /// The count of uses when it was last used.
    used: u64,
}

/// The model with the tree's sequences in it.
pub(crate) struct Cells<'a> {
    model: &'a mut dyn LanguageModel,
    prompt: SequenceId,
    prompt_tokens: &'a [TokenId],
    owners: BTreeMap<SequenceId, Owner>,
    uses: u64,
    /// Tokens that were decoded after the prompt.
    pub(crate) rows: u64,
    /// Tokens that were decoded again because their cells had been given back.
    pub(crate) decoded_again: u64,
    /// The nodes that keep a wide distribution, the oldest first.
    wide: VecDeque<NodeId>,
}

/// What is kept of a row whose tail came to be needed: everything but the least probable tokens.
const WIDE: DistributionSettings = DistributionSettings { floor: 1e-12, entries: 32_768 };

/// How many nodes keep a wide distribution, of 260 kB each. Older ones are narrowed again.
const MOST_WIDE: usize = 256;

/// What a distribution would have been without widening.
fn narrowed(mut wide: Distribution) -> Distribution {
    let settings = DistributionSettings::default();
    let above = wide.entries.partition_point(|entry| entry.1 >= settings.floor.ln());
    let kept = above.min(settings.entries);
    let dropped: f64 = wide.entries.drain(kept..).map(|entry| f64::from(entry.1).exp()).sum();
    wide.entries.shrink_to_fit();
    wide.tail += dropped as f32;
    wide
}

impl<'a> Cells<'a> {
    /// Takes over a prefilled prompt.
    pub(crate) fn new(
        model: &'a mut dyn LanguageModel,
        prompt: SequenceId,
        prompt_tokens: &'a [TokenId],
    ) -> Self {
        let owners = BTreeMap::new();
        let wide = VecDeque::new();
        Self { model, prompt, prompt_tokens, owners, uses: 0, rows: 0, decoded_again: 0, wide }
    }

    pub(crate) fn model(&self) -> &dyn LanguageModel {
        self.model
    }

    /// Makes sure that a node's distribution is there.
    pub(crate) fn decode(&mut self, tree: &mut Tree, id: NodeId) -> Result<(), ModelError> {
        if tree.node(id).distribution.is_none() {
            let row = self.logits(tree, id)?;
            let distribution = Distribution::from_logits(&row, self.model.vocabulary());
            tree.node_mut(id).distribution = Some(distribution);
        }
        Ok(())
    }

    /// Decodes a node once more to keep more of its distribution than at first.
    pub(crate) fn widen(&mut self, tree: &mut Tree, id: NodeId) -> Result<(), ModelError> {
        let row = self.logits(tree, id)?;
        let wide = Distribution::with_settings(&row, self.model.vocabulary(), WIDE);
        let node = tree.node_mut(id);
        node.distribution = Some(wide);
        node.widened = true;
        self.wide.push_back(id);
        if self.wide.len() > MOST_WIDE
            && let Some(oldest) = self.wide.pop_front()
        {
            let node = tree.node_mut(oldest);
            node.widened = false;
            node.distribution = node.distribution.take().map(narrowed);
        }
        Ok(())
    }

    /// Gives all sequences of the tree back, and the prompt's.
    pub(crate) fn release_all(mut self) {
        while let Some((sequence, _)) = self.owners.pop_first() {
            self.model.release(sequence);
        }
        self.model.release(self.prompt);
    }

    /// The logits after a node's last token.
    fn logits(&mut self, tree: &mut Tree, id: NodeId) -> Result<Vec<f32>, ModelError> {
        loop {
            match self.try_logits(tree, id) {
                Err(ModelError::CacheFull { .. }) if !self.owners.is_empty() => {
                    self.release_oldest();
                }
                result => return result,
            }
        }
    }

    fn try_logits(&mut self, tree: &mut Tree, id: NodeId) -> Result<Vec<f32>, ModelError> {
        let (ancestor, sequence) = self.deepest_kept(tree, id);
        let path = tree.path(ancestor, id);
        let tokens: Vec<TokenId> = path.iter().map(|&node| tree.node(node).token).collect();
        let held = self.prompt_tokens.len() + tree.node(ancestor).depth;
        let (target, tokens) = match path.first() {
            Some(_) => (self.own(tree, ancestor, sequence, held)?, tokens),
            // The node's own cells are there, but not its logits: its last token once more.
            None => {
                let last = tree.node(id).parent.map(|_| tree.node(id).token);
                let last = last.or(self.prompt_tokens.last().copied());
                (self.model.fork(sequence, held - 1)?, last.into_iter().collect())
            }
        };
        let mut logits = Vec::new();
        let rows = [Row { sequence: target, tokens: &tokens }];
        let decoded = self.model.decode(&rows, &mut |_, row| logits = row.to_vec());
        if decoded.is_err() && !self.owners.contains_key(&target) {
            self.model.release(target);
        }
        decoded?;
        self.count(tree, &path, tokens.len());
        self.keep(target, id);
        for node in path {
            tree.node_mut(node).sequence = Some(target);
        }
        tree.node_mut(id).sequence = Some(target);
        Ok(logits)
    }

    fn count(&mut self, tree: &Tree, path: &[NodeId], tokens: usize) {
        self.rows += tokens as u64;
        let known = path.iter().filter(|&&node| tree.node(node).distribution.is_some()).count();
        self.decoded_again += if path.is_empty() { tokens as u64 } else { known as u64 };
    }

    /// The deepest node on the way to `id` whose cells are there, with their sequence.
    fn deepest_kept(&self, tree: &Tree, id: NodeId) -> (NodeId, SequenceId) {
        let kept = |node: NodeId| {
            let sequence = tree.node(node).sequence?;
            let owner = self.owners.get(&sequence)?;
            tree.is_ancestor(node, owner.tip).then_some((node, sequence))
        };
        tree.ancestors(id).find_map(kept).unwrap_or((Tree::ROOT, self.prompt))
    }

    /// A sequence that ends at `ancestor` and may be extended: its own if nothing follows there.
    fn own(
        &mut self,
        tree: &Tree,
        ancestor: NodeId,
        sequence: SequenceId,
        held: usize,
    ) -> Result<SequenceId, ModelError> {
        let ends_there =
            |owner: &Owner| owner.tip == ancestor && tree.node(ancestor).sequence == Some(sequence);
        if self.owners.get(&sequence).is_some_and(ends_there) {
            return Ok(sequence);
        }
        self.model.fork(sequence, held)
    }

    fn keep(&mut self, sequence: SequenceId, tip: NodeId) {
        self.uses += 1;
        self.owners.insert(sequence, Owner { tip, used: self.uses });
    }

    fn release_oldest(&mut self) {
        let oldest = self.owners.iter().min_by_key(|(_, owner)| owner.used);
        if let Some(sequence) = oldest.map(|(&sequence, _)| sequence) {
            self.owners.remove(&sequence);
            self.model.release(sequence);
        }
    }
}
