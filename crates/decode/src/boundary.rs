//! Where a hole may end: statement and line boundaries, and where the suffix begins to repeat.

use syntax::tokens::{TokenKind, tokens};

/// The statement and line boundaries of `text` that its bytes after the first `from` brought, in
/// order: after a `;`, `{` or `}`, and before a line end that is inside no token. White space
/// before a boundary does not count; where nothing else stands before it there is none.
pub(crate) fn boundaries(text: &str, from: usize) -> Vec<usize> {
    let Ok(found) = tokens(text) else { return Vec::new() };
    let closers: Vec<usize> = found
        .iter()
        .filter(|token| token.kind == TokenKind::Symbol)
        .filter(|token| matches!(token.text(text), ";" | "{" | "}"))
        .map(|token| token.end)
        .collect();
    let inside = |offset: usize| found.iter().any(|t| t.start < offset && offset < t.end);
    let line_ends = text.match_indices('\n').map(|(offset, _)| offset).filter(|&offset| {
        let content = text[..offset].trim_end().len();
        let first_of_its_line = !text[content..offset].contains('\n');
        offset >= from && first_of_its_line && !inside(offset) && !closers.contains(&content)
    });
    let mut all: Vec<usize> = closers
        .iter()
        .copied()
        .filter(|&end| end > from)
        .chain(line_ends.map(|offset| text[..offset].trim_end().len()))
        .filter(|&offset| offset > 0)
        .collect();
    all.sort_unstable();
    all
}

/// The text after a hole, prepared to notice that a sample begins to repeat it.
#[derive(Debug)]
pub(crate) struct Suffix {
    /// The suffix's first bytes without white space.
    start: String,
    /// How many bytes of `start` its first line that is not blank makes up; 0 when there is none.
    first_line: usize,
}

/// How much of the suffix is compared, in bytes.
const COMPARED: usize = 400;
/// A first line of up to this many bytes, such as `}`, is too common to mean a repetition by
/// itself: it would end `} else {`.
const COMMON_LINE: usize = 3;

impl Suffix {
    pub(crate) fn new(suffix: &str) -> Self {
        let start: String = suffix.chars().filter(|c| !c.is_whitespace()).take(COMPARED).collect();
        let first_line = suffix
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).map(char::len_utf8).sum())
            .find(|&length| length > 0)
            .unwrap_or(0);
        Self { start, first_line }
    }

    /// Whether `text`, which follows a boundary, repeats the suffix by at least its whole first
    /// line: that line and a part of the next, or that line and a line end if it is not common.
    pub(crate) fn is_repeated_by(&self, text: &str) -> bool {
        let repeated: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if self.first_line == 0
            || repeated.len() < self.first_line
            || !self.start.starts_with(&repeated)
        {
            return false;
        }
        let line_ended = text.trim_end().len() < text.len() && text.ends_with('\n');
        repeated.len() > self.first_line || (line_ended && self.first_line > COMMON_LINE)
    }
}

#[cfg(test)]
mod tests {
    use super::{Suffix, boundaries};

    #[test]
    fn boundaries_of_statements_and_lines() {
        for (text, from, expected) in [
            ("a();", 0, vec![4]),
            ("a();\n", 4, vec![]),
            ("a();\n  b", 0, vec![4]),
            ("if (x) {\n", 0, vec![8]),
            ("for (a; b; c)", 0, vec![7, 10]),
            ("f(\"a;\");", 0, vec![8]),
            ("a\n.b();", 0, vec![1, 7]),
            ("a\n", 1, vec![1]),
            ("a\n\n", 2, vec![]),
            ("a // b;\n", 7, vec![7]),
            ("  \n", 0, vec![]),
            ("/* x;\n */ a;", 0, vec![12]),
            ("a();b();", 4, vec![8]),
        ] {
            assert_eq!(boundaries(text, from), expected, "for `{text}` from {from}");
        }
    }

    #[test]
    fn a_repetition_is_a_whole_line() {
        let suffix = Suffix::new("\n        return total;\n    }\n");
        for (text, expected) in [
            ("\n        return total;\n", true),
            ("\n        return total;\n    }", true),
            ("\n  return total;", false),
            ("\n        return tot", false),
            ("\n        return total + 1;\n", false),
            ("", false),
        ] {
            assert_eq!(suffix.is_repeated_by(text), expected, "for `{text}`");
        }
        let brace = Suffix::new("\n    }\n    next();\n");
        for (text, expected) in
            [("\n    }\n", false), ("\n    } else {", false), ("\n    }\n    next", true)]
        {
            assert_eq!(brace.is_repeated_by(text), expected, "for `{text}`");
        }
        assert!(!Suffix::new("\n\n").is_repeated_by("\n"));
    }
}
