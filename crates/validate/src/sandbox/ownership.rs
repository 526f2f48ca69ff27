//! Permissions of files that this program made and that a sandboxed command is to use.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, lchown};
use std::path::Path;

use super::{SANDBOX_USER, SandboxError};

/// Read permission for everyone, and for folders the permission to enter them. What keeps others
/// on the machine out is the folder above, which only its owner may enter.
pub(crate) fn add_read_permission(path: &Path) -> Result<(), SandboxError> {
    for_each(path, |entry, metadata| {
        if metadata.is_symlink() {
            return Ok(());
        }
        let mode = metadata.permissions().mode();
        let enter = if metadata.is_dir() || mode & 0o100 != 0 { 0o111 } else { 0 };
        let wanted = mode | 0o444 | enter;
        if wanted == mode {
            return Ok(());
        }
        fs::set_permissions(entry, fs::Permissions::from_mode(wanted))
    })
}

/// Makes the sandbox's user the owner of everything below `path`.
pub(crate) fn give_to_sandbox_user(path: &Path) -> Result<(), SandboxError> {
    for_each(path, |entry, _| lchown(entry, Some(SANDBOX_USER), Some(SANDBOX_USER)))
}

fn for_each(
    path: &Path,
    change: impl Fn(&Path, &fs::Metadata) -> std::io::Result<()>,
) -> Result<(), SandboxError> {
    for entry in walkdir::WalkDir::new(path) {
        let error = |source: std::io::Error| SandboxError::File { path: path.to_owned(), source };
        let entry = entry.map_err(|source| error(source.into()))?;
        let metadata = entry.metadata().map_err(|source| error(source.into()))?;
        change(entry.path(), &metadata).map_err(error)?;
    }
    Ok(())
}
