//! A JDK: a folder with `java`, `javac` and a version.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::{CompanionError, java_command};

/// The version of a JDK, such as `17.0.15`; `1.8.0_392` is version 8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JdkVersion {
    feature: u32,
    text: String,
}

impl JdkVersion {
    /// The number people call it by: 8, 17, 25.
    pub fn feature(&self) -> u32 {
        self.feature
    }

    /// The whole version as the JDK writes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for JdkVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Up to Java 8 the number people use stands second: `1.8.0`.
        let number = text.strip_prefix("1.").unwrap_or(text);
        let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        match number[..digits].parse() {
            Ok(feature) => Ok(Self { feature, text: text.to_owned() }),
            Err(_) => Err(format!("`{text}` is not a Java version")),
        }
    }
}

impl fmt::Display for JdkVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// A JDK that has a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    home: PathBuf,
    version: JdkVersion,
}

impl Jdk {
    /// The JDK in the folder `home`, the one that holds `bin`.
    ///
    /// The version is read from the folder's `release` file; only without one is `java` asked.
    ///
    /// # Errors
    /// When the folder has no `bin/java` or no `bin/javac`, or tells no version.
    pub fn at(home: &Path) -> Result<Self, CompanionError> {
        let not_a_jdk = |reason: String| CompanionError::NotAJdk { home: home.to_owned(), reason };
        for program in ["java", "javac"] {
            if !home.join("bin").join(program).is_file() {
                return Err(not_a_jdk(format!("it has no `bin/{program}`")));
            }
        }
        let version = match std::fs::read_to_string(home.join("release")) {
            Ok(release) => version_in_release_file(&release),
            Err(_) => Self::ask(&home.join("bin/java")).map(|(_, version)| version),
        };
        Ok(Self { home: home.to_owned(), version: version.map_err(not_a_jdk)? })
    }

    /// Asks a `java` where it lives and which version it is. The answer tells the true folder also
    /// for a script that only forwards to a JDK, as version managers put into the `PATH`.
    pub(crate) fn ask(java: &Path) -> Result<(PathBuf, JdkVersion), String> {
        let output = java_command(java)
            .args(["-XshowSettings:properties", "-version"])
            .output()
            .map_err(|error| format!("`{}` does not start: {error}", java.display()))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let property = |name: &str| {
            text.lines()
                .find_map(|line| line.trim().strip_prefix(name)?.trim().strip_prefix('='))
                .map(str::trim)
                .ok_or_else(|| format!("`{}` does not tell its `{name}`", java.display()))
        };
        Ok((PathBuf::from(property("java.home")?), property("java.version")?.parse()?))
    }

    /// The folder that holds `bin`.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The version.
    pub fn version(&self) -> &JdkVersion {
        &self.version
    }

    /// The program that runs Java.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// The compiler.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin/javac")
    }
}

fn version_in_release_file(release: &str) -> Result<JdkVersion, String> {
    release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))
        .map(|value| value.trim().trim_matches('"'))
        .ok_or_else(|| "its `release` file has no `JAVA_VERSION`".to_owned())?
        .parse()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Jdk, JdkVersion, version_in_release_file};

    #[test]
    fn versions_old_and_new() {
        for (text, feature) in
            [("17.0.15", 17), ("1.8.0_392", 8), ("25", 25), ("21-ea", 21), ("11.0.2+9", 11)]
        {
            let version: JdkVersion = text.parse().unwrap();
            assert_eq!((version.feature(), version.as_str()), (feature, text));
        }
        for text in ["", "x", "1.", "-1", "99999999999"] {
            assert!(text.parse::<JdkVersion>().is_err(), "`{text}`");
        }
    }

    #[test]
    fn the_release_file_names_the_version() {
        let release = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\nOS_ARCH=\"x86_64\"\n";
        assert_eq!(version_in_release_file(release).unwrap().feature(), 17);
        assert!(version_in_release_file("IMPLEMENTOR=\"Debian\"\n").is_err());
    }

    #[test]
    fn a_folder_without_a_compiler_is_no_jdk() {
        let folder = tempfile::tempdir().unwrap();
        let message = Jdk::at(folder.path()).unwrap_err().to_string();
        assert!(message.contains("`bin/java`"), "{message}");
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        std::fs::write(folder.path().join("bin/java"), "").unwrap();
        let message = Jdk::at(folder.path()).unwrap_err().to_string();
        assert!(message.contains("`bin/javac`"), "{message}");
    }

    #[test]
    fn a_java_in_the_path_tells_its_folder() {
        let (home, version) = Jdk::ask(Path::new("java")).unwrap();
        assert_eq!(Jdk::at(&home).unwrap().version(), &version);
    }
}
