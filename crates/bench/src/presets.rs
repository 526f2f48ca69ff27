//! Settings with a name, and what was published under settings like them: data, a file each in
//! `presets`.

use serde::{Deserialize, Serialize};

use crate::error::BenchError;

/// The files, by name.
const FILES: &[(&str, &str)] = &[
    ("panel", include_str!("presets/panel.toml")),
    ("rq1", include_str!("presets/rq1.toml")),
    ("rq3", include_str!("presets/rq3.toml")),
    ("rq4", include_str!("presets/rq4.toml")),
];

/// Settings with a name. What the user says besides goes before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// What it is for, in one line.
    pub title: String,
    /// How many samples a cell draws.
    pub samples: usize,
    /// The most tokens of a sample.
    pub max_tokens: usize,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The names of the models.
    pub models: Vec<String>,
    /// The names of the variants.
    pub variants: Vec<String>,
    /// How long a cell may take in seconds; no limit when it is left out.
    pub cell_time_seconds: Option<u64>,
    /// The names of the bugs; all of the data set when there are none.
    #[serde(default)]
    pub bugs: Vec<String>,
    /// How the settings differ from those of the published figures.
    #[serde(default)]
    pub differences: Vec<String>,
    /// Published figures.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// A table of a paper, as it stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Where it stands.
    pub source: String,
    /// What it shows.
    pub title: String,
    /// The titles of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
}

impl Preset {
    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// The preset of this name, if there is one.
    ///
    /// # Errors
    /// When its file is wrong, which a test rules out.
    pub fn find(name: &str) -> Option<Result<Self, BenchError>> {
        let (name, text) = FILES.iter().find(|(known, _)| *known == name)?;
        let preset = toml::from_str(text);
        Some(
            preset.map_err(|error| {
                BenchError::Choice(format!("the preset `{name}` is wrong: {error}"))
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Preset;
    use crate::variants::Variant;

    #[test]
    fn every_preset_can_be_read_and_means_something() {
        for name in Preset::names() {
            let preset = Preset::find(name).unwrap().unwrap();
            assert!(preset.samples > 0 && preset.max_tokens > 0, "{name}");
            assert!(!preset.models.is_empty() && !preset.seeds.is_empty(), "{name}");
            for variant in &preset.variants {
                assert!(Variant::find(variant).is_some(), "{name}: {variant}");
            }
            for table in &preset.published {
                let as_long = |row: &Vec<String>| row.len() == table.columns.len();
                assert!(table.rows.iter().all(as_long), "{name}: {}", table.title);
            }
            assert!(preset.published.is_empty() || !preset.differences.is_empty(), "{name}");
        }
        assert!(Preset::find("rq2").is_none());
    }

    #[test]
    fn the_panel_names_its_bugs() {
        let panel = Preset::find("panel").unwrap().unwrap();
        assert_eq!(panel.bugs.len(), 24);
    }
}
