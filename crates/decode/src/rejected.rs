//! The texts that were rejected at a position, as a prefix tree (section 4.3 of the paper): what
//! starts with a rejected text is rejected with it.

use std::collections::BTreeMap;

/// A byte trie; a marked node is the end of a rejected text.
#[derive(Debug, Default)]
pub(crate) struct RejectedTrie {
    marked: bool,
    children: BTreeMap<u8, RejectedTrie>,
}

impl RejectedTrie {
    /// Rejects `text` and everything that starts with it.
    pub(crate) fn insert(&mut self, text: &[u8]) {
        let mut node = self;
        for &byte in text {
            if node.marked {
                return;
            }
            node = node.children.entry(byte).or_default();
        }
        node.marked = true;
        node.children.clear();
    }

    /// Whether `text` or one of its prefixes was rejected.
    pub(crate) fn covers(&self, text: &[u8]) -> bool {
        let mut node = self;
        for byte in text {
            if node.marked {
                return true;
            }
            match node.children.get(byte) {
                Some(child) => node = child,
                None => return false,
            }
        }
        node.marked
    }
}

#[cfg(test)]
mod tests {
    use super::RejectedTrie;

    #[test]
    fn prefixes_reject_what_starts_with_them() {
        let mut trie = RejectedTrie::default();
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
