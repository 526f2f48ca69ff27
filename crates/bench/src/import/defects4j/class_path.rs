//! What a revision is compiled against: the jars in the project itself and those that Defects4J
//! keeps for it, one version of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The JUnit that Defects4J runs all tests with, below the folder of its projects.
const JUNIT: &str = "lib/junit-4.12-hamcrest-1.3.jar";
/// What that jar takes the place of, by the beginnings of the names.
const REPLACED: [&str; 4] = ["junit-4", "junit-3", "junit.jar", "hamcrest-"];

/// The jars for a project in `program`, of which `sources` are the source folders.
pub(super) fn class_path(
    program: &Path,
    sources: &[PathBuf],
    framework: &Path,
    project: &str,
) -> Vec<PathBuf> {
    let projects = framework.join("framework/projects");
    let build_file = fs::read_to_string(program.join("pom.xml")).unwrap_or_default();
    let mut entries = jars(program);
    // A jar among the sources is data of a test.
    entries.retain(|jar| {
        let below = jar.strip_prefix(program).unwrap_or(jar);
        !below.starts_with("src") && !sources.iter().any(|folder| below.starts_with(folder))
    });
    entries.extend(one_version_each(jars(&projects.join(project).join("lib")), &build_file));
    let junit = projects.join(JUNIT);
    if junit.is_file() {
        let replaced = |jar: &PathBuf| {
            let name = jar.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_default();
            REPLACED.iter().any(|beginning| name.starts_with(beginning))
        };
        entries.retain(|jar| !replaced(jar));
        entries.push(junit);
    }
    entries
}

fn jars(folder: &Path) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect()
}

/// Of each library the version that the build file writes beside its name, else the newest. In the
/// form of a local repository of Maven, a library is the folder above its versions.
fn one_version_each(jars: Vec<PathBuf>, build_file: &str) -> Vec<PathBuf> {
    let mut libraries: BTreeMap<PathBuf, Vec<(String, PathBuf)>> = BTreeMap::new();
    let mut chosen = Vec::new();
    for jar in jars {
        match library(&jar) {
            Some((library, version)) => libraries.entry(library).or_default().push((version, jar)),
            None => chosen.push(jar),
        }
    }
    for (library, mut versions) in libraries {
        let name = library.file_name().map(|name| name.to_string_lossy().into_owned());
        let wanted = name.and_then(|name| stated_version(build_file, &name));
        versions.sort_by_cached_key(|(version, _)| numbers(version));
        let stated = versions.iter().find(|(version, _)| Some(version) == wanted.as_ref());
        chosen.extend(stated.or(versions.last()).map(|(_, jar)| jar.clone()));
    }
    chosen
}

/// The folder of a library and the version, of a path `…/LIBRARY/VERSION/….jar`.
fn library(jar: &Path) -> Option<(PathBuf, String)> {
    let version_folder = jar.parent()?;
    let version = version_folder.file_name()?.to_str()?;
    let numbered = version.starts_with(|first: char| first.is_ascii_digit());
    numbered.then(|| Some((version_folder.parent()?.to_owned(), version.to_owned())))?
}

/// The version of an artifact in a POM, when it is written as it is.
fn stated_version(build_file: &str, artifact: &str) -> Option<String> {
    let (_, rest) = build_file.split_once(&format!("<artifactId>{artifact}</artifactId>"))?;
    let (dependency, _) = rest.split_once("</dependency>")?;
    let (_, version) = dependency.split_once("<version>")?;
    let (version, _) = version.split_once("</version>")?;
    Some(version.trim().to_owned())
}

fn numbers(version: &str) -> Vec<u64> {
    version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::class_path;

    #[test]
    fn one_version_of_each_library() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for jar in [
            "p/lib/guava.jar",
            "p/lib/junit.jar",
            "p/src/test/resources/data.jar",
            "p/test/more.jar",
            "d/framework/projects/Csv/lib/commons-io/commons-io/2.4/commons-io-2.4.jar",
            "d/framework/projects/Csv/lib/commons-io/commons-io/2.10/commons-io-2.10.jar",
            "d/framework/projects/Csv/lib/com/h2/1.3.1/h2-1.3.1.jar",
            "d/framework/projects/Csv/lib/com/h2/1.4.2/h2-1.4.2.jar",
            "d/framework/projects/Csv/lib/junit/junit/4.10/junit-4.10.jar",
            "d/framework/projects/Csv/lib/asm.jar",
            "d/framework/projects/lib/junit-4.12-hamcrest-1.3.jar",
        ] {
            write(jar, "");
        }
        let pom = "<dependency><artifactId>h2</artifactId><version>1.3.1</version></dependency>";
        write("p/pom.xml", pom);
        let found = class_path(
            &folder.path().join("p"),
            &[PathBuf::from("test")],
            &folder.path().join("d"),
            "Csv",
        );
        let names: Vec<&str> =
            found.iter().filter_map(|path| Path::new(path).file_name()?.to_str()).collect();
        assert_eq!(
            names,
            [
                "guava.jar",
                "asm.jar",
                "h2-1.3.1.jar",
                "commons-io-2.10.jar",
                "junit-4.12-hamcrest-1.3.jar"
            ]
        );
    }
}
