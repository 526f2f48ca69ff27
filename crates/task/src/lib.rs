//! The vocabulary of Patchwright: what the other rooms hand to one another.
//!
//! Plain data without input or output and without a clock. A [`SourceText`] is a file as the user
//! wrote it; a [`Hole`] is the part of it that is to be written anew; a [`Candidate`] is a text for
//! the hole; a [`Patch`] is the difference that the candidate makes to the file; a [`Verdict`] says
//! what became of it. Offsets are bytes into UTF-8 text throughout; line numbers count from 1.

mod bug_file;
mod candidate;
mod causes;
mod digest;
mod hole;
mod location;
mod source_text;
mod span;
mod test_name;
mod verdict;

pub use bug_file::{BugBuild, BugFile, BugFileError, BugHole, BugReference, BugTests};
pub use candidate::{Candidate, SampleEnd};
pub use causes::with_causes;
pub use digest::Digest;
pub use hole::{Hole, HoleError};
pub use location::{Location, LocationError};
pub use source_text::{LineEnding, SourceText, SourceTextError};
pub use span::Span;
pub use test_name::TestName;
pub use verdict::{Verdict, VerdictKind};
