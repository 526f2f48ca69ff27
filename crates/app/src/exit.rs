//! Exit codes, which scripts rely on:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | a plausible patch was found, or the command did what it was asked, or nothing was to be repaired |
//! | 1 | no plausible patch was found |
//! | 2 | wrong usage: a flag, a place or a name that means nothing |
//! | 3 | the project cannot be built or tested as it stands |
//! | 4 | an internal fault, or one of the environment: no JDK, no sandbox, no model, disk full |

use std::process::ExitCode;

use repair::{Fault, RepairError};
use task::with_causes;

use crate::output::{data, talk};

/// See the module's text.
pub(crate) const NONE_FOUND: u8 = 1;
const USAGE: u8 = 2;
const PROJECT: u8 = 3;
const ENVIRONMENT: u8 = 4;

/// The exit code of a fault of the environment.
pub(crate) fn environment() -> ExitCode {
    ExitCode::from(ENVIRONMENT)
}

/// A mistake in what the user typed, which the parser of flags could not see.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Tells the error with all its causes and gives its exit code. Who reads JSON finds it on standard
/// output as well, as an object with `error` and `exit_code`.
pub(crate) fn report(error: &anyhow::Error, as_json: bool) -> ExitCode {
    let message = with_causes(error.as_ref());
    let code = code(error);
    if as_json {
        print_as_json(&message, code);
    }
    talk(&format!("error: {message}"));
    ExitCode::from(code)
}

fn print_as_json(message: &str, code: u8) {
    let object = serde_json::json!({ "error": message, "exit_code": code });
    if let Err(error) = data(&format!("{object:#}\n")) {
        talk(&format!("standard output cannot be written: {error}"));
    }
}

/// Prints what the parser of flags has to say: help and the version are data and no errors. What
/// was meant is not known then, and so `--json` anywhere asks for the error as JSON.
pub(crate) fn report_usage(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let message = error.to_string();
        let message = message.trim_end().trim_start_matches("error: ");
        print_as_json(message, USAGE);
    }
    error.exit();
}

fn code(error: &anyhow::Error) -> u8 {
    if error.is::<UsageError>() {
        return USAGE;
    }
    match error.downcast_ref::<RepairError>().map(RepairError::fault) {
        Some(Fault::Usage) => USAGE,
        Some(Fault::Project) => PROJECT,
        Some(Fault::Environment) | None => ENVIRONMENT,
    }
}

#[cfg(test)]
mod tests {
    use super::{ENVIRONMENT, USAGE, UsageError, code};

    #[test]
    fn codes_by_kind_of_error() {
        assert_eq!(code(&UsageError("x".to_owned()).into()), USAGE);
        assert_eq!(code(&anyhow::anyhow!("disk full")), ENVIRONMENT);
    }
}
