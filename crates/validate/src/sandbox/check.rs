//! Tries the sandbox for real.

use project::StopFlag;
use std::time::Duration;

use super::{Ending, Limits, Sandbox, SandboxError, SandboxedCommand};

/// Writes a line for each thing that is not as it must be. Its parameter is a file outside.
const TRIAL: &str = r#"
test -e "$1" && echo "a file that was not given to it can be seen"
touch /usr/patchwright-trial 2>/dev/null && echo "the system's folders can be written"
grep -q -v -e '^Inter' -e '^ face' -e '^ *lo:' /proc/net/dev && echo "there is a network"
grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || echo "it has capabilities"
grep -q bwrap /proc/1/comm || echo "it sees the processes of the machine"
touch /tmp/trial || echo "its temporary folder cannot be written"
echo done
"#;

const TRIAL_TIME: Duration = Duration::from_secs(10);

/// Runs a command that looks for holes in `sandbox`, and says in one line what is used.
///
/// # Errors
/// When the sandbox does not start, or lets something through.
pub fn check_sandbox(sandbox: &Sandbox) -> Result<String, SandboxError> {
    let Some(bubblewrap) = &sandbox.bubblewrap else {
        return Ok("no sandbox: generated code runs with all rights of the user".to_owned());
    };
    let outside = tempfile::NamedTempFile::new()
        .map_err(|source| SandboxError::File { path: std::env::temp_dir(), source })?;
    let command = SandboxedCommand::new("/bin/sh")
        .arguments(["-c", TRIAL, "trial"])
        .arguments([outside.path()])
        .limits(Limits::default().with_time(TRIAL_TIME));
    let finished = sandbox.run(command, &StopFlag::default())?;
    let output = String::from_utf8_lossy(&finished.standard_output);
    match output.trim().strip_suffix("done").map(str::trim) {
        Some("") if finished.ending == (Ending::Exited { code: 0 }) => Ok(bubblewrap.description()),
        Some(holes) if !holes.is_empty() => {
            Err(SandboxError::Leaks { message: holes.replace('\n', "; ") })
        }
        _ => {
            let error = String::from_utf8_lossy(&finished.standard_error);
            Err(SandboxError::SetUp { message: format!("{:?}: {}", finished.ending, error.trim()) })
        }
    }
}
