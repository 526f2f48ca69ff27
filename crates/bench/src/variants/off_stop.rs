//! The unguided twin that stops where a person would: what stopping brings without an engine.

use decode::{EndRule, Guidance};

use super::Variant;

pub(super) const VARIANT: Variant = Variant {
    name: "off-stop",
    nearest_in_paper: None,
    summary: "the model alone; a sample also ends where it repeats the line after the hole",
    guidance: Guidance::OFF,
    end_rule: EndRule::RepeatedSuffix,
    end_at_boundary: 0.0,
    demanded_share: 0.0,
    distinct: false,
    restarts: false,
};
