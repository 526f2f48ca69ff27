//! Views of a Java file without types.
//!
//! [`tokens`](mod@tokens) finds the Java tokens of a text that may stop anywhere.

pub mod tokens;
