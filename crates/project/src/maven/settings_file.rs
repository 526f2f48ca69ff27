//! Maven's settings of the user, without what must stay secret.
//!
//! An offline run needs the mirrors and profiles: Maven takes a jar from the local repository only
//! if the repository it came from is still among the configured ones. It does not need passwords,
//! and the tests that run in it must not be able to read them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::environment;
use crate::error::ProjectError;
use crate::xml::Element;

/// What holds passwords, keys and the names of machines.
const SECRET: [&str; 2] = ["servers", "proxies"];

/// The user's settings file; it need not exist.
pub(super) fn user_settings_file() -> Option<PathBuf> {
    environment::home().map(|home| home.join(".m2").join("settings.xml"))
}

/// Writes the user's settings without secrets to `target`.
///
/// # Errors
/// When the user's settings are not XML, or the file cannot be written.
pub(super) fn write_without_secrets(target: &Path) -> Result<(), ProjectError> {
    let user_file = user_settings_file().filter(|file| file.is_file());
    let text = match user_file {
        Some(file) => {
            let text = fs::read_to_string(&file).map_err(ProjectError::read(&file))?;
            without_secrets(&text)
                .map_err(|reason| ProjectError::BuildFile { path: file, reason })?
        }
        None => "<settings/>".to_owned(),
    };
    fs::write(target, text).map_err(ProjectError::write(target))
}

fn without_secrets(text: &str) -> Result<String, String> {
    let mut settings = Element::parse(text)?;
    settings.children.retain(|child| !SECRET.contains(&child.name.as_str()));
    Ok(settings.to_xml())
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn mirrors_stay_and_passwords_go() {
        let text = "<settings xmlns='u'><servers><server><password>secret</password></server>\
                    </servers><mirrors><mirror><id>a &amp; b</id></mirror></mirrors></settings>";
        let expected = "<settings xmlns=\"u\"><mirrors><mirror><id>a &amp; b</id></mirror>\
                        </mirrors></settings>";
        assert_eq!(without_secrets(text).unwrap(), expected);
        assert!(without_secrets("<settings>").is_err());
    }
}
