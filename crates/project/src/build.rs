//! Which build a path belongs to.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use task::BugFile;

use crate::described::read_bug_file;
use crate::error::ProjectError;
use crate::maven;

/// A tool that builds Java projects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuildTool {
    /// Apache Maven.
    Maven,
    /// Gradle; recognised only.
    Gradle,
    /// Apache Ant; recognised only.
    Ant,
    /// A folder `src` with Java files and no build file; recognised only.
    Plain,
    /// None: a bug file (`bug.toml`) says what is to be compiled with what.
    Described,
}

/// What shows that a folder is built with a tool, in the order of preference.
const MARKS: [(BuildTool, &str); 8] = [
    (BuildTool::Described, BugFile::NAME),
    (BuildTool::Maven, "pom.xml"),
    (BuildTool::Gradle, "settings.gradle"),
    (BuildTool::Gradle, "settings.gradle.kts"),
    (BuildTool::Gradle, "build.gradle"),
    (BuildTool::Gradle, "build.gradle.kts"),
    (BuildTool::Ant, "build.xml"),
    (BuildTool::Plain, "src"),
];

/// The build that a project belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The folder of the whole build: with several modules, the one that holds them all.
    pub root: PathBuf,
    /// The tool.
    pub tool: BuildTool,
    /// The bug file of a build that is described; `None` for all others.
    pub description: Option<PathBuf>,
}

impl fmt::Display for BuildTool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            BuildTool::Maven => "Maven",
            BuildTool::Gradle => "Gradle",
            BuildTool::Ant => "Ant",
            BuildTool::Plain => "plain folder",
            BuildTool::Described => "described",
        })
    }
}

/// Finds the build that `path`, a file or folder, belongs to: the nearest folder upwards with a
/// build file, and from there the whole multi-module build. A folder with a bug file stands for the
/// project that the file names.
///
/// # Errors
/// When the path does not exist, no folder upwards has a build file, a POM file on the way is not
/// XML, or the build is of a tool that is not supported yet.
pub fn discover(path: &Path) -> Result<Build, ProjectError> {
    let path = path.canonicalize().map_err(ProjectError::read(path))?;
    let (tool, file) = nearest_build_file(&path).ok_or_else(|| ProjectError::NoBuildFile {
        path: path.clone(),
        looked_for: MARKS
            .iter()
            .filter(|(tool, _)| *tool != BuildTool::Plain)
            .map(|(_, name)| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    match (tool, file.parent()) {
        (BuildTool::Described, Some(folder)) => project_of_bug(&file, folder),
        (BuildTool::Maven, Some(folder)) => {
            Ok(Build { root: maven::reactor_root(folder)?, tool, description: None })
        }
        _ => Err(ProjectError::NotSupported { tool, file }),
    }
}

/// The project of a bug file: as the file describes it, else with its own build tool.
fn project_of_bug(file: &Path, folder: &Path) -> Result<Build, ProjectError> {
    let bug = read_bug_file(file)?;
    let path = folder.join(&bug.project);
    let root = path.canonicalize().map_err(ProjectError::read(&path))?;
    if bug.build.is_some() {
        let description = Some(file.to_owned());
        return Ok(Build { root, tool: BuildTool::Described, description });
    }
    if root.join("pom.xml").is_file() {
        return Ok(Build { root, tool: BuildTool::Maven, description: None });
    }
    Err(ProjectError::BuildFile {
        path: file.to_owned(),
        reason: format!(
            "it has no table `build`, and there is no `pom.xml` in `{}`",
            root.display()
        ),
    })
}

/// A build file wins over a plain `src` folder nearer to the path: `src` stands in every project.
fn nearest_build_file(path: &Path) -> Option<(BuildTool, PathBuf)> {
    let mut plain = None;
    for folder in path.ancestors() {
        for (tool, name) in MARKS {
            let file = folder.join(name);
            if tool == BuildTool::Plain {
                let holds_sources = file.is_dir() && plain.is_none();
                plain = if holds_sources { Some((tool, file)) } else { plain };
            } else if file.is_file() {
                return Some((tool, file));
            }
        }
    }
    plain.filter(|(_, folder)| has_java_file(folder))
}

fn has_java_file(folder: &Path) -> bool {
    const DEEPEST: usize = 20;
    walkdir::WalkDir::new(folder)
        .max_depth(DEEPEST)
        .into_iter()
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|extension| extension == "java"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{BuildTool, discover};
    use crate::error::ProjectError;

    fn write(root: &Path, file: &str, text: &str) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn the_reactor_is_the_topmost_pom_that_lists_the_module() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let listing =
            |module| format!("<project><modules><module>{module}</module></modules></project>");
        let profile = "<project><profiles><profile><modules><module>core/pom.xml</module>\
                       </modules></profile></profiles></project>";
        write(&root, "pom.xml", "<project/>");
        write(&root, "all/pom.xml", &listing("group/inner"));
        write(&root, "all/group/inner/pom.xml", profile);
        write(&root, "all/group/inner/core/pom.xml", "<project/>");
        write(&root, "all/group/inner/core/src/main/java/A.java", "class A {}");
        write(&root, "all/stray/pom.xml", "<project/>");
        for (path, expected) in [
            ("all/group/inner/core/src/main/java/A.java", "all"),
            ("all/group/inner/core", "all"),
            ("all/group", "all"),
            ("all/stray", "all/stray"),
            ("", ""),
        ] {
            let build = discover(&root.join(path)).unwrap();
            assert_eq!(
                build.root,
                root.join(expected).components().collect::<std::path::PathBuf>()
            );
        }
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (file, tool) in [
            ("build.gradle.kts", BuildTool::Gradle),
            ("build.xml", BuildTool::Ant),
            ("src/A.java", BuildTool::Plain),
        ] {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), file, "");
            match discover(folder.path()).unwrap_err() {
                ProjectError::NotSupported { tool: found, .. } => assert_eq!(found, tool),
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn a_bug_file_stands_for_its_project() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let head = "format_version = 1\nname = \"b\"\nproject = \"program\"\n";
        let tests = "[tests]\nfailing = [\"a.BTest#c\"]\n";
        let build = "[build]\nsource_level = 8\nsources = [\"src\"]\ntest_sources = [\"test\"]\n";
        write(&root, "program/src/A.java", "class A {}");
        write(&root, "bug.toml", &format!("{head}{tests}{build}"));
        let found = discover(&root).unwrap();
        assert_eq!((&found.root, found.tool), (&root.join("program"), BuildTool::Described));
        assert_eq!(found.description, Some(root.join("bug.toml")));

        write(&root, "bug.toml", &format!("{head}{tests}"));
        let message = discover(&root).unwrap_err().to_string();
        assert!(message.contains("no table `build`, and there is no `pom.xml`"), "{message}");
        write(&root, "program/pom.xml", "<project/>");
        assert_eq!(discover(&root).unwrap().tool, BuildTool::Maven);
    }

    #[test]
    fn bad_places_get_a_message_that_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let message = discover(folder.path()).unwrap_err().to_string();
        assert!(message.contains("looked for `bug.toml`, `pom.xml`"), "{message}");
        let message = discover(&folder.path().join("missing")).unwrap_err().to_string();
        assert!(message.contains("missing`"), "{message}");
        write(folder.path(), "pom.xml", "<project><modules>");
        write(folder.path(), "core/pom.xml", "<project/>");
        let message = discover(&folder.path().join("core")).unwrap_err().to_string();
        assert!(message.contains("pom.xml` is not a valid build file"), "{message}");
    }
}
