//! What is installed on this machine, what is missing, and what to do about it.

use companion::{Jdk, all_jdks, install_hint};
use serde::Serialize;

use crate::command::{BuildCommand, CommandRunner as _, DirectRunner, Limits, Network, StopFlag};
use crate::environment;
use crate::error::ProjectError;
use crate::jdk::OLDEST_JDK;
use crate::maven::Installation;

/// One thing that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Its name, such as `Maven`.
    pub name: String,
    /// Whether it is there.
    pub status: CheckStatus,
    /// What it is needed for.
    pub needed_for: String,
    /// What to do when it is missing.
    pub advice: String,
}

/// Whether a thing is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CheckStatus {
    /// It is there.
    Present {
        /// Its version and place.
        version: String,
    },
    /// It is not there or does not work.
    Missing {
        /// What was found instead.
        reason: String,
    },
}

/// Looks for everything that building a project needs.
pub fn build_tool_checks() -> Vec<Check> {
    vec![jdk_check(), maven_check(), git_check()]
}

fn jdk_check() -> Check {
    let jdks = all_jdks();
    let shown = |jdk: &Jdk| format!("{} ({})", jdk.version(), jdk.home().display());
    let mut list = jdks.iter().map(shown).collect::<Vec<_>>().join(", ");
    if let Some(Err(error)) = environment::java_home().map(|home| Jdk::at(&home)) {
        list.push_str(&format!("; `JAVA_HOME` is passed over: {error}"));
    }
    let status = if jdks.iter().any(|jdk| jdk.version().feature() >= OLDEST_JDK) {
        CheckStatus::Present { version: list }
    } else if jdks.is_empty() {
        CheckStatus::Missing { reason: format!("no JDK with `javac` was found{list}") }
    } else {
        CheckStatus::Missing { reason: format!("only older ones were found: {list}") }
    };
    Check {
        name: format!("JDK {OLDEST_JDK} or newer"),
        status,
        needed_for: "compiling, the completion engine and running tests".to_owned(),
        advice: install_hint(OLDEST_JDK),
    }
}

fn maven_check() -> Check {
    let (status, advice) = match Installation::in_path() {
        Ok(found) => {
            let version = format!("{} ({})", found.version, found.program.display());
            (CheckStatus::Present { version }, String::new())
        }
        Err(ProjectError::NoMaven { reason, advice }) => (CheckStatus::Missing { reason }, advice),
        Err(error) => (CheckStatus::Missing { reason: error.to_string() }, String::new()),
    };
    let needed_for = "building Maven projects without a wrapper (`mvnw`)".to_owned();
    Check { name: "Maven".to_owned(), status, needed_for, advice }
}

fn git_check() -> Check {
    let status = match environment::find_program("git") {
        None => CheckStatus::Missing { reason: "there is no `git` in the `PATH`".to_owned() },
        Some(program) => {
            let command = BuildCommand {
                program,
                arguments: vec!["--version".into()],
                environment: environment::of_build(),
                folder: "/".into(),
                readable: Vec::new(),
                writable: Vec::new(),
                network: Network::Denied,
            };
            match DirectRunner.run(&command, &Limits::usual(StopFlag::default())) {
                Ok(output) => {
                    let version = output.text.trim().replace("git version ", "");
                    CheckStatus::Present { version }
                }
                Err(error) => CheckStatus::Missing { reason: error.to_string() },
            }
        }
    };
    Check {
        name: "Git".to_owned(),
        status,
        needed_for: "applying a patch with `git apply`; not needed to find one".to_owned(),
        advice: "install it with your system's package manager (`apt-get install git`)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckStatus, build_tool_checks};

    #[test]
    fn each_check_tells_a_version_or_what_to_do() {
        for check in build_tool_checks() {
            match check.status {
                CheckStatus::Present { version } => {
                    assert!(version.contains(|c: char| c.is_ascii_digit()), "{version}");
                }
                CheckStatus::Missing { reason } => {
                    assert!(!reason.is_empty() && !check.advice.is_empty());
                }
            }
        }
    }
}
