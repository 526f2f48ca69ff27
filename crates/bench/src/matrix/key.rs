//! Which cell.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::strategy::Strategy;

/// One cell of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellKey {
    /// The bug's name.
    pub bug: String,
    /// The model's name.
    pub model: String,
    /// How patches are asked for.
    pub strategy: Strategy,
    /// The variant's name.
    pub variant: String,
    /// The seed.
    pub seed: u64,
}

impl CellKey {
    /// The cell's own name among those of its bug; it names a folder.
    pub fn name(&self) -> String {
        let Self { strategy, variant, seed, .. } = self;
        format!("{}.{strategy}.{variant}.s{seed}", folder_name(&self.model))
    }

    /// The folder of all cells of the bug, in the folder of the matrix.
    pub fn bug_folder(&self, out: &Path) -> PathBuf {
        out.join("cells").join(&self.bug)
    }

    /// The cell's folder in the folder of the matrix.
    pub fn folder(&self, out: &Path) -> PathBuf {
        self.bug_folder(out).join(self.name())
    }
}

/// A model's name as a part of a folder's: of a path, the file without its ending.
pub(crate) fn folder_name(model: &str) -> String {
    let file = model.rsplit(['/', '\\']).next().unwrap_or(model);
    let stem = file.strip_suffix(".gguf").unwrap_or(file);
    let kept = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    stem.chars().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::{CellKey, Strategy};

    #[test]
    fn a_cell_has_a_folder_of_its_own() {
        for (model, expected) in [
            ("qwen2.5-coder-1.5b", "qwen2.5-coder-1.5b.infill.off-stop.s2"),
            ("/models/My model.Q8_0.gguf", "My-model.Q8_0.infill.off-stop.s2"),
        ] {
            let key = CellKey {
                bug: "Lang-9".to_owned(),
                model: model.to_owned(),
                strategy: Strategy::Infill,
                variant: "off-stop".to_owned(),
                seed: 2,
            };
            assert_eq!(key.name(), expected);
            assert!(key.folder("out".as_ref()).ends_with(format!("cells/Lang-9/{expected}")));
        }
    }
}
