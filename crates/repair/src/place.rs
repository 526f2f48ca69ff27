//! From the place that a user names to the hole in a file.

use std::fs;
use std::path::{Path, PathBuf};

use project::{Build, ProjectModel, SourceFileError, find_source_file, java_files};
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
    /// The file is no Java source.
    #[error("`{}` is no Java source file", file.display())]
    NotJava {
        /// The file.
        file: PathBuf,
    },
    /// Nothing in the project has this name.
    #[error(
        "`{}` is no file of the project; looked in the current folder and everywhere in `{}`",
        name.display(),
        root.display()
    )]
    NoSuchFile {
        /// The name as it was given.
        name: PathBuf,
        /// The project's folder.
        root: PathBuf,
    },
    /// The name means no source file of the project.
    #[error(transparent)]
    File(#[from] SourceFileError),
}

/// The hole at a place whose file can be found without knowing the project's source roots: from
/// the current folder, from the project's, or as the one file whose path ends so. `None` when only
/// the project's model can tell which of several is meant.
///
/// What is wrong with a place is said here, before the project is built, wherever it can be.
pub(crate) fn hole_by_path(
    build: &Build,
    current_folder: &Path,
    location: &Location,
) -> Result<Option<Hole>, PlaceError> {
    let candidates = [current_folder, &build.root].map(|folder| folder.join(location.file()));
    let file = match candidates.iter().find(|path| path.is_file()) {
        Some(file) => file.clone(),
        None => match only_file_ending_with(&build.root, location.file())? {
            Some(file) => file,
            None => return Ok(None),
        },
    };
    let file = file.canonicalize().unwrap_or(file);
    if file.extension().is_none_or(|extension| extension != "java") {
        return Err(PlaceError::NotJava { file });
    }
    match file.strip_prefix(&build.root) {
        Ok(below) => hole_in(&build.root, below, location).map(Some),
        Err(_) => Ok(None),
    }
}

/// The one file of the project whose path ends so; `None` when there are several.
fn only_file_ending_with(root: &Path, name: &Path) -> Result<Option<PathBuf>, PlaceError> {
    let mut files = java_files(root).filter(|path| path.ends_with(name));
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(Some(file)),
        (Some(_), Some(_)) => Ok(None),
        (None, _) => Err(PlaceError::NoSuchFile { name: name.to_owned(), root: root.to_owned() }),
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

    use super::{PlaceError, hole_by_path};

    #[test]
    fn a_file_is_found_from_the_current_folder_and_from_the_projects() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("src/a")).unwrap();
        fs::write(root.join("src/a/A.java"), "class A {\n  int x;\n}\n").unwrap();
        let build = Build { root: root.clone(), tool: BuildTool::Maven, description: None };
        let find = |current: &str, location: &str| {
            hole_by_path(&build, &root.join(current), &location.parse().unwrap())
        };
        let names = [("src/a", "A.java:2"), ("src", "src/a/A.java:2"), ("src", "A.java:2")];
        for (current, location) in names {
            let hole = find(current, location).unwrap().unwrap();
            assert_eq!(hole.content(), "  int x;");
            assert_eq!(hole.original().path().to_str(), Some("src/a/A.java"));
        }
        assert!(matches!(find("src", "B.java:2"), Err(PlaceError::NoSuchFile { .. })));
        // Only the model knows which of two is compiled.
        fs::create_dir_all(root.join("old/a")).unwrap();
        fs::write(root.join("old/a/A.java"), "class A {}\n").unwrap();
        assert!(find("", "A.java:2").unwrap().is_none());
        assert!(find("", "old/a/A.java:2").is_err());
        fs::write(root.join("pom.xml"), "<project/>\n").unwrap();
        for other in ["pom.xml:1", "/etc/passwd:1"] {
            assert!(matches!(find("", other), Err(PlaceError::NotJava { .. })), "{other}");
        }
        // What the build wrote or what is hidden is not meant.
        for folder in ["target/generated", ".git"] {
            fs::create_dir_all(root.join(folder)).unwrap();
            fs::write(root.join(folder).join("B.java"), "class B {}\n").unwrap();
        }
        assert!(matches!(find("", "B.java:1"), Err(PlaceError::NoSuchFile { .. })));
        assert!(find("src/a", "A.java:9").is_err());
    }
}
