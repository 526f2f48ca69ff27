//! Lays out bugs of other collections as bug folders; one collection is one file here.

pub mod defects4j;
