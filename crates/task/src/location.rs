//! Where a user says that the bug is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A place as written on the command line: `FILE:LINE`, `FILE:LINE-LINE` or `FILE:LINE+`.
///
/// Lines count from 1. `FILE:12` and `FILE:12-14` name lines that are written anew (leaving them
/// out is one way to do so: a deletion); `FILE:12+` names the place after line 12 (`FILE:0+` the
/// start of the file), where text is inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Location {
    /// The lines from `first` to `last`, both included.
    Lines {
        /// The file as it was written.
        file: PathBuf,
        /// The first line.
        first: usize,
        /// The last line, not before `first`.
        last: usize,
    },
    /// The place after a line.
    After {
        /// The file as it was written.
        file: PathBuf,
        /// The line before the place; 0 is the start of the file.
        line: usize,
    },
}

/// Why a text is not a location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a location: {reason}; write FILE:LINE, FILE:LINE-LINE or FILE:LINE+")]
pub struct LocationError {
    text: String,
    reason: &'static str,
}

impl Location {
    /// The file as it was written.
    pub fn file(&self) -> &PathBuf {
        match self {
            Location::Lines { file, .. } | Location::After { file, .. } => file,
        }
    }

    /// The same place in a file that is named in another way.
    pub fn with_file(self, file: PathBuf) -> Self {
        match self {
            Location::Lines { first, last, .. } => Location::Lines { file, first, last },
            Location::After { line, .. } => Location::After { file, line },
        }
    }
}

impl TryFrom<String> for Location {
    type Error = LocationError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Location> for String {
    fn from(location: Location) -> Self {
        location.to_string()
    }
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = |reason| LocationError { text: text.to_owned(), reason };
        let (file, lines) = text.rsplit_once(':').ok_or_else(|| fail("it has no `:`"))?;
        if file.is_empty() {
            return Err(fail("it names no file"));
        }
        let file = PathBuf::from(file);
        let number = |digits: &str| {
            digits.parse::<usize>().map_err(|_| fail("what follows the last `:` is no line number"))
        };
        if let Some(line) = lines.strip_suffix('+') {
            return Ok(Location::After { file, line: number(line)? });
        }
        let (first, last) = match lines.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(lines)?, number(lines)?),
        };
        if first == 0 {
            return Err(fail("lines count from 1"));
        }
        if last < first {
            return Err(fail("the last line stands before the first"));
        }
        Ok(Location::Lines { file, first, last })
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Lines { file, first, last } if first == last => {
                write!(formatter, "{}:{first}", file.display())
            }
            Location::Lines { file, first, last } => {
                write!(formatter, "{}:{first}-{last}", file.display())
            }
            Location::After { file, line } => write!(formatter, "{}:{line}+", file.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Location;

    #[test]
    fn what_is_written_is_what_is_shown() {
        for text in ["src/A.java:7", "A.java:7-9", "A.java:7+", "A.java:0+", "C:\\A.java:3"] {
            assert_eq!(text.parse::<Location>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        for (text, reason) in [
            ("A.java", "no `:`"),
            (":3", "no file"),
            ("A.java:0", "count from 1"),
            ("A.java:9-7", "before the first"),
            ("A.java:x", "no line number"),
            ("A.java:-3", "no line number"),
            ("A.java:99999999999999999999", "no line number"),
        ] {
            let message = text.parse::<Location>().unwrap_err().to_string();
            assert!(message.contains(reason), "{message}");
        }
    }
}
