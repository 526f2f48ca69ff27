//! What `patchwright repair` does.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full",
    nearest_in_paper: None,
    summary: "all rules; the hole may end at every boundary that compiles",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    restarts: true,
};
