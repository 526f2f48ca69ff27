//! How every Java program of ours is started.

use std::path::Path;
use std::process::Command;

use crate::environment::JAVA_OPTION_VARIABLES;

/// A command for a Java program of ours (`java`, `javac`) without the variables by which options
/// of the user's other programs would slip in: `JAVA_TOOL_OPTIONS`, `CLASSPATH` and the like.
pub fn java_command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for variable in JAVA_OPTION_VARIABLES {
        command.env_remove(variable);
    }
    command
}
