//! Small Maven projects, built and tested by the real Maven in copies of them.
//!
//! The first run fetches plugins and test frameworks from Maven Central; later ones find them in
//! the local repository.

// Clippy knows functions with `#[test]` as tests, but not what they share.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod broken_builds;
mod fixture;
mod multi_module;
mod single_module;
mod test_jvm;
