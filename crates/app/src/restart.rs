//! Starts the program again with the settings of the OpenMP library that its model runtime needs.
//!
//! The library's threads wait for one another by spinning. On a machine that does something else
//! beside, such as running tests, spinning threads take the processor from those they wait for, and
//! a decode that takes 30 ms takes a second. How long they spin is read from the environment before
//! `main` is reached; it can only be set for a process that is started anew.

use std::env;
use std::process::Command;

/// Rounds of spinning before a thread sleeps. Measured best, before none and the library's own.
const SPIN_ROUNDS: (&str, &str) = ("GOMP_SPINCOUNT", "3000");
/// Variables with which the user says how threads wait.
const USER_CHOICES: [&str; 2] = ["GOMP_SPINCOUNT", "OMP_WAIT_POLICY"];

/// Becomes the same program with the same arguments under these settings, unless the user or an
/// earlier start has chosen. When that fails the program goes on as it is: it is only slower.
pub(crate) fn with_short_spinning() {
    if USER_CHOICES.iter().any(|name| env::var_os(name).is_some()) {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1)).env(SPIN_ROUNDS.0, SPIN_ROUNDS.1);
    become_process(&mut command);
}

#[cfg(unix)]
fn become_process(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    tracing::warn!("could not start again with `{}`: {error}", SPIN_ROUNDS.0);
}

#[cfg(not(unix))]
fn become_process(_command: &mut Command) {}
