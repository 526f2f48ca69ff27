//! The Java files of a folder, and their names as `javac` reads them from a file.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::copy::is_left_out;

/// The Java files that a project's user may have written, wherever the build looks for its own:
/// all but those that a copy of the project leaves out. In order.
pub fn java_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(folder)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| !is_left_out(entry))
        .flatten()
        .map(DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
}

/// The text of a file of `javac`'s arguments (`@FILE`) with the names of files, of which there may
/// be more than fit on a command line.
pub fn javac_argument_file(files: &[PathBuf]) -> String {
    let quoted = |file: &PathBuf| {
        let name = file.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{name}\"\n")
    };
    files.iter().map(quoted).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{java_files, javac_argument_file};

    #[test]
    fn a_package_may_be_named_as_build_output_is() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["pom.xml", "target/A.java", "src/a/target/B.java", ".git/C.java", "src/d.txt"]
        {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let found: Vec<PathBuf> = java_files(root).collect();
        assert_eq!(found, [root.join("src/a/target/B.java")]);
    }

    #[test]
    fn names_are_quoted() {
        let files = ["/a b/C.java", "/q\"\\.java"].map(PathBuf::from);
        let expected = "\"/a b/C.java\"\n\"/q\\\"\\\\.java\"\n";
        assert_eq!(javac_argument_file(&files), expected);
    }
}
