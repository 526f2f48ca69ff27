//! Temporary folders that go away with their owner, also when the owner was killed.
//!
//! A folder of `tempfile` is removed when its value is dropped. A process that is killed drops
//! nothing, and a copy of a project with its classes can be large. So each folder holds a lock file
//! that its owner keeps locked, and whoever makes a folder first removes those whose lock is free:
//! the system frees the lock of a process that dies, however it dies.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// What the names of all such folders begin with.
const PREFIX: &str = "patchwright-";
/// The lock file. A folder without one is being made, or is somebody else's.
const LOCK: &str = ".patchwright-lock";

/// A temporary folder of this process; it is removed when the value is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: tempfile::TempDir,
    /// Holds the lock as long as the value lives.
    _lock: File,
}

impl TemporaryFolder {
    /// Makes a new folder in the system's folder for such, after removing those whose owners are
    /// dead.
    ///
    /// # Errors
    /// When the folder cannot be made. That an old one cannot be removed is no error.
    pub fn create() -> io::Result<Self> {
        Self::create_in(&std::env::temp_dir())
    }

    fn create_in(parent: &Path) -> io::Result<Self> {
        remove_orphans(parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // It gets its name when it is locked: nobody finds it free while its owner lives.
        let unnamed = folder.path().join(".patchwright-new-lock");
        let lock = File::create_new(&unnamed)?;
        lock.lock()?;
        fs::rename(unnamed, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders whose owners are dead, as far as this user may.
fn remove_orphans(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        // Others may write into the system's folder: a link there must not lead us elsewhere.
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if let Err(error) = remove_if_orphaned(&entry.path()) {
            tracing::debug!("`{}` is left: {error}", entry.path().display());
        }
    }
}

fn remove_if_orphaned(folder: &Path) -> io::Result<()> {
    let path = folder.join(LOCK);
    // Others may write into the system's folder: a pipe of that name would make us wait for ever.
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => {}
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(_) | Err(_) => return Ok(()),
    }
    let lock = File::open(path)?;
    match lock.try_lock() {
        Ok(()) => fs::remove_dir_all(folder),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::process::Command;

    use super::{LOCK, TemporaryFolder};

    #[test]
    fn folders_of_the_dead_are_removed_and_all_others_stay() {
        let parent = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let path = parent.path().join(name);
            fs::create_dir_all(path.join("project/src")).unwrap();
            path
        };
        let orphan = folder("patchwright-dead");
        File::create(orphan.join(LOCK)).unwrap();
        let unlocked = folder("patchwright-without-lock");
        let foreign = folder("other-tool");
        File::create(foreign.join(LOCK)).unwrap();
        let with_pipe = folder("patchwright-pipe");
        let made = Command::new("mkfifo").arg(with_pipe.join(LOCK)).status().unwrap();
        assert!(made.success());
        let living = TemporaryFolder::create_in(parent.path()).unwrap();

        assert!(!orphan.exists());
        let next = TemporaryFolder::create_in(parent.path()).unwrap();
        for path in [&unlocked, &foreign, &with_pipe, living.path(), next.path()] {
            assert!(path.exists(), "{}", path.display());
        }
        let path = next.path().to_owned();
        drop(next);
        assert!(!path.exists() && living.path().exists());
    }
}
