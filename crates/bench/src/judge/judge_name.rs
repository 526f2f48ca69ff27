//! Who judges.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::BenchError;

/// How long a name may be, in characters.
const LONGEST: usize = 100;

/// The name that stands beside each judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeName(String);

impl JudgeName {
    /// A name as a person writes it.
    ///
    /// # Errors
    /// When it is empty, longer than 100 characters, or not one line.
    pub fn new(text: &str) -> Result<Self, BenchError> {
        let name = text.trim();
        let reason = if name.is_empty() {
            "it is empty"
        } else if name.chars().count() > LONGEST {
            "it is longer than 100 characters"
        } else if name.chars().any(char::is_control) {
            "it holds a control character"
        } else {
            return Ok(Self(name.to_owned()));
        };
        Err(BenchError::JudgeName { reason: reason.to_owned() })
    }

    /// The user's name in git (`user.name`), as it is seen from a folder.
    ///
    /// # Errors
    /// When git has none, is not there, or has one that is no name here.
    pub fn of_git(folder: &Path) -> Result<Self, BenchError> {
        let fail = |reason: &str| BenchError::JudgeName { reason: reason.to_owned() };
        let output = Command::new("git")
            .args(["config", "--get", "user.name"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => fail("there is no git to ask for `user.name`"),
                _ => fail(&format!("git could not be asked for `user.name`: {error}")),
            })?;
        // Git ends with 1 where there is no such setting.
        if !output.status.success() {
            return Err(fail("git has no `user.name`"));
        }
        Self::new(&String::from_utf8_lossy(&output.stdout))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::JudgeName;

    #[test]
    fn a_name_is_a_line_of_text() {
        assert_eq!(JudgeName::new(" Ada Lovelace\n").unwrap().as_str(), "Ada Lovelace");
        let long = "x".repeat(101);
        for (text, expected) in [("  ", "empty"), ("a\nb", "control"), (&long, "longer")] {
            let message = JudgeName::new(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
