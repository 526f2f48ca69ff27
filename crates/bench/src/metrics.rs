//! What is computed from measured counts, one measure a file.
//!
//! Everything here is a pure function of counts, so that a table can be built again from what cells
//! left behind. A measure that cannot be had (nothing to divide by, too few samples) is `None`,
//! never zero. `docs/bench.md` defines each measure and names its source.

mod bootstrap;
mod compile_share;
mod equality;
mod mcnemar;
mod pass_at_k;
mod random;
mod share;
mod unique_fixes;

pub use bootstrap::{CONFIDENCE, Interval, RESAMPLES, bootstrap};
pub use compile_share::{DistinctSamples, FirstDistinct, TOP};
pub(crate) use compile_share::{SampleLine, count_distinct};
pub use equality::{Equality, same_program};
pub use mcnemar::{Pairs, compare_pairs};
pub use pass_at_k::pass_at_k;
pub use random::SplitMix;
pub use share::Share;
pub use unique_fixes::unique_fixes;
