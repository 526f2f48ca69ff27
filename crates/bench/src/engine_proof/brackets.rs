//! Which brackets of a text belong together.

use std::ops::Range;

use syntax::tokens::Token;

/// The number of the token that closes the bracket at `open`; `None` when the text ends before.
pub(super) fn closing(text: &str, code: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in code.iter().enumerate().skip(open) {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The number of the first token from `from` on that is `wanted` and in no bracket that is opened
/// after `from`; `None` when one that was opened before closes first.
pub(super) fn next_outside(text: &str, code: &[Token], from: usize, wanted: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in code.iter().enumerate().skip(from) {
        let word = token.text(text);
        if depth == 0 && word == wanted {
            return Some(index);
        }
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The tokens between the commas of a pair of brackets; nothing when it is empty. Commas between
/// type arguments separate too, for nothing here knows types.
pub(super) fn parts(text: &str, code: &[Token], open: usize, close: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = open + 1;
    while start < close {
        let end = next_outside(text, code, start, ",").filter(|&end| end < close).unwrap_or(close);
        parts.push(start..end);
        start = end + 1;
    }
    parts
}

/// Whether the text closes a brace that it has not opened.
pub(super) fn closes_what_it_has_not_opened(text: &str, code: &[Token]) -> bool {
    let mut depth = 0i64;
    code.iter().any(|token| {
        match token.text(text) {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}

#[cfg(test)]
mod tests {
    use syntax::tokens::tokens;

    use super::{closes_what_it_has_not_opened, closing, next_outside, parts};

    #[test]
    fn brackets_belong_together() {
        let text = "f(a, g(b, c), {d}) ; )";
        let code = tokens(text).unwrap();
        assert_eq!(closing(text, &code, 1), Some(14));
        assert_eq!(closing(text, &code, 14), None);
        assert_eq!(next_outside(text, &code, 0, ";"), Some(15));
        assert_eq!(next_outside(text, &code, 2, ";"), None);
        let shown: Vec<&str> = parts(text, &code, 1, 14)
            .into_iter()
            .map(|part| &text[code[part.start].start..code[part.end - 1].end])
            .collect();
        assert_eq!(shown, ["a", "g(b, c)", "{d}"]);
        assert!(parts("()", &tokens("()").unwrap(), 0, 1).is_empty());
    }

    #[test]
    fn a_text_that_leaves_its_block() {
        for (text, expected) in [("{ a; }", false), ("a; } b;", true), ("{ } } {", true)] {
            let code = tokens(text).unwrap();
            assert_eq!(closes_what_it_has_not_opened(text, &code), expected, "{text}");
        }
    }
}
