//! Bugs as data, and what repair makes of them.
//!
//! A [`Bug`] is a folder with a `bug.toml` ([`task::BugFile`], documented in `docs/bug-format.md`).
//! [`lint`] says whether it is what it claims to be: the program compiles, the failing tests fail,
//! and with the reference fix they pass. A [`DataSet`] finds bugs, [`import`] lays out those of
//! Defects4J as such folders. Whether a plausible patch is correct, a person says ([`judge`],
//! [`judgements`]).

mod bug;
mod data_set;
mod data_sets;
mod error;
mod git;
pub mod import;
pub mod judge;
pub mod judgements;
mod lint;

pub use bug::Bug;
pub use data_set::{DataSet, find_data_set};
pub use data_sets::bug_folders::BugFolders;
pub use data_sets::defects4j_checkouts::Defects4JCheckouts;
pub use error::BenchError;
pub use lint::{Finding, LintReport, LintSettings, lint};
