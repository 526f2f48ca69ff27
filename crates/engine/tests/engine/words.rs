//! Where an engine is asked in a text: at the start of each word and after `)`, `]`, `;` and `}`.

/// A place in a Java text where an engine is asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A word: where it starts and ends.
    Word(usize, usize),
    /// The end of a closing symbol.
    Closing(usize),
}

/// The places of a text, outside its comments and literals.
pub(crate) fn places(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let length = token_length(&text[at..], first);
        if is_name_character(first) && !first.is_ascii_digit() {
            places.push(Place::Word(at, at + length));
        } else if matches!(first, ')' | ']' | ';' | '}') {
            places.push(Place::Closing(at + length));
        }
        at += length;
    }
    places
}

fn token_length(text: &str, first: char) -> usize {
    let until = |end: &str| text[1..].find(end).map_or(text.len(), |found| 1 + found + end.len());
    match first {
        '"' | '\'' => literal_length(text, first),
        _ if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        _ if text.starts_with("/*") => until("*/"),
        _ if is_name_character(first) => text.find(|c| !is_name_character(c)).unwrap_or(text.len()),
        _ => first.len_utf8(),
    }
}

fn literal_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        if !is_escaped && character == quote {
            return index + 1;
        }
        is_escaped = !is_escaped && character == '\\';
    }
    text.len()
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

#[test]
fn literals_and_comments_hold_no_places() {
    use Place::{Closing, Word};
    let found = places("f(\"a;\\\"b\", ';') // x;\n+ ä1; /* y */ }");
    assert_eq!(
        found,
        [Word(0, 1), Closing(15), Word(24, 27), Closing(28), Closing(38)],
        "{found:?}"
    );
}
