//! Writes a jar: a zip file whose first entry is the manifest.
//!
//! Written here and not by the JDK's `jar`, which would cost the start of another virtual machine
//! and puts the time of day into the file. Entries are stored as they are: the jar is small, and
//! classes load fastest from it so.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// One entry of a jar.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The path inside the jar, with `/`.
    pub(crate) name: String,
    /// The content.
    pub(crate) bytes: Vec<u8>,
}

/// Writes the jar and makes sure that it is on the disk. The time in each entry is fixed, so that
/// the same content gives the same bytes.
pub(crate) fn write_jar(
    path: &Path,
    manifest: &[(String, String)],
    entries: &[Entry],
) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default());
    let mut writer = ZipWriter::new(BufWriter::new(File::create(path)?));
    writer.start_file("META-INF/MANIFEST.MF", options)?;
    writer.write_all(manifest_text(manifest).as_bytes())?;
    for entry in entries {
        writer.start_file(entry.name.as_str(), options)?;
        writer.write_all(&entry.bytes)?;
    }
    writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn manifest_text(attributes: &[(String, String)]) -> String {
    let mut text = "Manifest-Version: 1.0\n".to_owned();
    for (name, value) in attributes {
        push_wrapped(&mut text, &format!("{name}: {value}"));
    }
    text
}

/// A manifest's line has at most 72 bytes; the next one goes on after a space.
fn push_wrapped(text: &mut String, line: &str) {
    const LONGEST_LINE: usize = 72;
    let mut length = 0;
    for character in line.chars() {
        if length + character.len_utf8() > LONGEST_LINE {
            text.push_str("\n ");
            length = 1;
        }
        text.push(character);
        length += character.len_utf8();
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::manifest_text;

    #[test]
    fn long_lines_of_a_manifest_go_on_after_a_space() {
        let text = manifest_text(&[("Add-Exports".to_owned(), "ä".repeat(100))]);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("Manifest-Version: 1.0"));
        assert!(lines.clone().all(|line| line.len() <= 72), "{text}");
        let joined: String = lines
            .enumerate()
            .map(|(index, line)| if index == 0 { line } else { line.strip_prefix(' ').unwrap() })
            .collect();
        assert_eq!(joined, format!("Add-Exports: {}", "ä".repeat(100)));
    }
}
