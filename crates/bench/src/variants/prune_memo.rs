//! The same with the paper's section 4.3: what was accepted or rejected is remembered from sample
//! to sample. It draws the same samples as `prune`, at another cost.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "prune-memo",
    nearest_in_paper: Some("RepilotpM"),
    summary: "as prune, and what was accepted or rejected is remembered",
    guidance: Guidance { names: true, ..Guidance::OFF },
    end_rule: EndRule::Model,
    end_at_boundary: 0.0,
    demanded_share: 0.0,
    distinct: false,
    restarts: false,
};
