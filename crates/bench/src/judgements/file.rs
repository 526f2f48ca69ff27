//! The file itself: appended to, read whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::{FORMAT_VERSION, Judgement, Judgements};
use crate::error::BenchError;

/// The name of the file in the folder of a measurement.
pub const FILE_NAME: &str = "judgements.jsonl";

impl Judgements {
    /// Reads those of a measurement; there are none when there is no file.
    ///
    /// # Errors
    /// When the file cannot be read, or a line has not the form or was written by a later program.
    /// A last line that was cut off is no error: whoever wrote it was never told that it is kept.
    pub fn read(out: &Path) -> Result<Self, BenchError> {
        let path = out.join(FILE_NAME);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            result => result.map_err(BenchError::file("read", &path))?,
        };
        let (whole, tail) = split_tail(&bytes);
        let lines = whole.split(|byte| *byte == b'\n').enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let judgement = |(index, line): (usize, &[u8])| {
            parse(line).map_err(|reason| BenchError::Metadata {
                path: path.clone(),
                line: index + 1,
                reason,
            })
        };
        let mut judgements = lines.map(judgement).collect::<Result<Vec<_>, _>>()?;
        judgements.extend(parse(tail).ok());
        Ok(Self::new(judgements))
    }
}

/// Appends a judgement to those of a measurement. When this returns, it is on the disk.
///
/// # Errors
/// When the file cannot be written: then the judgement is not kept, and those before it are.
pub fn append(out: &Path, judgement: &Judgement) -> Result<(), BenchError> {
    let path = out.join(FILE_NAME);
    append_line(out, &path, judgement).map_err(BenchError::file("write", &path))
}

fn append_line(out: &Path, path: &Path, judgement: &Judgement) -> io::Result<()> {
    let mut line = serde_json::to_vec(judgement)?;
    line.push(b'\n');
    let is_new = !path.exists();
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    // Two people may judge the same measurement at once. Closing the file frees the lock.
    file.lock()?;
    mend_tail(&mut file)?;
    file.write_all(&line)?;
    file.sync_all()?;
    if is_new {
        // The name of a new file is kept by its folder.
        File::open(out)?.sync_all()?;
    }
    Ok(())
}

/// A program that was killed or a full disk leaves a line cut off; what follows must not become a part
/// of it. A line that is whole but for its end is kept.
fn mend_tail(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(());
    }
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let (whole, tail) = split_tail(&bytes);
    match parse(tail) {
        Ok(_) => file.write_all(b"\n"),
        Err(_) => file.set_len(whole.len() as u64),
    }
}

/// The lines that have an end, and what follows the last of them.
fn split_tail(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |position| position + 1);
    bytes.split_at(end)
}

fn parse(line: &[u8]) -> Result<Judgement, String> {
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let version = value.get("format_version").and_then(serde_json::Value::as_u64);
    if let Some(found) = version.filter(|version| *version > u64::from(FORMAT_VERSION)) {
        return Err(format!(
            "it has the format version {found}, and this program reads {FORMAT_VERSION} at most"
        ));
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::tests::judgement;
    use super::super::{Assessment, Judgement, Judgements};
    use super::{FILE_NAME, append};

    fn three() -> [Judgement; 3] {
        [("a", 1), ("ä", 2), ("c", 3)]
            .map(|(key, second)| judgement(key, "Ada Ä", Assessment::Unsure, second))
    }

    fn read(out: &Path) -> Result<usize, String> {
        let judgements = Judgements::read(out).map_err(|error| error.to_string())?;
        Ok(judgements.iter().count())
    }

    #[test]
    fn what_is_appended_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), Ok(0));
        for judgement in &three() {
            append(folder.path(), judgement).unwrap();
        }
        assert_eq!(Judgements::read(folder.path()).unwrap(), Judgements::new(three()));
        let text = fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        let first = text.lines().next().unwrap();
        assert!(first.contains("\"verdict\":\"unsure\""), "{first}");
        assert!(first.contains("\"time\":\"1970-01-01T00:00:01Z\""), "{first}");
    }

    /// Wherever the last line is cut off, the others are read, and what is appended then is whole.
    #[test]
    fn a_line_that_was_cut_off_harms_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let [first, second, third] = three();
        append(folder.path(), &first).unwrap();
        let whole = fs::read(&path).unwrap().len();
        append(folder.path(), &second).unwrap();
        let bytes = fs::read(&path).unwrap();
        for length in whole..=bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let kept = usize::from(length + 1 >= bytes.len());
            assert_eq!(read(folder.path()), Ok(1 + kept), "{length}");
            append(folder.path(), &third).unwrap();
            assert_eq!(read(folder.path()), Ok(2 + kept), "{length}");
        }
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        append(folder.path(), &three()[0]).unwrap();
        let line = fs::read_to_string(&path).unwrap();
        for (from, to, expected) in [
            ("\"unsure\"", "\"perhaps\"", "line 3: unknown variant `perhaps`"),
            ("\"format_version\":1", "\"format_version\":2", "line 3: it has the format version 2"),
            ("\"judge\"", "\"juge\"", "line 3: missing field `judge`"),
        ] {
            fs::write(&path, format!("{line}\n{}", line.replace(from, to))).unwrap();
            let message = read(folder.path()).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
