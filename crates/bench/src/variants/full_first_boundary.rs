//! As `full`, and the first place where the hole may end ends the sample.

use decode::{DEMANDED_SHARE, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full-first-boundary",
    nearest_in_paper: None,
    summary: "as full, and a sample ends at its first boundary that compiles",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: 1.0,
    demanded_share: DEMANDED_SHARE,
    distinct: false,
    restarts: true,
};
