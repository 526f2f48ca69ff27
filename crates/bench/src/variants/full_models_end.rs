//! As `full`, and the model alone decides where a sample ends.

use decode::{DEMANDED_SHARE, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full-models-end",
    nearest_in_paper: None,
    summary: "as full, and a sample goes on past boundaries that compile",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: 0.0,
    demanded_share: DEMANDED_SHARE,
    distinct: false,
    restarts: true,
};
