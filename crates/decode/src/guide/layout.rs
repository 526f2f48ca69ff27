//! How much white space a text may hold.
//!
//! A program is the same with less of it, so nothing is lost. A model that was kept from all it
//! wanted to write goes on with white space instead, which no rule of the language forbids, and
//! seldom comes back: `TollBill.        nil()    .    gross()`.

use syntax::tokens::{Token, TokenKind};

/// The most line ends in a row: one blank line.
const MOST_LINE_ENDS: usize = 2;
/// The most bytes of an indent.
const MOST_INDENT: usize = 60;

/// What is wrong with the white space of `text` from its token number `first` on, whose code tokens
/// are `code`.
pub(super) fn reason(text: &str, code: &[Token], first: usize) -> Option<&'static str> {
    let last = code.last().map_or(0, |token| token.end);
    let before = |index: usize| index.checked_sub(1).and_then(|index| code.get(index));
    let between = (first..code.len()).map(|index| {
        let previous = before(index);
        let start = previous.map_or(0, |token| token.end);
        (previous, text.get(start..code[index].start).unwrap_or_default())
    });
    between
        .chain([(code.last(), text.get(last..).unwrap_or_default())])
        .find_map(|(previous, gap)| reason_of_gap(text, previous, gap))
}

fn reason_of_gap(text: &str, previous: Option<&Token>, gap: &str) -> Option<&'static str> {
    // A comment between two tokens has a budget of its own.
    if gap.is_empty() || !gap.chars().all(char::is_whitespace) {
        return None;
    }
    let is_dot = |token: &&Token| token.kind == TokenKind::Symbol && token.text(text) == ".";
    if previous.filter(is_dot).is_some() {
        return Some("white space after a dot");
    }
    let line_ends = gap.matches('\n').count();
    if line_ends > MOST_LINE_ENDS {
        return Some("more than one blank line");
    }
    let indent = gap.rsplit('\n').next().unwrap_or(gap).len();
    // The hole itself begins with an indent.
    let is_in_line = line_ends == 0 && previous.is_some();
    match indent {
        2.. if is_in_line => Some("more than one space between two words"),
        indent if indent > MOST_INDENT => Some("too deep an indent"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syntax::tokens::tokens;

    use super::reason;

    #[test]
    fn layout_as_people_write_it_passes() {
        for text in [
            "    return a.b();\n",
            "int i = 0;\n\n    f(i,\n        i)\n        .g();",
            "a -> b",
            " ",
            "x. ",
            "x.\n  y",
            "x  = 1;",
            "a;\n\n\n",
            "f(  ",
            "String s = \"a  b. c\";",
            "1. + 2",
        ] {
            let found = reason(text, &tokens(text).unwrap(), 0);
            let expected = match text {
                "x. " | "x.\n  y" => Some("white space after a dot"),
                "x  = 1;" | "f(  " => Some("more than one space between two words"),
                "a;\n\n\n" => Some("more than one blank line"),
                _ => None,
            };
            assert_eq!(found, expected, "for `{text}`");
        }
        let deep = format!("f(\n{}a", " ".repeat(61));
        assert_eq!(reason(&deep, &tokens(&deep).unwrap(), 0), Some("too deep an indent"));
    }
}
