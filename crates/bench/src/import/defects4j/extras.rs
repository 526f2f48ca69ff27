//! What a project needs that is neither in its history nor in Defects4J's files: a library that its
//! build makes first, a folder of generated sources. The user writes it down, in a file of his own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::BenchError;

/// Extras by the name of a project (`Closure`) or a bug (`Closure-15`). A bug gets those of its
/// project and its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extras(BTreeMap<String, Extra>);

/// What is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Extra {
    /// Folders of the program's sources, relative to the project.
    pub(super) sources: Vec<PathBuf>,
    /// Jars, relative to the file of the extras.
    pub(super) class_path: Vec<PathBuf>,
    /// Options of the test machine.
    pub(super) jvm_options: Vec<String>,
}

impl Extras {
    /// Reads a file: a table of TOML for each project or bug, with the lists `sources`,
    /// `class_path` and `jvm_options`.
    ///
    /// # Errors
    /// When the file cannot be read or has another form.
    pub fn read(path: &Path) -> Result<Self, BenchError> {
        let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
        let mut extras: BTreeMap<String, Extra> = toml::from_str(&text).map_err(|error| {
            BenchError::LayOut(format!("`{}` has not the form: {error}", path.display()))
        })?;
        let folder = path.parent().unwrap_or(Path::new("."));
        for entry in extras.values_mut().flat_map(|extra| &mut extra.class_path) {
            let joined = folder.join(&entry);
            *entry = joined.canonicalize().map_err(BenchError::file("read", &joined))?;
        }
        Ok(Self(extras))
    }

    /// What a bug of a project gets.
    pub(super) fn of(&self, project: &str, key: &str) -> Extra {
        let mut all = Extra::default();
        for extra in [project, key].iter().filter_map(|name| self.0.get(*name)) {
            all.sources.extend(extra.sources.iter().cloned());
            all.class_path.extend(extra.class_path.iter().cloned());
            all.jvm_options.extend(extra.jvm_options.iter().cloned());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::Extras;

    #[test]
    fn a_bug_gets_those_of_its_project_too() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::write(root.join("a.jar"), "").unwrap();
        let file = root.join("extras.toml");
        let text = "[Closure]\nsources = [\"gen\"]\n[Closure-15]\nclass_path = [\"a.jar\"]\n";
        fs::write(&file, text).unwrap();
        let extras = Extras::read(&file).unwrap();
        let extra = extras.of("Closure", "Closure-15");
        assert_eq!(extra.sources, [PathBuf::from("gen")]);
        assert_eq!(extra.class_path, [root.join("a.jar")]);
        assert!(extras.of("Closure", "Closure-1").class_path.is_empty());

        fs::write(&file, "[Closure]\nclass_path = [\"gone.jar\"]\n").unwrap();
        let message = Extras::read(&file).unwrap_err().to_string();
        assert!(message.contains("gone.jar"), "{message}");
    }
}
