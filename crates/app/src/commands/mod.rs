//! The subcommands, one a file.

pub(crate) mod bench;
pub(crate) mod doctor;
pub(crate) mod model;
pub(crate) mod repair;
