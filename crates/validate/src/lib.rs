//! A candidate becomes a verdict.

pub mod sandbox;
