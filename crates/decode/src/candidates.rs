//! The distinct texts that were found for a hole.

use std::collections::BTreeMap;

use syntax::tokens::token_key;
use task::Candidate;

use crate::sample::{FoundCandidate, Origin};
use crate::tree::NodeId;

/// A text for the hole and where in the tree it ends.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) text: String,
    pub(crate) node: NodeId,
    pub(crate) log_probability: f64,
    pub(crate) token_count: usize,
    pub(crate) origin: Origin,
    pub(crate) sample: usize,
    pub(crate) passes_end_check: Option<bool>,
}

/// Collects offers by their Java tokens.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    by_key: BTreeMap<String, usize>,
    pub(crate) found: Vec<FoundCandidate>,
    /// For each candidate the node where its text ends and the length of its text.
    pub(crate) ends: Vec<(NodeId, usize)>,
}

impl Candidates {
    /// Takes an offer in; the number of the candidate if it is a new one.
    pub(crate) fn add(&mut self, offer: Offer) -> Option<usize> {
        let drawn = usize::from(offer.origin != Origin::Boundary);
        let key = token_key(&offer.text);
        if let Some(&index) = self.by_key.get(&key) {
            let known = &mut self.found[index];
            known.draws += drawn;
            known.origin = known.origin.min(offer.origin);
            return None;
        }
        let index = self.found.len();
        self.by_key.insert(key, index);
        self.ends.push((offer.node, offer.text.len()));
        self.found.push(FoundCandidate {
            index,
            candidate: Candidate {
                text: offer.text,
                log_probability: offer.log_probability,
                token_count: offer.token_count,
            },
            origin: offer.origin,
            draws: drawn,
            first_sample: offer.sample,
            passes_end_check: offer.passes_end_check,
        });
        Some(index)
    }
}
