//! A Java file as the user wrote it.

use std::path::{Path, PathBuf};

use crate::{Digest, Span};

/// How the lines of a file end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// `\n` everywhere (or no line end at all).
    Lf,
    /// `\r\n` everywhere: shown to the model and the engine as `\n`, written back as `\r\n`.
    CrLf,
    /// Both kinds: the text is left exactly as it is.
    Mixed,
}

/// Why bytes are not a source text.
#[derive(Debug, thiserror::Error)]
pub enum SourceTextError {
    /// The bytes are in another encoding.
    #[error("`{path}` is not UTF-8: byte {offset} does not belong to a character")]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first byte that does not fit.
        offset: usize,
    },
}

/// The text of one file, with what is needed to write it back byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    path: PathBuf,
    text: String,
    line_ending: LineEnding,
    byte_order_mark: bool,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl SourceText {
    /// Reads the bytes of the file at `path` (relative to the project's root, as patches name it).
    ///
    /// # Errors
    /// When the bytes are not UTF-8.
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self, SourceTextError> {
        let path = path.into();
        let raw = String::from_utf8(bytes).map_err(|error| SourceTextError::NotUtf8 {
            path: path.clone(),
            offset: error.utf8_error().valid_up_to(),
        })?;
        let (byte_order_mark, text) = match raw.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (true, rest.to_owned()),
            None => (false, raw),
        };
        let line_ending = line_ending(&text);
        let text = match line_ending {
            LineEnding::CrLf => text.replace("\r\n", "\n"),
            LineEnding::Lf | LineEnding::Mixed => text,
        };
        Ok(Self { path, text, line_ending, byte_order_mark })
    }

    /// Where the file lies, relative to the project's root.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text with `\n` for line ends (unless they are mixed) and without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How the lines end in the file.
    pub fn line_ending(&self) -> LineEnding {
        self.line_ending
    }

    /// The same file with another text.
    pub fn with_text(&self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self.clone() }
    }

    /// The same file with `span` replaced by `replacement`.
    pub fn replaced(&self, span: Span, replacement: &str) -> Self {
        let mut text = self.text.clone();
        text.replace_range(span.start..span.end, replacement);
        self.with_text(text)
    }

    /// The bytes to write: the text with the file's own line ends and byte order mark.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = String::with_capacity(self.text.len() + 3);
        if self.byte_order_mark {
            out.push(BYTE_ORDER_MARK);
        }
        match self.line_ending {
            LineEnding::CrLf => out.push_str(&self.text.replace('\n', "\r\n")),
            LineEnding::Lf | LineEnding::Mixed => out.push_str(&self.text),
        }
        out.into_bytes()
    }

    /// The digest of the bytes, to notice a file that changed while a run was under way.
    pub fn digest(&self) -> Digest {
        Digest::of([self.to_bytes().as_slice()])
    }

    /// The number of lines; a line end at the very end starts no further line.
    pub fn line_count(&self) -> usize {
        self.text.lines().count()
    }

    /// The span of a line's characters without its line end; `line` counts from 1.
    pub fn line_span(&self, line: usize) -> Option<Span> {
        let mut start = 0;
        for (index, content) in self.text.split_inclusive('\n').enumerate() {
            if index + 1 == line {
                let content = content.strip_suffix('\n').unwrap_or(content);
                return Some(Span::new(start, start + content.len()));
            }
            start += content.len();
        }
        None
    }

    /// The line that holds the byte at `offset`, counted from 1.
    pub fn line_of(&self, offset: usize) -> usize {
        let end = offset.min(self.text.len());
        self.text.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count() + 1
    }
}

fn line_ending(text: &str) -> LineEnding {
    let pairs = text.matches("\r\n").count();
    let feeds = text.matches('\n').count();
    let returns = text.matches('\r').count();
    if pairs > 0 && pairs == feeds && pairs == returns {
        LineEnding::CrLf
    } else if returns == 0 {
        LineEnding::Lf
    } else {
        LineEnding::Mixed
    }
}

#[cfg(test)]
mod tests {
    use super::{LineEnding, SourceText, SourceTextError};
    use crate::Span;

    fn source(bytes: &[u8]) -> SourceText {
        SourceText::from_bytes("A.java", bytes.to_vec()).unwrap()
    }

    #[test]
    fn every_file_is_written_back_byte_by_byte() {
        let files: [&[u8]; 6] =
            [b"", b"a\nb\n", b"a\r\nb\r\n", b"a\r\nb\n", b"\xef\xbb\xbfa\r\nb", b"a\rb"];
        for bytes in files {
            assert_eq!(source(bytes).to_bytes(), bytes);
        }
    }

    #[test]
    fn a_replacement_gets_the_line_ends_of_the_file() {
        let file = source(b"a\r\nb\r\n");
        assert_eq!(file.line_ending(), LineEnding::CrLf);
        assert_eq!(file.text(), "a\nb\n");
        assert_eq!(file.replaced(Span::new(2, 3), "x\ny").to_bytes(), b"a\r\nx\r\ny\r\n");
    }

    #[test]
    fn lines_are_counted_from_one() {
        let file = source(b"one\ntwo\n\nfour");
        assert_eq!(file.line_count(), 4);
        assert_eq!(file.line_span(2), Some(Span::new(4, 7)));
        assert_eq!(file.line_span(3), Some(Span::new(8, 8)));
        assert_eq!(file.line_span(4), Some(Span::new(9, 13)));
        assert_eq!(file.line_span(5), None);
        assert_eq!(file.line_of(0), 1);
        assert_eq!(file.line_of(9), 4);
    }

    #[test]
    fn another_encoding_is_an_error_that_names_the_byte() {
        let error = SourceText::from_bytes("A.java", b"caf\xe9".to_vec()).unwrap_err();
        let SourceTextError::NotUtf8 { offset, .. } = error;
        assert_eq!(offset, 3);
    }
}
