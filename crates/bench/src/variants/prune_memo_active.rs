//! The same with the paper's Algorithm 3: active completion.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "prune-memo-active",
    nearest_in_paper: Some("Repilot"),
    summary: "as prune-memo, and what all possible names go on with is appended without sampling",
    guidance: Guidance { names: true, active_completion: true, ..Guidance::OFF },
    end_rule: EndRule::Model,
    end_at_boundary: 0.0,
    demanded_share: 0.0,
    distinct: false,
    restarts: false,
};
