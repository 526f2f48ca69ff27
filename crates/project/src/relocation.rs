//! Moves everything that names a folder to another folder.
//!
//! Done on the serialised form, so that no field can be forgotten: a path may also stand inside an
//! option of the test JVM.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The same value with the folder `from` named `to` in every text.
pub(crate) fn relocate<T: Serialize + DeserializeOwned>(
    value: &T,
    from: &Path,
    to: &Path,
) -> Result<T, serde_json::Error> {
    let mut json = serde_json::to_value(value)?;
    relocate_json(&mut json, &from.to_string_lossy(), &to.to_string_lossy());
    serde_json::from_value(json)
}

fn relocate_json(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) => *text = relocate_text(text, from, to),
        Value::Array(values) => {
            values.iter_mut().for_each(|value| relocate_json(value, from, to));
        }
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| relocate_json(value, from, to));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `text` with the folder `from` named `to`, but not a folder whose name only begins so.
pub(crate) fn relocate_text(text: &str, from: &str, to: &str) -> String {
    let mut moved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find(from) {
        let (before, found) = rest.split_at(position);
        let after = found.get(from.len()..).unwrap_or_default();
        let name_goes_on = after.starts_with(|c: char| c.is_alphanumeric() || "-_.".contains(c));
        moved.push_str(before);
        moved.push_str(if name_goes_on { from } else { to });
        rest = after;
    }
    moved.push_str(rest);
    moved
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::{relocate, relocate_text};

    #[test]
    fn only_the_folder_itself_is_renamed() {
        for (text, expected) in [
            ("/a/b", "/x"),
            ("/a/b/c", "/x/c"),
            ("-Dhome=/a/b/c:/a/b", "-Dhome=/x/c:/x"),
            ("/a/bc /a/b.d /a/b-e", "/a/bc /a/b.d /a/b-e"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(relocate_text(text, "/a/b", "/x"), expected);
        }
    }

    #[test]
    fn there_and_back_is_the_identity() {
        let value = BTreeMap::from([("k", vec!["/a/b/c", "-D/a/b"])])
            .into_iter()
            .map(|(key, values)| (key.to_owned(), values.iter().map(|v| v.to_string()).collect()))
            .collect::<BTreeMap<String, Vec<String>>>();
        let there = relocate(&value, Path::new("/a/b"), Path::new("/x/y")).unwrap();
        assert_ne!(there, value);
        assert_eq!(relocate(&there, Path::new("/x/y"), Path::new("/a/b")).unwrap(), value);
    }
}
