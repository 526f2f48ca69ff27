//! From a failing project to ranked patches, and the record of the run.
//!
//! [`repair`] is the whole way: the project is copied and compiled, the failing tests are found,
//! samples are drawn for the hole that the user names, every distinct candidate is judged, and
//! those that pass all tests are ranked by their mean log-probability under the unmasked model.
//! It tells [`Event`]s and prints nothing. What it leaves on the disk is a [`RunFolder`].

mod backlog;
mod clock;
mod deferred_engine;
mod diff;
mod error;
mod event;
mod generator;
mod place;
mod preparation;
mod record;
mod report;
mod request;
mod run;
mod run_folder;
mod run_record;

pub use diff::{path_for_git, unified_diff};
pub use error::{Fault, RepairError};
pub use event::{Event, Stage};
pub use generator::{GenerateError, ModelSource, UseModel};
pub use place::PlaceError;
pub use preparation::source_set_settings;
pub use report::{Cut, JudgedCandidate, Outcome, RankedPatch, RunReport, SampleCounts, Times};
pub use request::{ModelRecord, RepairRequest};
pub use run::repair;
pub use run_folder::{FORMAT_VERSION, RunFolder, RunFolderError};
pub use run_record::{RunRecord, ToolsRecord};
