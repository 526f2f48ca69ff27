//! Options of a virtual machine as a build file writes them: words in one text.

/// Splits at white space outside of quotes. A quote of one kind keeps what stands between it and
/// the next one of that kind together, quotes of the other kind included.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if character == '"' || character == '\'' => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn quotes_keep_a_word_together() {
        for (text, expected) in [
            ("", vec![]),
            ("  -Xmx1g\n -ea ", vec!["-Xmx1g", "-ea"]),
            ("-Da='b c' -Dd=\"e f\"", vec!["-Da=b c", "-Dd=e f"]),
            ("'it\"s' \"\"", vec!["it\"s", ""]),
            ("-Dopen='a b", vec!["-Dopen=a b"]),
        ] {
            assert_eq!(split_words(text), expected, "{text}");
        }
    }
}
