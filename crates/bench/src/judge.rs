//! A page in the browser on which a person judges the plausible patches of a measurement.
//!
//! [`Desk`] gathers the distinct patches with what a judge needs to know of them and takes
//! judgements ([`crate::judgements`]); [`JudgeServer`] shows it on this machine only. A judge sees
//! neither which run found a patch nor what others say of it before they have said something
//! themselves: both would sway them.

mod connection;
mod desk;
mod judge_name;
mod patches;
mod request;
mod routes;
mod server;

pub use desk::Desk;
pub use judge_name::JudgeName;
pub use server::JudgeServer;
