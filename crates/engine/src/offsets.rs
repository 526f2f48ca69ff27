//! javac counts a text in UTF-16 code units, this program in bytes of UTF-8.

/// The UTF-16 offset of a byte offset, which must lie between two characters.
pub(crate) fn utf16_of(text: &str, byte: usize) -> usize {
    text[..byte].encode_utf16().count()
}

/// The byte offset of a UTF-16 offset. One that lies inside a character is moved to its start; one
/// beyond the end gives `None`.
pub(crate) fn byte_of(text: &str, utf16: usize) -> Option<usize> {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        if units + character.len_utf16() > utf16 {
            return Some(byte);
        }
        units += character.len_utf16();
    }
    (units == utf16).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::{byte_of, utf16_of};

    #[test]
    fn there_and_back_at_every_character() {
        let text = "a ä 🚀 漢\u{301}b";
        for byte in (0..=text.len()).filter(|byte| text.is_char_boundary(*byte)) {
            assert_eq!(byte_of(text, utf16_of(text, byte)), Some(byte));
        }
        assert_eq!(utf16_of(text, text.find('漢').unwrap()), 7);
    }

    #[test]
    fn places_that_are_none() {
        assert_eq!(byte_of("🚀b", 1), Some(0), "inside a pair");
        assert_eq!(byte_of("🚀b", 4), None);
        assert_eq!(byte_of("", 0), Some(0));
    }
}
