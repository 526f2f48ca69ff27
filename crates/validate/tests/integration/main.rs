//! The real programs on real files: bubblewrap, javac, java, Maven.

// Clippy takes only functions marked as tests for tests; the helpers here are part of them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod fixture;
mod frameworks;
mod hostile;
mod processes;
mod sandbox;
mod verdicts;
