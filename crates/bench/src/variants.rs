//! How much the compiler has a say in the drawing of samples: the variants that are compared.
//!
//! A variant is data, one file in `variants` and one line in [`VARIANTS`]. Each is a setting of our
//! own decoder, not the Repilot paper's program: whatever is switched off, all samples share one
//! prefix tree, whole names are checked and not only prefixes, pruning comes before truncation, and
//! a position where nothing is feasible makes its own token infeasible (see the documentation of
//! `decode`). So a variant answers what a rule brings here; the figures of the paper stand beside
//! ours for comparison and are not a reproduction.

mod full;
mod full_distinct;
mod full_first_boundary;
mod full_models_end;
mod full_without_demand;
mod full_without_restarts;
mod off;
mod off_stop;
mod prune;
mod prune_memo;
mod prune_memo_active;

use decode::{EndRule, Guidance};

/// A setting of the decoder with a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// What it is called by `--guidance` and in tables.
    pub name: &'static str,
    /// The name of the nearest variant in the Repilot paper's tables 3 and 4.
    pub nearest_in_paper: Option<&'static str>,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What the engine is asked for.
    pub guidance: Guidance,
    /// Where a draw ends besides the model's end tokens.
    pub end_rule: EndRule,
    /// The probability of ending at a boundary that compiles ([`decode::Settings::end_at_boundary`]).
    pub end_at_boundary: f64,
    /// The share of samples that begin with what the code after the hole needs
    /// ([`decode::Settings::demanded_share`]).
    pub demanded_share: f64,
    /// Whether no program is drawn twice ([`decode::Settings::distinct`]).
    pub distinct: bool,
    /// Whether a sample begins again when what it would have written proves infeasible; else it goes
    /// on with the next best outcome, as the paper does.
    pub restarts: bool,
}

/// All variants, from the least guidance to the most.
pub const VARIANTS: &[Variant] = &[
    off::VARIANT,
    off_stop::VARIANT,
    prune::VARIANT,
    prune_memo::VARIANT,
    prune_memo_active::VARIANT,
    full_without_restarts::VARIANT,
    full_models_end::VARIANT,
    full_first_boundary::VARIANT,
    full_without_demand::VARIANT,
    full_distinct::VARIANT,
    full::VARIANT,
];

impl Variant {
    /// The variant of this name.
    pub fn find(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    /// The decoder's settings for this variant; `samples` and `seed` as in [`decode::Settings`].
    pub fn settings(&self, samples: usize, seed: u64) -> decode::Settings {
        let guided = decode::Settings::guided(samples, seed);
        decode::Settings {
            guidance: self.guidance,
            end_rule: self.end_rule,
            end_at_boundary: self.end_at_boundary,
            demanded_share: self.demanded_share,
            distinct: self.distinct,
            restarts_per_sample: if self.restarts { guided.restarts_per_sample } else { 0 },
            ..guided
        }
    }
}

#[cfg(test)]
mod tests {
    use decode::Settings;

    use super::{VARIANTS, Variant};

    #[test]
    fn names_are_different_and_fit_into_paths() {
        for (index, variant) in VARIANTS.iter().enumerate() {
            assert!(variant.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            assert!(VARIANTS[..index].iter().all(|other| other.name != variant.name));
            assert_eq!(Variant::find(variant.name), Some(variant));
        }
        assert_eq!(Variant::find("none"), None);
    }

    /// `patchwright repair --guidance` has these two under the same names.
    #[test]
    fn the_ends_of_the_list_are_the_settings_of_a_repair() {
        let settings = |name| Variant::find(name).unwrap().settings(7, 3);
        assert_eq!(settings("full"), Settings::guided(7, 3));
        assert_eq!(settings("off"), Settings::unguided(7, 3));
    }
}
