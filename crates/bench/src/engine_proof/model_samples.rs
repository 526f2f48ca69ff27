//! Texts that models wrote, from a file.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::BenchError;

/// A text that a model wrote for a place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ModelSample {
    /// The file, relative to the sources.
    pub file: PathBuf,
    /// The hole's first byte in the file, its line ends read as `\n`.
    pub start: usize,
    /// The byte after the hole's last one.
    pub end: usize,
    /// What the model wrote.
    pub text: String,
}

/// Reads a file with one JSON object a line; empty lines are left out.
///
/// # Errors
/// When the file cannot be read, or a line does not have the form.
pub fn read_model_samples(path: &Path) -> Result<Vec<ModelSample>, BenchError> {
    let text = fs::read_to_string(path).map_err(BenchError::file("read", path))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let sample: ModelSample = serde_json::from_str(line)
                .map_err(|error| bad_line(path, index + 1, error.to_string()))?;
            let in_order = sample.start <= sample.end;
            let reason = "it ends before it starts".to_owned();
            in_order.then_some(sample).ok_or_else(|| bad_line(path, index + 1, reason))
        })
        .collect()
}

fn bad_line(path: &Path, line: usize, reason: String) -> BenchError {
    BenchError::Metadata { path: path.to_owned(), line, reason }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::read_model_samples;

    #[test]
    fn lines_are_read_and_bad_ones_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples.jsonl");
        let good = r#"{"file": "a/A.java", "start": 3, "end": 5, "text": "x"}"#;
        fs::write(&path, format!("{good}\n\n{good}\n")).unwrap();
        assert_eq!(read_model_samples(&path).unwrap().len(), 2);
        for bad in ["{}", r#"{"file": "a", "start": 6, "end": 5, "text": "x"}"#] {
            fs::write(&path, format!("{good}\n{bad}\n")).unwrap();
            let message = read_model_samples(&path).unwrap_err().to_string();
            assert!(message.contains("line 2"), "{message}");
        }
    }
}
