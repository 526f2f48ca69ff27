//! The prefix tree of a hole: every distinct run of tokens that some sample passed through.
//!
//! A node is decoded at most once, whatever the number of samples through it; its distribution
//! and the decisions about its continuations stay here (section 4.3 of the paper keeps the same
//! memo by program and caret).

use std::collections::{BTreeMap, BTreeSet};

use lm::distribution::Distribution;
use lm::{SequenceId, TokenId};

use crate::rejected::RejectedPrefixes;

/// A node's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(usize);

/// What is known about ending at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndState {
    /// Nobody asked yet.
    Unasked,
    /// The end check passed.
    Passes,
    /// The end check could not decide; the hole may end here.
    Unknown,
    /// The file would not compile.
    Infeasible,
}

/// A text of the hole as a run of model tokens.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    /// The token that leads here from the parent; meaningless at the root.
    pub(crate) token: TokenId,
    /// The number of tokens from the root.
    pub(crate) depth: usize,
    /// The bytes of all tokens from the root.
    pub(crate) text: Vec<u8>,
    /// The log-probability of this node's token under the unmasked model.
    pub(crate) token_log_probability: f64,
    /// The sum of the above from the root.
    pub(crate) log_probability: f64,
    pub(crate) distribution: Option<Distribution>,
    /// What is kept of the tail of the distribution too, once a draw has reached into it.
    pub(crate) wide: Option<Distribution>,
    pub(crate) children: BTreeMap<TokenId, NodeId>,
    pub(crate) rejected: RejectedPrefixes,
    pub(crate) end: EndState,
    /// No continuation is feasible, and no draw ends here.
    pub(crate) dead: bool,
    /// No continuation is feasible, but a draw may end here.
    pub(crate) closed: bool,
    /// The part of what the model would go on with from here that is known to be infeasible, from
    /// 0 to 1, the infeasible parts of the children included.
    pub(crate) infeasible: f64,
    /// The outcomes whose probability is in it, other than by a child's part; `None` is the end.
    pub(crate) taken_off: BTreeSet<Option<TokenId>>,
    /// The boundaries in the text that passed the end check, in order.
    pub(crate) passed: Vec<usize>,
    /// How many of them lie before this node's token.
    pub(crate) passed_before: usize,
    /// The probability with which a draw that comes here ends at a boundary in this node's token.
    pub(crate) ends: f64,
    /// A draw ended so, and none is to do it again.
    pub(crate) ended: bool,
    /// Where the text ends if what follows repeats the suffix.
    pub(crate) repeated: Option<usize>,
    /// The sequence that held the node's cells when they were last needed.
    pub(crate) sequence: Option<SequenceId>,
}

/// All nodes of a hole.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The node of the empty text.
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// A tree of the root alone, whose cells are the prompt's.
    pub(crate) fn new(distribution: Distribution, prompt: SequenceId) -> Self {
        let root = Node {
            parent: None,
            token: TokenId(0),
            depth: 0,
            text: Vec::new(),
            token_log_probability: 0.0,
            log_probability: 0.0,
            distribution: Some(distribution),
            wide: None,
            children: BTreeMap::new(),
            rejected: RejectedPrefixes::default(),
            end: EndState::Unasked,
            dead: false,
            closed: false,
            infeasible: 0.0,
            taken_off: BTreeSet::new(),
            passed: Vec::new(),
            passed_before: 0,
            ends: 0.0,
            ended: false,
            repeated: None,
            sequence: Some(prompt),
        };
        Self { nodes: vec![root] }
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The child of `parent` by `token`, made when it is not there.
    pub(crate) fn child(
        &mut self,
        parent: NodeId,
        token: TokenId,
        bytes: &[u8],
        log_probability: f64,
    ) -> NodeId {
        if let Some(&known) = self.node(parent).children.get(&token) {
            return known;
        }
        let above = self.node(parent);
        let mut text = above.text.clone();
        text.extend_from_slice(bytes);
        let child = Node {
            parent: Some(parent),
            token,
            depth: above.depth + 1,
            text,
            token_log_probability: log_probability,
            log_probability: above.log_probability + log_probability,
            distribution: None,
            wide: None,
            children: BTreeMap::new(),
            rejected: RejectedPrefixes::default(),
            end: EndState::Unasked,
            dead: false,
            closed: false,
            infeasible: 0.0,
            taken_off: BTreeSet::new(),
            passed: above.passed.clone(),
            passed_before: above.passed.len(),
            ends: 0.0,
            ended: false,
            repeated: None,
            sequence: None,
        };
        let id = NodeId(self.nodes.len());
        self.nodes.push(child);
        self.node_mut(parent).children.insert(token, id);
        id
    }

    /// Takes probability that turned out to lead nowhere off a node, and what it is of the nodes
    /// above off them. A draw that ends at a node does not go on from it.
    pub(crate) fn take_off(&mut self, id: NodeId, probability: f64) {
        let (mut next, mut probability) = (Some(id), probability);
        while let Some(id) = next {
            let node = self.node_mut(id);
            node.infeasible = (node.infeasible + probability).min(1.0);
            probability *= (1.0 - node.ends) * node.token_log_probability.exp();
            next = node.parent;
        }
    }

    /// The part of a child's probability that is not known to be infeasible; 1 for a token that
    /// nobody went on with.
    pub(crate) fn feasible_share(&self, parent: NodeId, token: TokenId) -> f64 {
        let child = self.node(parent).children.get(&token).map(|&child| self.node(child));
        child.map_or(1.0, |child| {
            let may_end = if child.ended { 0.0 } else { child.ends };
            may_end + (1.0 - child.ends) * (1.0 - child.infeasible)
        })
    }

    /// Takes the probability of ending at a boundary in a node's token off all above it.
    pub(crate) fn take_off_ending(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        node.ended = true;
        let probability = node.ends * node.token_log_probability.exp();
        if let Some(parent) = node.parent {
            self.take_off(parent, probability);
        }
    }

    /// The probability with which a draw comes to a node and does not end there.
    pub(crate) fn reach(&self, id: NodeId) -> f64 {
        let part = |id| {
            let node = self.node(id);
            (1.0 - node.ends) * node.token_log_probability.exp()
        };
        self.ancestors(id).map(part).product()
    }

    /// The node and its ancestors up to the root.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.node(id).parent)
    }

    /// Whether `ancestor` lies on the way from the root to `id`, or is it.
    pub(crate) fn is_ancestor(&self, ancestor: NodeId, id: NodeId) -> bool {
        let depth = self.node(ancestor).depth;
        self.ancestors(id).find(|&above| self.node(above).depth <= depth) == Some(ancestor)
    }

    /// The nodes from below `ancestor` down to `id`.
    pub(crate) fn path(&self, ancestor: NodeId, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            self.ancestors(id).take_while(|&above| above != ancestor).collect();
        path.reverse();
        path
    }
}
