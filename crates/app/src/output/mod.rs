//! Everything that is printed.

pub(crate) mod log;
pub(crate) mod patches;
pub(crate) mod progress;
pub(crate) mod pull;

use std::io::{self, Write};

/// Prints data to standard output. A reader that went away, such as `head`, is a quiet success.
///
/// # Errors
/// When standard output cannot be written for another reason.
pub(crate) fn data(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Prints a line of talk to standard error. There is nobody to tell when that fails.
pub(crate) fn talk(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
