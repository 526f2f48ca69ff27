//! Sources that a project's build generates, as Defects4J keeps them.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::error::BenchError;

/// Puts those files of `generated_sources/VERSION` into the program that the project has a template
/// for (`X.java.in` for `X.java`). VERSION is the one that the build file begins with.
pub(super) fn add_generated(
    program: &Path,
    framework: &Path,
    project: &str,
) -> Result<(), BenchError> {
    let kept = framework.join("framework/projects").join(project).join("generated_sources");
    let Some(folder) = folder_for(program, &kept) else { return Ok(()) };
    for template in templates(program) {
        let target = template.with_extension("");
        let Some(name) = target.file_name() else { continue };
        let source = folder.join(name);
        if source.is_file() && !target.exists() {
            fs::copy(&source, &target).map_err(BenchError::file("write", &target))?;
        }
    }
    Ok(())
}

/// The folder of the version that the program's own build file states.
fn folder_for(program: &Path, kept: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(program.join("pom.xml")).ok()?;
    // The parent's version stands in an element of its own.
    let (_, after_parent) = text.split_once("</parent>").unwrap_or(("", &text));
    let (_, version) = after_parent.split_once("<version>")?;
    let (version, _) = version.split_once("</version>")?;
    let version = version.trim();
    let mut fitting: Vec<PathBuf> = fs::read_dir(kept)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            name.is_some_and(|name| version.starts_with(&name))
        })
        .collect();
    // `2.9.0` is the beginning of `2.9.0.pr3` too, which is meant when it is there.
    fitting.sort_by_key(|path| path.as_os_str().len());
    fitting.pop()
}

fn templates(program: &Path) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(program)
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.to_string_lossy().ends_with(".java.in"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::add_generated;

    #[test]
    fn what_has_a_template_is_added() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "p/pom.xml",
            "<project><parent><version>3</version></parent><version>2.9.0.pr3-SNAPSHOT</version>",
        );
        write("p/src/a/Version.java.in", "template");
        let kept = "d/framework/projects/Core/generated_sources";
        write(&format!("{kept}/2.9.0/Version.java"), "2.9.0");
        write(&format!("{kept}/2.9.0.pr3/Version.java"), "2.9.0.pr3");
        write(&format!("{kept}/2.9.0.pr3/Other.java"), "no template");
        let program = folder.path().join("p");
        add_generated(&program, &folder.path().join("d"), "Core").unwrap();
        assert_eq!(fs::read_to_string(program.join("src/a/Version.java")).unwrap(), "2.9.0.pr3");
        assert!(!program.join("src/a/Other.java").exists());
    }
}
