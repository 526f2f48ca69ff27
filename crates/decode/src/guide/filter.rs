//! The names at a position as a filter for model tokens.
//!
//! After `craft.` perhaps ten names may follow, and a model's vocabulary has 150,000 tokens. When
//! none of the probable ones fits, thousands are tried. This filter rejects those that begin with
//! the wrong name by two binary searches each; only what passes is looked at as a whole. It
//! rejects nothing that the whole look would not reject.

use engine::{NamePosition, Names};
use syntax::tokens::{TokenKind, tokens};

/// Where the next name starts, or started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The offset of the name; the text's length when it has not begun.
    pub(crate) word_start: usize,
}

/// The place of the name that ends `text` or may follow it; `None` inside a number, a literal or a
/// comment.
pub(crate) fn place(text: &str) -> Option<Place> {
    let found = tokens(text).ok()?;
    let last = found.last().filter(|token| token.end == text.len());
    match last {
        Some(token) if token.kind == TokenKind::Word => Some(Place { word_start: token.start }),
        Some(token) if token.kind == TokenKind::Symbol => Some(Place { word_start: token.end }),
        Some(_) => None,
        None if found.last().is_some_and(|token| token.open) => None,
        None => Some(Place { word_start: text.len() }),
    }
}

/// See the module's text.
#[derive(Debug)]
pub(crate) struct NameFilter {
    names: Names,
    /// What is there of the name.
    begun: String,
}

impl NameFilter {
    /// `None` where a fresh name may stand too, so that nothing can be rejected.
    pub(super) fn new(names: Names, place: Place, text: &str) -> Option<Self> {
        let begun = text[place.word_start..].to_owned();
        (!names.lambda_parameter).then_some(Self { names, begun })
    }

    /// Whether text that goes on with `bytes` has a name that may not stand there.
    pub(crate) fn rejects(&self, bytes: &[u8]) -> bool {
        // A token can end inside a character, which outside of literals only a name can have.
        let token = match std::str::from_utf8(bytes) {
            Ok(token) => token,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        let rest = if self.begun.is_empty() { token.trim_start() } else { token };
        let length = rest.find(|c: char| !continues_name(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let whole = format!("{}{word}", self.begun);
        if after.starts_with('\\') || whole.starts_with(|c: char| c.is_ascii_digit()) {
            // A unicode escape may go on with the name, and `.5` is a number.
            return false;
        }
        if token.len() < bytes.len() && after.is_empty() {
            return !self.goes_on_outside_of_ascii(&whole);
        }
        if whole.is_empty() {
            return self.rejects_symbol(after);
        }
        self.rejects_word(&whole, after.is_empty())
    }

    fn goes_on_outside_of_ascii(&self, begun: &str) -> bool {
        let tables = [&*self.names.shared, &self.names.local];
        let mut names = tables.into_iter().flat_map(|table| table.starting_with(begun));
        names.any(|(name, _)| name[begun.len()..].starts_with(|c: char| !c.is_ascii()))
    }

    fn rejects_word(&self, word: &str, open: bool) -> bool {
        if open { !self.names.any_starting_with(word) } else { !self.names.contains(word) }
    }

    /// After a `.` only a name, type arguments, an annotation or a comment may follow.
    fn rejects_symbol(&self, rest: &str) -> bool {
        self.names.position == NamePosition::Member
            && rest.starts_with(|c: char| c.is_ascii() && !matches!(c, '<' | '@' | '/' | '.'))
    }
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$') || (!c.is_ascii() && !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{NameKinds, NamePosition, NameTable, Names};

    use super::{NameFilter, place};

    fn filter(text: &str, position: NamePosition) -> Option<NameFilter> {
        let entries = ["ladenDraught", "lading", "größe"];
        let entries = entries.map(|name| (name.to_owned(), NameKinds::METHOD)).to_vec();
        let names = Names {
            position,
            shared: Arc::new(NameTable::new(entries)),
            local: NameTable::default(),
            lambda_parameter: false,
            constructor: false,
        };
        NameFilter::new(names, place(text)?, text)
    }

    #[test]
    fn tokens_after_a_dot() {
        let filter = filter("craft.", NamePosition::Member).unwrap();
        for (token, rejected) in [
            ("la", false),
            (" la", false),
            ("lading", false),
            ("lading()", false),
            ("lad(", true),
            ("x", true),
            (")", true),
            ("+", true),
            ("\n", false),
            ("<", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(filter.rejects(token.as_bytes()), rejected, "for `{token}`");
        }
        assert!(!filter.rejects(&"grö".as_bytes()[..3]));
        assert!(filter.rejects(&"lä".as_bytes()[..2]));
        assert!(!filter.rejects(b"\\u006c"));
    }

    #[test]
    fn tokens_inside_a_name_and_where_one_may_begin() {
        let begun = filter("craft.lad", NamePosition::Member).unwrap();
        for (token, rejected) in
            [("ing", false), ("enDraught(", false), ("ings", true), ("(", true), (" ", true)]
        {
            assert_eq!(begun.rejects(token.as_bytes()), rejected, "for `{token}`");
        }
        let fresh = filter("x = ", NamePosition::Simple).unwrap();
        for (token, rejected) in
            [("lading", false), (" lading;", false), ("y", true), ("1", false), ("(", false)]
        {
            assert_eq!(fresh.rejects(token.as_bytes()), rejected, "for `{token}`");
        }
    }

    #[test]
    fn there_is_no_name_inside_other_tokens() {
        for text in ["\"a", "1", "// a", "/* a "] {
            assert_eq!(place(text), None, "for `{text}`");
        }
    }
}
