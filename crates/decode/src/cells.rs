//! Which nodes of the prefix tree have key/value cells in the model, and in which sequence.
//!
//! The prompt's sequence is never extended: every run of tokens lives in a fork of it, and forks
//! share the cells of what they have in common. When the model is full, the sequence that was
//! used longest ago is released; what is needed of it later is decoded again.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

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

/// A row of logits that a draw waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// The node after whose last token.
    pub(crate) node: NodeId,
    /// Whether the tail of the distribution is wanted too.
    pub(crate) wide: bool,
}

/// One row of a decode that is about to happen.
struct Plan {
    need: Need,
    /// The sequence that is extended.
    target: SequenceId,
    /// Whether the target was forked for this decode.
    forked: bool,
    /// The nodes that get their cells in it.
    path: Vec<NodeId>,
    tokens: Vec<TokenId>,
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
    /// Calls of the model.
    pub(crate) decodes: u64,
    /// The time that they took.
    pub(crate) waited: Duration,
    /// The nodes that keep a wide distribution, the oldest first.
    wide: VecDeque<NodeId>,
    /// The rows of the last decode. A tail is mostly opened right after its node was decoded, and
    /// then it costs nothing: 600 kB a row with a vocabulary of 150,000.
    recent: Vec<(NodeId, Vec<f32>)>,
}

/// What is kept of a row whose tail came to be needed: everything but the least probable tokens.
const WIDE: DistributionSettings = DistributionSettings { floor: 1e-12, entries: 32_768 };

/// How many nodes keep a wide distribution, of 260 kB each.
const MOST_WIDE: usize = 256;

impl<'a> Cells<'a> {
    /// Takes over a prefilled prompt.
    pub(crate) fn new(
        model: &'a mut dyn LanguageModel,
        prompt: SequenceId,
        prompt_tokens: &'a [TokenId],
    ) -> Self {
        Self {
            model,
            prompt,
            prompt_tokens,
            owners: BTreeMap::new(),
            uses: 0,
            rows: 0,
            decoded_again: 0,
            decodes: 0,
            waited: Duration::ZERO,
            wide: VecDeque::new(),
            recent: Vec::new(),
        }
    }

    pub(crate) fn model(&self) -> &dyn LanguageModel {
        self.model
    }

    /// Gives all sequences of the tree back, and the prompt's.
    pub(crate) fn release_all(mut self) {
        while let Some((sequence, _)) = self.owners.pop_first() {
            self.model.release(sequence);
        }
        self.model.release(self.prompt);
    }

    /// Brings the rows that draws wait for, which are distinct, in one decode; in more when they
    /// do not fit into the model together. Says how many tokens each of them took.
    pub(crate) fn decode(
        &mut self,
        tree: &mut Tree,
        needs: &[Need],
    ) -> Result<Vec<u64>, ModelError> {
        loop {
            match self.try_decode(tree, needs) {
                Err(ModelError::CacheFull { .. }) if !self.owners.is_empty() => {
                    self.release_oldest();
                }
                Err(ModelError::CacheFull { .. }) if needs.len() > 1 => {
                    let (first, second) = needs.split_at(needs.len() / 2);
                    let mut tokens = self.decode(tree, first)?;
                    tokens.extend(self.decode(tree, second)?);
                    return Ok(tokens);
                }
                result => return result,
            }
        }
    }

    fn try_decode(&mut self, tree: &mut Tree, needs: &[Need]) -> Result<Vec<u64>, ModelError> {
        let mut plans = Vec::new();
        let planned = needs.iter().try_for_each(|&need| self.plan(tree, need, &mut plans));
        let distributions = planned.and_then(|()| self.evaluate(&plans));
        if distributions.is_err() {
            for plan in plans.iter().filter(|plan| plan.forked) {
                self.model.release(plan.target);
            }
        }
        let mut tokens = Vec::new();
        for (plan, distribution) in plans.iter().zip(distributions?) {
            tokens.push(plan.tokens.len() as u64);
            self.settle(tree, plan, distribution);
        }
        Ok(tokens)
    }

    /// Adds the row for a need, with a sequence that it may extend.
    fn plan(&mut self, tree: &Tree, need: Need, plans: &mut Vec<Plan>) -> Result<(), ModelError> {
        let (ancestor, sequence) = self.deepest_kept(tree, need.node);
        let path = tree.path(ancestor, need.node);
        let mut tokens: Vec<TokenId> = path.iter().map(|&node| tree.node(node).token).collect();
        let mut held = self.prompt_tokens.len() + tree.node(ancestor).depth;
        if path.is_empty() {
            // The node's own cells are there, but not its logits: its last token once more.
            let last = tree.node(need.node).parent.map(|_| tree.node(need.node).token);
            tokens.extend(last.or(self.prompt_tokens.last().copied()));
            held -= 1;
        }
        let taken = plans.iter().any(|plan| plan.target == sequence);
        let forked = path.is_empty() || taken || !self.ends_at(tree, sequence, ancestor);
        let target = if forked { self.model.fork(sequence, held)? } else { sequence };
        plans.push(Plan { need, target, forked, path, tokens });
        Ok(())
    }

    fn evaluate(&mut self, plans: &[Plan]) -> Result<Vec<Distribution>, ModelError> {
        let rows: Vec<Row<'_>> =
            plans.iter().map(|plan| Row { sequence: plan.target, tokens: &plan.tokens }).collect();
        // The model is borrowed while it shows the rows, and its vocabulary with it.
        let mut logits: Vec<Vec<f32>> = vec![Vec::new(); plans.len()];
        let asked = Instant::now();
        self.model.decode(&rows, &mut |index, row| logits[index] = row.to_vec())?;
        self.waited += asked.elapsed();
        self.decodes += 1;
        let vocabulary = self.model.vocabulary();
        let distribution = |(plan, row): (&Plan, &Vec<f32>)| {
            let settings = if plan.need.wide { WIDE } else { DistributionSettings::default() };
            Distribution::with_settings(row, vocabulary, settings)
        };
        let distributions = plans.iter().zip(&logits).map(distribution).collect();
        self.recent = plans.iter().map(|plan| plan.need.node).zip(logits).collect();
        Ok(distributions)
    }

    /// Keeps the tail of a node's distribution, if its row is at hand.
    pub(crate) fn widen_from_recent(&mut self, tree: &mut Tree, id: NodeId) {
        if tree.node(id).wide.is_some() {
            return;
        }
        if let Some((_, row)) = self.recent.iter().find(|(node, _)| *node == id) {
            let wide = Distribution::with_settings(row, self.model.vocabulary(), WIDE);
            self.keep_wide(tree, id, wide);
        }
    }

    /// Takes in what a row brought.
    fn settle(&mut self, tree: &mut Tree, plan: &Plan, distribution: Distribution) {
        let tokens = plan.tokens.len() as u64;
        let known = plan.path.iter().filter(|&&node| tree.node(node).distribution.is_some());
        self.rows += tokens;
        self.decoded_again += if plan.path.is_empty() { tokens } else { known.count() as u64 };
        self.uses += 1;
        self.owners.insert(plan.target, Owner { tip: plan.need.node, used: self.uses });
        for &node in &plan.path {
            tree.node_mut(node).sequence = Some(plan.target);
        }
        let node = tree.node_mut(plan.need.node);
        node.sequence = Some(plan.target);
        if plan.need.wide {
            self.keep_wide(tree, plan.need.node, distribution);
        } else {
            node.distribution = Some(distribution);
        }
    }

    fn keep_wide(&mut self, tree: &mut Tree, id: NodeId, wide: Distribution) {
        tree.node_mut(id).wide = Some(wide);
        self.wide.push_back(id);
        if self.wide.len() > MOST_WIDE
            && let Some(oldest) = self.wide.pop_front()
        {
            tree.node_mut(oldest).wide = None;
        }
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

    /// Whether a sequence is one of the tree's own and nothing follows `ancestor` in it.
    fn ends_at(&self, tree: &Tree, sequence: SequenceId, ancestor: NodeId) -> bool {
        let owner = self.owners.get(&sequence);
        owner.is_some_and(|owner| owner.tip == ancestor)
            && tree.node(ancestor).sequence == Some(sequence)
    }

    fn release_oldest(&mut self) {
        let oldest = self.owners.iter().min_by_key(|(_, owner)| owner.used);
        if let Some(sequence) = oldest.map(|(&sequence, _)| sequence) {
            self.owners.remove(&sequence);
            self.model.release(sequence);
        }
    }
}
