//! The Maven that is used: which program, which version, where.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::build_system::BuildSettings;
use crate::command::{BuildCommand, DirectRunner, Limits, Network};
use crate::command::{CommandRunner as _, StopFlag};
use crate::environment::{self, JAVA_HOME};
use crate::error::ProjectError;
use crate::jdk::{JdkInUse, choose_jdk};

/// What to do without Maven.
const ADVICE: &str = "install Maven 3.6 or newer (`apt-get install maven`, `brew install maven`) or name its program";

/// An installed Maven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Installation {
    /// The `mvn` program.
    pub(crate) program: PathBuf,
    /// Its folder, which holds `lib`.
    pub(crate) home: PathBuf,
    /// Its version.
    pub(crate) version: String,
}

impl Installation {
    /// The Maven for the project in `root`: the one of the settings, else the one in the `PATH`,
    /// else the project's own wrapper.
    pub(crate) fn find(
        root: &Path,
        settings: &BuildSettings,
        jdk: &JdkInUse,
    ) -> Result<Self, ProjectError> {
        let wrapper = || Some(root.join("mvnw")).filter(|file| file.is_file());
        let program = settings
            .maven_program
            .clone()
            .or_else(|| environment::find_program("mvn"))
            .or_else(wrapper)
            .ok_or_else(|| no_maven("there is no `mvn` in the `PATH`".to_owned()))?;
        let limits = settings.limits.clone();
        Self::ask(program, root, build_environment(jdk), &limits)
    }

    /// The Maven in the `PATH` with the JDK that a build would begin with, for a report on the
    /// machine.
    pub(crate) fn in_path() -> Result<Self, ProjectError> {
        let program = environment::find_program("mvn")
            .ok_or_else(|| no_maven("there is no `mvn` in the `PATH`".to_owned()))?;
        let limits = Limits::usual(StopFlag::default());
        let environment = match choose_jdk(None) {
            Ok(jdk) => build_environment(&jdk),
            Err(_) => environment::of_build(),
        };
        Self::ask(program, Path::new("/"), environment, &limits)
    }

    fn ask(
        program: PathBuf,
        folder: &Path,
        environment: BTreeMap<OsString, OsString>,
        limits: &Limits,
    ) -> Result<Self, ProjectError> {
        let command = BuildCommand {
            program: program.clone(),
            arguments: vec!["-B".into(), "-Dstyle.color=never".into(), "--version".into()],
            environment,
            folder: folder.to_owned(),
            readable: Vec::new(),
            writable: Vec::new(),
            network: Network::Denied,
        };
        let output = DirectRunner.run(&command, limits).map_err(|source| ProjectError::Run {
            stage: "asking Maven for its version",
            source,
        })?;
        let (version, home) = parse_version(&output.text).ok_or_else(|| {
            let said = output.text.trim();
            no_maven(format!("`{}` tells no version: {said}", program.display()))
        })?;
        Ok(Self { program, home, version })
    }
}

/// The user's environment with the chosen JDK.
pub(super) fn build_environment(jdk: &JdkInUse) -> BTreeMap<OsString, OsString> {
    with_jdk(environment::of_build(), jdk)
}

/// An environment with the chosen JDK.
pub(super) fn with_jdk(
    mut environment: BTreeMap<OsString, OsString>,
    jdk: &JdkInUse,
) -> BTreeMap<OsString, OsString> {
    environment.insert(JAVA_HOME.into(), jdk.home.clone().into());
    environment
}

fn no_maven(reason: String) -> ProjectError {
    ProjectError::NoMaven { reason, advice: ADVICE.to_owned() }
}

fn parse_version(text: &str) -> Option<(String, PathBuf)> {
    // With colours forced by the user's own options, escape sequences would stand around it.
    let line = text.lines().find_map(|line| line.split_once("Apache Maven ").map(|(_, rest)| rest));
    let version: String =
        line?.chars().take_while(|c| c.is_alphanumeric() || ".-_".contains(*c)).collect();
    let home = text.lines().find_map(|line| line.trim().strip_prefix("Maven home: "))?;
    Some((version, PathBuf::from(home.trim())))
}

#[cfg(test)]
mod tests {
    use super::parse_version;

    #[test]
    fn the_version_is_read_with_colours_and_without() {
        for line in ["Apache Maven 3.8.7", "\u{1b}[1mApache Maven 3.8.7\u{1b}[m (b89d5)"] {
            let text = format!("{line}\nMaven home: /usr/share/maven\nJava version: 17\n");
            let (version, home) = parse_version(&text).unwrap();
            assert_eq!((version.as_str(), home.to_str().unwrap()), ("3.8.7", "/usr/share/maven"));
        }
        assert_eq!(parse_version("mvn: not found"), None);
    }
}
