//! All rules, and in the place of what is infeasible comes the next best, as in the paper's
//! Algorithm 2: what beginning again brings.

use decode::{DEMANDED_SHARE, END_AT_BOUNDARY, EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "full-without-restarts",
    nearest_in_paper: None,
    summary: "as full, and a sample goes on with the next best instead of beginning again",
    guidance: Guidance::FULL,
    end_rule: EndRule::Boundaries,
    end_at_boundary: END_AT_BOUNDARY,
    demanded_share: DEMANDED_SHARE,
    distinct: false,
    restarts: false,
};
