//! From the place that a user names to the hole in a file.

use std::fs;
use std::path::{Path, PathBuf};

use project::{Build, ProjectModel, SourceFileError, find_source_file};
use task::{Hole, HoleError, Location, SourceText, SourceTextError};

/// Why a place has no hole.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The file cannot be read.
    #[error("could not read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is no source text.
    #[error(transparent)]
    Text(#[from] SourceTextError),
    /// The file has no such line.
    #[error(transparent)]
    Hole(#[from] HoleError),
    /// The name means no source file of the project.
    #[error(transparent)]
    File(#[from] SourceFileError),
}

/// The hole at a place whose file can be found without knowing the project's source roots: from
/// the current folder or from the project's. `None` when only the project's model can tell.
pub(crate) fn hole_by_path(
    build: &Build,
    current_folder: &Path,
    location: &Location,
) -> Result<Option<Hole>, PlaceError> {
    let candidates = [current_folder, &build.root].map(|folder| folder.join(location.file()));
    let Some(file) = candidates.iter().find(|path| path.is_file()) else { return Ok(None) };
    let file = file.canonicalize().unwrap_or_else(|_| file.clone());
    match file.strip_prefix(&build.root) {
        Ok(below) => hole_in(&build.root, below, location).map(Some),
        Err(_) => Ok(None),
    }
}

/// The hole at a place, with the help of the project's model, whose paths are the user's own.
pub(crate) fn hole_by_model(
    model: &ProjectModel,
    current_folder: &Path,
    location: &Location,
) -> Result<Hole, PlaceError> {
    let found = find_source_file(model, current_folder, location.file())?;
    let below = found.path.strip_prefix(&model.root).unwrap_or(&found.path).to_owned();
    hole_in(&model.root, &below, location)
}

fn hole_in(root: &Path, file: &Path, location: &Location) -> Result<Hole, PlaceError> {
    let path = root.join(file);
    let bytes = fs::read(&path).map_err(|source| PlaceError::Read { path, source })?;
    let source = SourceText::from_bytes(file, bytes)?;
    Ok(Hole::at(&source, location)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use project::{Build, BuildTool};

    use super::hole_by_path;

    #[test]
    fn a_file_is_found_from_the_current_folder_and_from_the_projects() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("src/a")).unwrap();
        fs::write(root.join("src/a/A.java"), "class A {\n  int x;\n}\n").unwrap();
        let build = Build { root: root.clone(), tool: BuildTool::Maven };
        let find = |current: &str, location: &str| {
            hole_by_path(&build, &root.join(current), &location.parse().unwrap())
        };
        for (current, location) in [("src/a", "A.java:2"), ("src", "src/a/A.java:2")] {
            let hole = find(current, location).unwrap().unwrap();
            assert_eq!(hole.content(), "  int x;");
            assert_eq!(hole.original().path().to_str(), Some("src/a/A.java"));
        }
        assert!(find("src", "B.java:2").unwrap().is_none());
        assert!(find("src/a", "A.java:9").is_err());
    }
}
