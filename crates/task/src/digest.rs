//! The name of a content.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    /// The digest of several pieces in order. Each piece's length goes in too, so that moving a
    /// byte from one piece to the next gives another digest.
    pub fn of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Sha256::new();
        for piece in pieces {
            hasher.update((piece.len() as u64).to_be_bytes());
            hasher.update(piece);
        }
        Self(hexadecimal(&hasher.finalize()))
    }

    /// A digest that was computed elsewhere, such as the plain SHA-256 of a file.
    pub fn from_sha256(bytes: &[u8]) -> Self {
        Self(hexadecimal(bytes))
    }

    /// All 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first 16 digits: enough for a folder's name.
    pub fn short(&self) -> &str {
        self.0.get(..16).unwrap_or(&self.0)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn the_border_between_pieces_counts() {
        let first = Digest::of([b"ab".as_slice(), b"c"]);
        let second = Digest::of([b"a".as_slice(), b"bc"]);
        assert_ne!(first, second);
        assert_eq!(first.as_str().len(), 64);
        assert_eq!(first.short().len(), 16);
    }
}
