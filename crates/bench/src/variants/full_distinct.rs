//! What `patchwright repair --distinct` does: sampling without replacement.

use decode::{DEMANDED_SHARE, END_AT_BOUNDARY, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full-distinct",
    nearest_in_paper: None,
    summary: "as full, and no program is drawn twice",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: END_AT_BOUNDARY,
    demanded_share: DEMANDED_SHARE,
    distinct: true,
    restarts: true,
};
