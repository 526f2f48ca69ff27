//! The engines as their users see them: one contract suite for all of them, and what only the
//! engine on javac does.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failing helper fails its test")]

mod case;
mod compile;
mod contract;
mod crash;
mod javac;
mod words;
