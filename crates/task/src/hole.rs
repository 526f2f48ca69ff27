//! The part of a file that is to be written anew.

use std::path::PathBuf;

use crate::{Location, SourceText, Span};

/// A hole in a file: the text around it is kept, the text inside it is generated.
///
/// The hole of whole lines reaches from the first character of the first line (its indentation is
/// part of the hole) to the last character of the last line. The hole of an insertion is an empty
/// line that is put into the text after the named line; that is why [`Hole::file`] and the
/// user's file can differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    original: SourceText,
    file: SourceText,
    span: Span,
}

/// Why a location is not a hole of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HoleError {
    /// The file ends before the location.
    #[error("`{path}` has {count} lines, so there is no line {line}")]
    NoSuchLine {
        /// The file.
        path: PathBuf,
        /// How many lines it has.
        count: usize,
        /// The line that was asked for.
        line: usize,
    },
}

impl Hole {
    /// The hole that `location` names in `file`; the file's name in the location is not looked at.
    ///
    /// # Errors
    /// When the file has fewer lines.
    pub fn at(file: &SourceText, location: &Location) -> Result<Self, HoleError> {
        let count = file.line_count();
        let find = |line: usize| {
            let path = file.path().to_owned();
            file.line_span(line).ok_or(HoleError::NoSuchLine { path, count, line })
        };
        match *location {
            Location::Lines { first, last, .. } => {
                let span = Span::new(find(first)?.start, find(last)?.end);
                Ok(Self { original: file.clone(), file: file.clone(), span })
            }
            Location::After { line: 0, .. } => Ok(Self::inserted(file, 0, "\n", 0)),
            Location::After { line, .. } => {
                let end = find(line)?.end;
                Ok(Self::inserted(file, end, "\n", end + 1))
            }
        }
    }

    /// A hole that covers exactly `span`: a part of a line, say.
    pub fn of_span(file: &SourceText, span: Span) -> Self {
        Self { original: file.clone(), file: file.clone(), span }
    }

    fn inserted(file: &SourceText, at: usize, text: &str, hole: usize) -> Self {
        let with_line = file.replaced(Span::new(at, at), text);
        Self { original: file.clone(), file: with_line, span: Span::new(hole, hole) }
    }

    /// The user's file as it stands.
    pub fn original(&self) -> &SourceText {
        &self.original
    }

    /// The text the hole lies in: the user's file, with an empty line more for an insertion.
    pub fn file(&self) -> &SourceText {
        &self.file
    }

    /// Where the hole lies in [`Hole::file`].
    pub fn span(&self) -> Span {
        self.span
    }

    /// The text before the hole.
    pub fn prefix(&self) -> &str {
        &self.file.text()[..self.span.start]
    }

    /// The text that stands in the hole now: the buggy code, or nothing for an insertion.
    pub fn content(&self) -> &str {
        &self.file.text()[self.span.start..self.span.end]
    }

    /// The text after the hole.
    pub fn suffix(&self) -> &str {
        &self.file.text()[self.span.end..]
    }

    /// The file with `text` in the hole.
    pub fn filled(&self, text: &str) -> SourceText {
        self.file.replaced(self.span, text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hole, HoleError};
    use crate::SourceText;

    fn hole(text: &str, location: &str) -> Result<Hole, HoleError> {
        let file = SourceText::from_bytes("A.java", text.as_bytes().to_vec()).unwrap();
        Hole::at(&file, &location.parse().unwrap())
    }

    #[test]
    fn whole_lines_with_their_indentation() {
        let hole = hole("a {\n    b;\n    c;\n}\n", "A.java:2-3").unwrap();
        assert_eq!(hole.prefix(), "a {\n");
        assert_eq!(hole.content(), "    b;\n    c;");
        assert_eq!(hole.suffix(), "\n}\n");
        assert_eq!(hole.filled("    d;").text(), "a {\n    d;\n}\n");
    }

    #[test]
    fn an_insertion_is_an_empty_line_of_its_own() {
        let inner = hole("a {\n}\n", "A.java:1+").unwrap();
        assert_eq!(inner.content(), "");
        assert_eq!(inner.filled("    b;").text(), "a {\n    b;\n}\n");
        assert_eq!(inner.original().text(), "a {\n}\n");
        assert_eq!(hole("a;\n", "A.java:0+").unwrap().filled("x;").text(), "x;\na;\n");
        assert_eq!(hole("a;", "A.java:1+").unwrap().filled("x;").text(), "a;\nx;");
    }

    #[test]
    fn a_line_that_is_not_there_is_named() {
        let error = hole("a\nb\n", "A.java:2-3").unwrap_err();
        assert_eq!(error.to_string(), "`A.java` has 2 lines, so there is no line 3");
        assert!(hole("a\nb\n", "A.java:3+").is_err());
    }
}
