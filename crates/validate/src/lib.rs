//! A candidate becomes a verdict.
//!
//! Nothing here writes in the user's tree, and nothing starts from a fixed revision: a
//! [`project::Workspace`] is a throw-away copy of the project as it stands, and even that copy is
//! only read. Whatever is compiled for a patch lies in folders of its own. Everything that runs
//! code of the project or of a model runs in a [`sandbox`].
//!
//! 1. [`TestBed::prepare`] decides how the project's tests can be run: quickly, by a runner of our
//!    own, or by the build tool, and says why.
//! 2. [`TestBed::baseline`] learns what fails before any change; [`Baseline::agrees_with`] compares
//!    that with what the build tool said.
//! 3. [`Validator::validate`] judges one patched text after another: it must compile, the failing
//!    tests must pass, everything must compile anew, and no other test may break.
//!
//! Only an explicit result of a test makes it green. A missing result, a run without tests, a
//! virtual machine that ended early: none of these is ever a pass.

mod baseline;
mod build_tool;
mod compile;
mod error;
mod judge;
mod limits;
mod modules;
mod quick;
pub mod sandbox;
mod test_bed;
mod test_run;
mod validator;

pub use baseline::{Baseline, Disagreement};
pub use build_tool::SandboxedRunner;
pub use error::ValidateError;
pub use limits::ValidationLimits;
pub use test_bed::{TestBed, ValidationSettings, Way};
pub use validator::Validator;
