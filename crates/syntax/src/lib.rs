//! Views of a Java file without types: declarations, statements, and what lies in a body.
//!
//! A [`JavaFile`] is read once by the error-tolerant grammar of tree-sitter and then kept as plain
//! data: flat lists of [`Declaration`]s and [`Statement`]s in the order of the text, each with its
//! spans. No tree and no node leaves this crate, so a view is cheap to share between threads, and
//! nothing here recurses, however deep the file nests. Broken Java is input, not an error: what
//! the grammar recognises is listed, and [`JavaFile::is_broken`] says that it is not the whole.
//!
//! [`tokens`](mod@tokens) stands apart: it finds the Java tokens of a text that may stop anywhere.

mod bodies;
mod collect;
mod declaration;
mod java_file;
pub mod tokens;

pub use bodies::{changes_only_bodies, differ_only_in_bodies};
pub use declaration::{Declaration, DeclarationId, DeclarationKind, Statement};
pub use java_file::{JavaFile, MAXIMUM_FILE_BYTES, SyntaxError};
