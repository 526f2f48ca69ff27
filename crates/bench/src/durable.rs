//! Files that are whole or not there, whenever the process or the machine stops.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::BenchError;

/// Writes a value as JSON in one step: to a file beside, which is on the disk before it takes the
/// name, and so is the name before this returns.
///
/// # Errors
/// When the disk is full or the folder is not there.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), BenchError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(io::Error::from)
        .map_err(BenchError::file("write", path))?;
    write(path, format!("{text}\n").as_bytes())
}

/// The same with bytes.
///
/// # Errors
/// As [`write_json`].
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), BenchError> {
    replace(path, content).map_err(BenchError::file("write", path))
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".partial");
    let beside = path.with_file_name(name);
    let mut file = File::create(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    match path.parent() {
        // A name is on the disk when its folder is.
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Reads a JSON file; `None` when it is not there. The field `format_version` is looked at first,
/// for a later program may have written what this one would misread.
///
/// # Errors
/// When the file cannot be read, does not have the form, or is of a newer format than `newest`.
pub(crate) fn read_json<T: DeserializeOwned>(
    path: &Path,
    newest: u32,
) -> Result<Option<T>, BenchError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BenchError::file("read", path)(error)),
    };
    let form = |source| BenchError::Json { path: path.to_owned(), source };
    let value: serde_json::Value = serde_json::from_str(&text).map_err(form)?;
    if let Some(found) = value["format_version"].as_u64().filter(|found| *found > newest.into()) {
        return Err(BenchError::NewerFormat { path: path.to_owned(), found, newest });
    }
    serde_json::from_value(value).map(Some).map_err(form)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{Value, json};

    use super::{read_json, write_json};

    #[test]
    fn what_is_written_is_read_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cell.json");
        assert_eq!(read_json::<Value>(&path, 1).unwrap(), None);
        for value in [json!({"format_version": 1, "a": 1}), json!({"format_version": 1, "a": 2})] {
            write_json(&path, &value).unwrap();
            assert_eq!(read_json::<Value>(&path, 1).unwrap(), Some(value));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cell.json");
        for (text, expected) in
            [("{", "cell.json` does not have the form"), ("{\"format_version\": 2}", "version 2")]
        {
            fs::write(&path, text).unwrap();
            let message = read_json::<Value>(&path, 1).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
        let message = write_json(&folder.path().join("no/cell.json"), &1).unwrap_err().to_string();
        assert!(message.contains("no/cell.json"), "{message}");
    }
}
