//! What to type to get a JDK on this system.

use std::path::Path;

/// A file that tells a Linux system by its presence, and the command with `{version}` in it.
const SYSTEMS: [(&str, &str); 6] = [
    (
        "etc/debian_version",
        "`apt-get install openjdk-{version}-jdk-headless` (any newer one does as well)",
    ),
    ("etc/fedora-release", "`dnf install java-{version}-openjdk-devel`"),
    ("etc/redhat-release", "`dnf install java-{version}-openjdk-devel`"),
    ("etc/SUSE-brand", "`zypper install java-{version}-openjdk-devel`"),
    ("etc/arch-release", "`pacman -S jdk{version}-openjdk`"),
    ("etc/alpine-release", "`apk add openjdk{version}-jdk`"),
];

/// A sentence that says what to type to install JDK `version` on the system at hand.
pub fn install_hint(version: u32) -> String {
    if cfg!(target_os = "macos") {
        return format!("install one with `brew install openjdk@{version}`");
    }
    hint_below(Path::new("/"), version)
}

fn hint_below(root: &Path, version: u32) -> String {
    let system = SYSTEMS.iter().find(|(marker, _)| root.join(marker).exists());
    match system {
        Some((_, command)) => {
            format!("install one with {}", command.replace("{version}", &version.to_string()))
        }
        None => format!(
            "install one from https://adoptium.net/temurin/releases/?version={version} and set \
             `JAVA_HOME` to its folder"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::hint_below;

    #[test]
    fn each_system_has_its_own_command() {
        for (marker, expected) in [
            ("debian_version", "`apt-get install openjdk-17-jdk-headless`"),
            ("fedora-release", "`dnf install java-17-openjdk-devel`"),
            ("alpine-release", "`apk add openjdk17-jdk`"),
            ("nothing-known", "adoptium.net/temurin/releases/?version=17 "),
        ] {
            let root = tempfile::tempdir().unwrap();
            std::fs::create_dir(root.path().join("etc")).unwrap();
            std::fs::write(root.path().join("etc").join(marker), "").unwrap();
            let hint = hint_below(root.path(), 17);
            assert!(hint.contains(expected), "{hint}");
        }
    }
}
