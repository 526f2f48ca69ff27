//! The kinds of data sets.

pub(crate) mod bug_folders;
