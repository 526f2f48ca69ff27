//! The file system of a sandbox.
//!
//! The order matters: a mount hides what was mounted at or below its path before. So mounts go from
//! the root downwards, and at the same path from [`Mount::ReadOnly`] to [`Mount::CopyOf`]. Parent folders are made one by one, because bubblewrap would make them
//! unreadable for anyone but root.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::bubblewrap::{SANDBOX_HOME, adds_nothing};
use super::limits::{Limits, MEBIBYTE};
use super::{Mount, SandboxError};

/// What programs and libraries need of the system besides `/usr`; what does not exist is left out.
/// Nothing here is secret, and nothing of it names what else is on the machine, but for the names
/// of its users.
const SYSTEM_FILES: [&str; 19] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/fonts",
    "/etc/group",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.conf",
    "/etc/localtime",
    "/etc/maven",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/pki/java",
    "/etc/protocols",
    "/etc/ssl/certs",
    "/etc/timezone",
];

/// Folders that are links into `/usr` on most systems and real folders on others.
const SYSTEM_FOLDERS: [&str; 6] = ["/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin"];

/// Where the originals of copies are mounted.
const ORIGINALS: &str = "/.originals";

/// The mounts of a command as arguments of bubblewrap.
pub(crate) struct MountTable {
    pub(crate) arguments: Vec<OsString>,
    /// What is to be copied inside before the command starts: from, to.
    pub(crate) copies: Vec<(PathBuf, PathBuf)>,
    /// Folders whose content is mounted from outside, so that nothing needs to be made in them.
    bound: Vec<PathBuf>,
    made: Vec<PathBuf>,
}

impl MountTable {
    pub(crate) fn new(mounts: &[Mount], limits: &Limits) -> Result<Self, SandboxError> {
        let mut table =
            Self { arguments: Vec::new(), copies: Vec::new(), bound: Vec::new(), made: Vec::new() };
        table.mount_kernel_folders(limits);
        table.mount_system();
        table.mount_temporary_folder(limits);
        let mut mounts: Vec<&Mount> = mounts.iter().collect();
        mounts.sort_by(|one, other| (one.path(), one).cmp(&(other.path(), other)));
        mounts.dedup();
        for mount in mounts {
            if !adds_nothing(mount, &table.bound) {
                table.mount(mount, limits)?;
            }
        }
        Ok(table)
    }

    fn push(&mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) {
        self.arguments.extend(arguments.into_iter().map(Into::into));
    }

    fn mount_kernel_folders(&mut self, limits: &Limits) {
        self.push(["--proc", "/proc", "--dev", "/dev"]);
        self.memory_folder(Path::new("/dev/shm"), "1777", limits.scratch_mebibytes * MEBIBYTE);
        // The folder of devices is itself memory without a limit.
        self.push(["--remount-ro", "/dev"]);
    }

    fn mount_system(&mut self) {
        self.bind("--ro-bind", Path::new("/usr"));
        for folder in SYSTEM_FOLDERS {
            match fs::read_link(folder) {
                Ok(target) => {
                    self.push([OsString::from("--symlink"), target.into(), folder.into()]);
                }
                Err(_) if Path::new(folder).is_dir() => self.bind("--ro-bind", Path::new(folder)),
                Err(_) => {}
            }
        }
        for file in SYSTEM_FILES.iter().map(PathBuf::from).chain(java_settings()) {
            if file.exists() {
                self.bind("--ro-bind", &file);
            }
        }
    }

    fn mount_temporary_folder(&mut self, limits: &Limits) {
        self.memory_folder(Path::new("/tmp"), "1777", limits.scratch_mebibytes * MEBIBYTE);
        self.push(["--perms", "0777", "--dir", SANDBOX_HOME]);
    }

    fn mount(&mut self, mount: &Mount, limits: &Limits) -> Result<(), SandboxError> {
        match mount {
            Mount::ReadOnly(path) => self.bind("--ro-bind", path),
            Mount::Writable(path) => self.bind("--bind", path),
            Mount::CopyOf(path) => {
                let original = Path::new(ORIGINALS).join(self.copies.len().to_string());
                self.make_parents(&original);
                self.push([OsString::from("--ro-bind"), path.into(), (&original).into()]);
                let size = bytes_in(path)? + limits.scratch_mebibytes * MEBIBYTE;
                self.memory_folder(path, "0777", size);
                self.copies.push((original, path.clone()));
            }
        }
        Ok(())
    }

    fn bind(&mut self, option: &str, path: &Path) {
        self.make_parents(path);
        self.push([OsString::from(option), path.into(), path.into()]);
        self.bound.push(path.to_owned());
    }

    fn memory_folder(&mut self, path: &Path, permissions: &str, bytes: u64) {
        self.make_parents(path);
        self.push(["--perms", permissions, "--size", &bytes.to_string(), "--tmpfs"]);
        self.push([path]);
        self.made.push(path.to_owned());
    }

    fn make_parents(&mut self, path: &Path) {
        let parents: Vec<PathBuf> = path
            .ancestors()
            .skip(1)
            .filter(|parent| parent.components().any(|part| part != Component::RootDir))
            .map(Path::to_owned)
            .collect();
        for parent in parents.into_iter().rev() {
            let exists = self.made.contains(&parent)
                || self.bound.iter().any(|root| parent.starts_with(root));
            // The kernel's folders are there already.
            if !exists && parent != Path::new("/dev") {
                self.push(["--perms", "0755", "--dir"]);
                self.push([&parent]);
                self.made.push(parent);
            }
        }
    }
}

/// Debian keeps each JDK's settings in a folder of `/etc` named after it.
fn java_settings() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir("/etc") else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("java"))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

/// The size of all files of a folder, each rounded up to whole pages, as memory holds them.
fn bytes_in(folder: &Path) -> Result<u64, SandboxError> {
    const PAGE: u64 = 4096;
    let mut total = 0;
    for entry in walkdir::WalkDir::new(folder) {
        let error = |source: walkdir::Error| SandboxError::File {
            path: folder.to_owned(),
            source: source.into(),
        };
        let length = entry.map_err(error)?.metadata().map_err(error)?.len();
        total += length.div_ceil(PAGE).max(1) * PAGE;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::MountTable;
    use crate::sandbox::{Limits, Mount};

    fn arguments(mounts: &[Mount]) -> String {
        let table = MountTable::new(mounts, &Limits::default()).unwrap();
        let words: Vec<_> =
            table.arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn mounts_go_from_the_root_downwards() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let text = arguments(&[
            Mount::Writable(inner.clone()),
            Mount::CopyOf(folder.path().to_owned()),
            Mount::Writable(inner.clone()),
        ]);
        let outer_at = text.find(&format!("--tmpfs {}", folder.path().display())).unwrap();
        let inner_option = format!("--bind {0} {0}", inner.display());
        assert!(text.find(&inner_option).unwrap() > outer_at, "{text}");
        assert_eq!(text.matches(&inner_option).count(), 1, "{text}");
    }

    #[test]
    fn what_can_be_read_anyway_is_not_mounted_again() {
        let jdk = PathBuf::from("/usr/lib/jvm");
        assert_eq!(arguments(&[Mount::ReadOnly(jdk.clone())]), arguments(&[]));
        assert_ne!(arguments(&[Mount::Writable(jdk)]), arguments(&[]));
    }

    #[test]
    fn parents_are_made_readable_once() {
        let mounts = ["/srv/a/b", "/srv/a/c"].map(|path| Mount::ReadOnly(PathBuf::from(path)));
        let text = arguments(&mounts);
        for parent in ["/srv", "/srv/a"] {
            let option = format!("--perms 0755 --dir {parent} ");
            assert_eq!(text.matches(&option).count(), 1, "`{option}` in {text}");
        }
    }
}
