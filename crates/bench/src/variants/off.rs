//! The unguided twin: the same decoder, and nothing is ever pruned.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "off",
    nearest_in_paper: Some("Repilot∅"),
    summary: "the model alone; a sample ends where the model ends it",
    guidance: Guidance::OFF,
    end_rule: EndRule::Model,
    end_at_boundary: 0.0,
    demanded_share: 0.0,
    distinct: false,
    restarts: false,
};
