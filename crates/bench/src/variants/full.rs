//! What `patchwright repair` does.

use decode::{DEMANDED_SHARE, END_AT_BOUNDARY, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full",
    nearest_in_paper: None,
    summary: "all rules; a sample ends by chance at boundaries that compile",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: END_AT_BOUNDARY,
    demanded_share: DEMANDED_SHARE,
    distinct: false,
    restarts: true,
};
