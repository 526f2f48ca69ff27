//! From a file as a user names it to the source file that is meant.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::model::{Module, ProjectModel, SourceKind};

/// How many files an error names.
const MOST_NAMES: usize = 10;

/// A source file of a project.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile<'a> {
    /// The file.
    pub path: PathBuf,
    /// The module it belongs to.
    pub module: &'a Module,
    /// The source root that holds it.
    pub source_root: &'a Path,
    /// Whether it belongs to the program or to its tests.
    pub kind: SourceKind,
}

/// Why a name means no source file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceFileError {
    /// Nothing of this name was found.
    #[error(
        "`{name}` is no file of the project; looked in the current folder, in `{root}` and in its \
         {root_count} source roots"
    )]
    NotFound {
        /// The name as it was given.
        name: String,
        /// The project's folder.
        root: PathBuf,
        /// How many source roots were searched.
        root_count: usize,
    },
    /// Several files end with this name.
    #[error("`{name}` means several files; name one of {}", list(.files))]
    Ambiguous {
        /// The name as it was given.
        name: String,
        /// The files, relative to the project's folder.
        files: Vec<PathBuf>,
    },
    /// The file is there, but no module compiles it.
    #[error("`{file}` is in no source root of the project; these are {}", list(.roots))]
    NoSourceRoot {
        /// The file.
        file: PathBuf,
        /// The source roots, relative to the project's folder.
        roots: Vec<PathBuf>,
    },
}

/// Finds the source file that `name` means: a path from `current_folder`, a path from the
/// project's folder, or the end of the path of one source file, such as `Foo.java`.
///
/// # Errors
/// When no file, several files, or a file outside the source roots is meant.
pub fn find_source_file<'a>(
    model: &'a ProjectModel,
    current_folder: &Path,
    name: &Path,
) -> Result<SourceFile<'a>, SourceFileError> {
    let direct = [current_folder, &model.root].map(|folder| folder.join(name));
    if let Some(path) = direct.iter().find(|path| path.is_file()) {
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        return in_source_root(model, path);
    }
    let files = source_files_ending_with(model, name);
    let shown = name.display().to_string();
    match <[PathBuf; 1]>::try_from(files) {
        Ok([path]) => in_source_root(model, path),
        Err(files) if files.is_empty() => Err(SourceFileError::NotFound {
            name: shown,
            root: model.root.clone(),
            root_count: source_roots(model).count(),
        }),
        Err(files) => Err(SourceFileError::Ambiguous {
            name: shown,
            files: files.iter().map(|file| below_root(model, file)).collect(),
        }),
    }
}

fn in_source_root(model: &ProjectModel, path: PathBuf) -> Result<SourceFile<'_>, SourceFileError> {
    // With a source root inside another one, the inner one is meant.
    let holder = source_roots(model)
        .filter(|(_, _, root)| path.starts_with(root))
        .max_by_key(|(_, _, root)| root.components().count());
    match holder {
        Some((module, kind, source_root)) => Ok(SourceFile { path, module, source_root, kind }),
        None => Err(SourceFileError::NoSourceRoot {
            file: path,
            roots: source_roots(model)
                .filter(|(_, _, root)| root.is_dir())
                .map(|(_, _, root)| below_root(model, root))
                .collect(),
        }),
    }
}

fn source_files_ending_with(model: &ProjectModel, name: &Path) -> Vec<PathBuf> {
    let entries = source_roots(model).flat_map(|(_, _, root)| WalkDir::new(root)).flatten();
    let files =
        entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    let mut files: Vec<PathBuf> = files.filter(|path| path.ends_with(name)).collect();
    files.sort();
    files.dedup();
    files
}

fn source_roots(model: &ProjectModel) -> impl Iterator<Item = (&Module, SourceKind, &Path)> {
    model.modules.iter().flat_map(|module| {
        let main = module.main.source_roots.iter().map(|root| (SourceKind::Main, root));
        let test = module.test.source_roots.iter().map(|root| (SourceKind::Test, root));
        main.chain(test).map(move |(kind, root)| (module, kind, root.as_path()))
    })
}

fn below_root(model: &ProjectModel, path: &Path) -> PathBuf {
    path.strip_prefix(&model.root).unwrap_or(path).to_owned()
}

fn list(paths: &[PathBuf]) -> String {
    let names = paths.iter().take(MOST_NAMES).map(|path| format!("`{}`", path.display()));
    let mut text = names.collect::<Vec<_>>().join(", ");
    if paths.len() > MOST_NAMES {
        text.push_str(&format!(" and {} more", paths.len() - MOST_NAMES));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{SourceFileError, find_source_file};
    use crate::model::{ProjectModel, SourceKind};
    use crate::testing::model_with_modules;

    fn project() -> (tempfile::TempDir, ProjectModel) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for file in [
            "core/src/main/java/a/Foo.java",
            "core/src/main/java/a/Both.java",
            "core/src/test/java/a/FooTest.java",
            "app/src/main/java/b/Both.java",
            "app/Loose.java",
        ] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let model = model_with_modules(&root, &["core", "app"]);
        (folder, model)
    }

    #[test]
    fn each_way_to_name_a_file_works() {
        let (_folder, model) = project();
        let foo = model.root.join("core/src/main/java/a/Foo.java");
        let absolute = foo.display().to_string();
        for (current, name) in [
            ("core/src", "main/java/a/Foo.java"),
            ("app", "core/src/main/java/a/Foo.java"),
            ("app", "Foo.java"),
            ("", "a/Foo.java"),
            ("", absolute.as_str()),
        ] {
            let found = find_source_file(&model, &model.root.join(current), Path::new(name));
            let found = found.unwrap();
            assert_eq!((&found.path, found.kind), (&foo, SourceKind::Main), "{name}");
            assert_eq!(found.module.name, "core");
        }
        let test = find_source_file(&model, &model.root, Path::new("FooTest.java")).unwrap();
        assert_eq!(test.kind, SourceKind::Test);
        assert_eq!(test.source_root, model.root.join("core/src/test/java"));
    }

    #[test]
    fn what_means_no_source_file_is_explained() {
        let (_folder, model) = project();
        let find = |name| find_source_file(&model, &model.root, Path::new(name)).unwrap_err();
        match find("Both.java") {
            SourceFileError::Ambiguous { files, .. } => assert_eq!(
                files,
                ["app/src/main/java/b/Both.java", "core/src/main/java/a/Both.java"]
                    .map(PathBuf::from)
            ),
            other => panic!("{other}"),
        }
        assert!(matches!(find("Missing.java"), SourceFileError::NotFound { root_count: 4, .. }));
        assert!(matches!(find("app/Loose.java"), SourceFileError::NoSourceRoot { .. }));
        // The end of a name is not the name.
        assert!(matches!(find("oo.java"), SourceFileError::NotFound { .. }));
    }
}
