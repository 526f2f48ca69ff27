//! Bugs as data, and what repair makes of them.
//!
//! A [`Bug`] is a folder with a `bug.toml` ([`task::BugFile`], documented in `docs/bug-format.md`).
//! [`lint`] says whether it is what it claims to be: the program compiles, the failing tests fail,
//! and with the reference fix they pass. A [`DataSet`] finds bugs, [`import`] lays out those of
//! Defects4J as such folders.
//!
//! [`matrix`] repairs bugs under several settings and keeps what was counted, [`metrics`] computes
//! from that, [`tables`] shows it; [`presets`] are settings with a name, with what was published
//! beside. [`engine_proof`] asks whether the completion engine is right. Whether a plausible patch is correct, a person says ([`judge`], [`judgements`]).

mod bug;
mod data_set;
mod data_sets;
mod durable;
pub mod engine_proof;
mod error;
mod git;
pub mod import;
pub mod judge;
pub mod judgements;
mod lint;
mod machine;
pub mod matrix;
pub mod metrics;
pub mod presets;
mod reference;
mod repair_side;
mod shortened;
mod strategy;
mod syntax_trees;
pub mod tables;
#[cfg(test)]
mod test_cells;
mod variants;

pub use bug::Bug;
pub use data_set::{DataSet, find_data_set};
pub use data_sets::bug_folders::BugFolders;
pub use data_sets::defects4j_checkouts::Defects4JCheckouts;
pub use data_sets::natural_key;
pub use error::BenchError;
pub use lint::{Finding, LintReport, LintSettings, lint};
pub use machine::Machine;
pub use strategy::Strategy;
pub use variants::{VARIANTS, Variant};
