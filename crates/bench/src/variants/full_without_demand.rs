//! As `full`, and no sample is made to begin with what the code after the hole needs.

use decode::{END_AT_BOUNDARY, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full-without-demand",
    nearest_in_paper: None,
    summary: "as full, and samples begin as the model likes",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: END_AT_BOUNDARY,
    demanded_share: 0.0,
    distinct: false,
    restarts: true,
};
