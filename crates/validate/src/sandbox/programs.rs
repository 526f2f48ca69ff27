//! The system's programs that a sandbox is built from.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::SandboxError;

/// Where programs lie that an ordinary user's `PATH` may lack.
const SYSTEM_FOLDERS: [&str; 4] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/// The program named `name`; `package` is what to install when it is missing.
pub(crate) fn find_program(name: &'static str, package: &str) -> Result<PathBuf, SandboxError> {
    // The system's folders come first: what isolates must not be replaced through the `PATH`.
    let from_path = std::env::var_os("PATH").unwrap_or_default();
    SYSTEM_FOLDERS
        .iter()
        .map(PathBuf::from)
        .chain(std::env::split_paths(&from_path))
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
        .ok_or_else(|| SandboxError::Missing { program: name, hint: hint(package) })
}

/// What `bwrap --help` says.
pub(crate) fn bubblewrap_options(program: &Path) -> Result<String, SandboxError> {
    let output = Command::new(program)
        .arg("--help")
        .stdin(Stdio::null())
        .output()
        .map_err(|source| SandboxError::Process { program: program.to_owned(), source })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn hint(package: &str) -> String {
    format!(
        "install the package `{package}` (on Debian and Ubuntu: `sudo apt-get install {package}`)"
    )
}
