//! Where JDKs are found: the user's own choice first.
//!
//! The order is `JAVA_HOME`, the `PATH`, `/usr/lib/jvm` and, on macOS, what `/usr/libexec/java_home`
//! names. What was looked at and did not do is kept, so that the error can say it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{CompanionError, Jdk, environment, install_hint};

/// Where a search looks.
struct Places {
    java_home: Option<PathBuf>,
    path_folders: Vec<PathBuf>,
    jvm_folder: PathBuf,
    /// macOS's program that names the default JDK.
    java_home_program: PathBuf,
}

/// What a search came to.
#[derive(Default)]
struct Found {
    jdks: Vec<Jdk>,
    /// One sentence for each place that holds no JDK though it was named as one.
    refused: Vec<String>,
}

/// The first JDK of at least version `minimum`, in the order of [`all_jdks`].
///
/// # Errors
/// When there is none; the message says what was found instead and what to type to install one.
pub fn find_jdk(minimum: u32) -> Result<Jdk, CompanionError> {
    search(&Places::of_this_system()).first_of(minimum)
}

/// Every JDK with a compiler on this machine, each folder once: `JAVA_HOME`, then the `PATH`, then
/// `/usr/lib/jvm` by name, then macOS's own choice.
pub fn all_jdks() -> Vec<Jdk> {
    search(&Places::of_this_system()).jdks
}

impl Places {
    fn of_this_system() -> Self {
        Self {
            java_home: environment::java_home(),
            path_folders: environment::path_folders(),
            jvm_folder: PathBuf::from("/usr/lib/jvm"),
            java_home_program: PathBuf::from("/usr/libexec/java_home"),
        }
    }
}

impl Found {
    fn first_of(self, minimum: u32) -> Result<Jdk, CompanionError> {
        let looked = self.what_was_looked_at();
        self.jdks
            .into_iter()
            .find(|jdk| jdk.version().feature() >= minimum)
            .ok_or_else(|| CompanionError::NoJdk { minimum, looked, hint: install_hint(minimum) })
    }

    fn what_was_looked_at(&self) -> String {
        let old = self
            .jdks
            .iter()
            .map(|jdk| format!("`{}` is version {}", jdk.home().display(), jdk.version()));
        let parts: Vec<String> = old.chain(self.refused.iter().cloned()).collect();
        if parts.is_empty() {
            "looked at `JAVA_HOME`, the `PATH` and `/usr/lib/jvm`".to_owned()
        } else {
            parts.join("; ")
        }
    }

    fn add(&mut self, home: &Path) {
        // Several names of one folder are one JDK.
        let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
        if self.jdks.iter().any(|jdk| jdk.home() == home) {
            return;
        }
        match Jdk::at(&home) {
            Ok(jdk) => self.jdks.push(jdk),
            Err(error) => self.refused.push(error.to_string()),
        }
    }
}

fn search(places: &Places) -> Found {
    let mut found = Found::default();
    if let Some(home) = &places.java_home {
        found.add(home);
    }
    for home in places.path_folders.iter().filter_map(|folder| home_of_compiler(folder)) {
        found.add(&home);
    }
    for home in folders_with_compiler(&places.jvm_folder) {
        found.add(&home);
    }
    if let Some(home) = named_by(&places.java_home_program) {
        found.add(&home);
    }
    found
}

/// The JDK that the `javac` in a folder of the `PATH` belongs to.
fn home_of_compiler(folder: &Path) -> Option<PathBuf> {
    // macOS has a `/usr/bin/javac` that only opens a window about installing Java.
    if cfg!(target_os = "macos") && folder == Path::new("/usr/bin") {
        return None;
    }
    let compiler = folder.join("javac").canonicalize().ok()?;
    let home = compiler.parent()?.parent()?;
    if home.join("release").is_file() {
        return Some(home.to_owned());
    }
    Jdk::ask(&compiler.with_file_name("java")).ok().map(|(home, _)| home)
}

fn folders_with_compiler(jvm_folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(jvm_folder).into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|home| home.join("bin/javac").is_file()).collect();
    homes.sort();
    homes
}

fn named_by(java_home_program: &Path) -> Option<PathBuf> {
    let output = Command::new(java_home_program).output().ok()?;
    let home = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(home.trim()))
}

#[cfg(test)]
mod tests;
