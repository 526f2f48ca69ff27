//! The texts that were rejected at a position, looked up by prefix (the prefix tree of section 4.3
//! of the paper): what starts with a rejected text is rejected with it.

use std::collections::BTreeSet;

/// The rejected texts. They are kept as an ordered set, in which a text's prefixes are looked up
/// one by one: a node a byte would take twenty times the memory, and tokens are short.
#[derive(Debug, Default)]
pub(crate) struct RejectedPrefixes {
    texts: BTreeSet<Box<[u8]>>,
}

/// The most texts of one position. Where a model was led astray twenty thousand tokens may be
/// rejected before one fits, which takes a megabyte at each of thousands of positions.
const MOST_TEXTS: usize = 1024;

impl RejectedPrefixes {
    /// Rejects `text` and everything that starts with it. Nothing more is remembered of a position
    /// with very many: it is decided anew, which costs time and no more.
    pub(crate) fn insert(&mut self, text: &[u8]) {
        if self.texts.len() < MOST_TEXTS && !self.covers(text) {
            self.texts.insert(text.into());
        }
    }

    /// Whether `text` or one of its prefixes was rejected.
    pub(crate) fn covers(&self, text: &[u8]) -> bool {
        !self.texts.is_empty()
            && (0..=text.len()).any(|length| self.texts.contains(&text[..length]))
    }
}

#[cfg(test)]
mod tests {
    use super::RejectedPrefixes;

    #[test]
    fn memory_is_bounded() {
        let mut trie = RejectedPrefixes::default();
        for number in 0..5000 {
            trie.insert(format!("{number:04}").as_bytes());
        }
        assert!(trie.covers(b"0000") && trie.covers(b"1023x"));
        assert!(!trie.covers(b"1024"));
    }

    #[test]
    fn prefixes_reject_what_starts_with_them() {
        let mut trie = RejectedPrefixes::default();
        trie.insert(b"String");
        trie.insert(b"Str");
        trie.insert(b"Name(");
        for (text, expected) in [
            ("Str", true),
            ("String", true),
            ("Stri", true),
            ("St", false),
            ("Name", false),
            ("Name(x", true),
            ("", false),
        ] {
            assert_eq!(trie.covers(text.as_bytes()), expected, "for `{text}`");
        }
    }
}
