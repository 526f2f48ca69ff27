//! The kinds of data sets.

pub(crate) mod bug_folders;
pub(crate) mod defects4j_checkouts;
