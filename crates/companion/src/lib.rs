//! The way to Java: a JDK on this machine, the embedded Java sources built with it, and child
//! processes and temporary folders that do not outlive their owner.
//!
//! Patchwright is one binary. What must run inside a Java virtual machine travels in it as source
//! text and is compiled at first use with the user's own `javac`: class files built elsewhere would
//! fit one version of javac's internals, and would be code that the user cannot read.
//!
//! ```no_run
//! use companion::{CompileStep, Component, build_jar, embedded, find_jdk};
//!
//! let jdk = find_jdk(17)?;
//! let steps = vec![CompileStep::new("main", embedded("maven")?)];
//! let manifest = vec![("Main-Class".to_owned(), "patchwright.Main".to_owned())];
//! let jar = build_jar(&jdk, &Component { name: "maven".to_owned(), steps, manifest })?;
//! # Ok::<(), companion::CompanionError>(())
//! ```

mod build_jar;
mod cache;
mod child_group;
mod component;
mod embedded;
mod environment;
mod error;
mod install_hint;
mod jar;
mod java_command;
mod jdk;
mod jdk_search;
mod temporary_folder;

pub use build_jar::{build_jar, build_jar_in};
pub use cache::patchwright_cache_folder;
pub use child_group::{ChildGroup, kill_all_groups};
pub use component::{CompileStep, Component};
pub use embedded::embedded;
pub use error::CompanionError;
pub use include_dir::Dir;
pub use install_hint::install_hint;
pub use java_command::java_command;
pub use jdk::{Jdk, JdkVersion};
pub use jdk_search::{all_jdks, find_jdk};
pub use temporary_folder::TemporaryFolder;
