//! The rule of the paper's Algorithm 2 alone: names are pruned. Nothing is remembered from sample
//! to sample, which changes what it costs and never what is drawn.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "prune",
    nearest_in_paper: Some("Repilotp"),
    summary: "names that the compiler does not know at their position are pruned",
    guidance: Guidance { names: true, memorisation: false, ..Guidance::OFF },
    end_rule: EndRule::Model,
    end_at_boundary: 0.0,
    demanded_share: 0.0,
    distinct: false,
    restarts: false,
};
