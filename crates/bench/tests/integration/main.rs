//! Bugs that are laid out and checked with the real build tool, compiler and test runner.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

mod checkouts;
mod engine_proof;
mod fixture;
mod import;
mod judge;
mod lint;
mod matrix;
