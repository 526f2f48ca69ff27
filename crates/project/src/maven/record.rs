//! The file that our extension writes, as it is.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::ProjectError;

/// The format that is understood; see `ModelSpy.java`.
const FORMAT_VERSION: u32 = 1;

/// All that the extension tells.
#[derive(Debug, Deserialize)]
pub(super) struct BuildRecord {
    format_version: u32,
    pub(super) local_repository: PathBuf,
    pub(super) modules: Vec<ModuleRecord>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ModuleRecord {
    pub(super) name: String,
    pub(super) packaging: String,
    pub(super) folder: PathBuf,
    pub(super) source_roots: Vec<PathBuf>,
    pub(super) test_source_roots: Vec<PathBuf>,
    pub(super) output_folder: PathBuf,
    pub(super) test_output_folder: PathBuf,
    pub(super) resources: Vec<PathBuf>,
    pub(super) test_resources: Vec<PathBuf>,
    pub(super) compile_class_path: Vec<PathBuf>,
    pub(super) test_class_path: Vec<PathBuf>,
    pub(super) artifacts: Vec<ArtifactRecord>,
    pub(super) executions: Vec<ExecutionRecord>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ArtifactRecord {
    pub(super) group: String,
    pub(super) name: String,
    pub(super) version: String,
}

/// One goal that was run, with its settings.
#[derive(Debug, Deserialize)]
pub(super) struct ExecutionRecord {
    pub(super) plugin: String,
    pub(super) version: String,
    pub(super) goal: String,
    pub(super) configuration: Setting,
    #[serde(default)]
    pub(super) processor_path: Vec<PathBuf>,
}

/// A setting: in Maven's XML, lists and maps look alike, so both are pairs here.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub(super) enum Setting {
    Text(String),
    Pairs(Vec<(String, Setting)>),
    Nothing(()),
}

impl BuildRecord {
    pub(super) fn read(path: &Path) -> Result<Self, ProjectError> {
        let no_model = |reason| ProjectError::NoModel { reason };
        let bytes = std::fs::read(path)
            .map_err(|error| no_model(format!("`{}`: {error}", path.display())))?;
        let record: Self =
            serde_json::from_slice(&bytes).map_err(|error| no_model(error.to_string()))?;
        if record.format_version != FORMAT_VERSION {
            let found = record.format_version;
            return Err(no_model(format!("format {found} where {FORMAT_VERSION} was expected")));
        }
        Ok(record)
    }
}

impl Setting {
    /// The setting of this name inside.
    pub(super) fn get(&self, name: &str) -> Option<&Setting> {
        self.pairs().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text of the setting of this name; an empty one is none, as for Maven.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        match self.get(name)? {
            Setting::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        }
    }

    /// Whether the setting of this name is `true`.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.text(name).is_some_and(|text| text == "true")
    }

    /// The values of a list, without those that are empty or a property that is not set.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let pairs = self.get(name).map(Setting::pairs).unwrap_or_default();
        let texts = pairs.iter().filter_map(|(_, value)| value.as_text());
        texts.filter(|text| !text.is_empty() && !is_unknown_property(text)).collect()
    }

    /// The entries of a map.
    pub(super) fn map(&self, name: &str) -> impl Iterator<Item = (String, String)> + '_ {
        let pairs = self.get(name).map(Setting::pairs).unwrap_or_default();
        pairs.iter().filter_map(|(key, value)| Some((key.clone(), value.as_text()?)))
    }

    /// The named settings inside.
    pub(super) fn pairs(&self) -> &[(String, Setting)] {
        match self {
            Setting::Pairs(pairs) => pairs,
            Setting::Text(_) | Setting::Nothing(()) => &[],
        }
    }

    fn as_text(&self) -> Option<String> {
        match self {
            Setting::Text(text) => Some(text.clone()),
            Setting::Pairs(_) | Setting::Nothing(()) => None,
        }
    }
}

/// Maven leaves a property that it does not know as it is written.
fn is_unknown_property(text: &str) -> bool {
    text.starts_with("${") && text.ends_with('}')
}
