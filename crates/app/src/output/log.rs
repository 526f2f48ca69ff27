//! The log of `--verbose`, on standard error.

use tracing_subscriber::EnvFilter;

/// Starts it: warnings by default, more with each `--verbose`; PATCHWRIGHT_LOG overrides.
pub(crate) fn start(verbose: u8) {
    let usual = match verbose {
        0 => "error",
        1 => "info",
        _ => "debug",
    };
    let filter =
        EnvFilter::try_from_env("PATCHWRIGHT_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(true)
        .init();
}
