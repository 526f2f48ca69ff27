//! Active completion (Algorithm 3 of the Repilot paper): text that the engine leaves no choice
//! about is appended without asking the model.
//!
//! The paper aligns the completion's characters to tokens of the model. Here the whole word is
//! split into tokens anew, as the model would have written it, and the sample goes back to where
//! the two ways of writing part: `as` `E` + `ndTag` becomes `as` `EndTag`, a way the model knows.

use engine::{Completions, EngineError};
use syntax::tokens::{TokenKind, tokens};

use crate::guide::{Guide, whole_characters};

/// Text that must follow, and the word it belongs to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Forced {
    /// The text to append.
    pub(crate) text: String,
    /// Where the word that it completes starts.
    pub(crate) word_start: usize,
}

/// What must follow `text`, if the engine leaves only one way to go on inside a name.
pub(crate) fn forced(guide: &mut Guide<'_>, text: &[u8]) -> Result<Option<Forced>, EngineError> {
    let Some(text) = whole_characters(text).filter(|whole| whole.len() == text.len()) else {
        return Ok(None);
    };
    let Some(word_start) = open_name(text) else { return Ok(None) };
    let Completions::Known(names) = guide.names(&text[..word_start])? else { return Ok(None) };
    if names.lambda_parameter {
        return Ok(None);
    }
    let text = names.common_continuation(&text[word_start..]).to_owned();
    Ok((!text.is_empty()).then_some(Forced { text, word_start }))
}

/// Where the name starts that ends with the text, or that must start right after a `.` or `::`.
fn open_name(text: &str) -> Option<usize> {
    let found = tokens(text).ok()?;
    let last = found.last().filter(|token| token.end == text.len())?;
    match last.kind {
        TokenKind::Word => Some(last.start),
        TokenKind::Symbol if last.text(text) == "::" => Some(last.end),
        TokenKind::Symbol if last.text(text) == "." && found.len() > 1 => Some(last.end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::open_name;

    #[test]
    fn a_name_is_open_at_the_end_of_the_text() {
        for (text, expected) in [
            ("t.as", Some(2)),
            ("t.", Some(2)),
            ("T::", Some(3)),
            ("ret", Some(0)),
            (".", None),
            ("t. ", None),
            ("f(", None),
            ("1", None),
            ("\"as", None),
            ("// as", None),
            ("", None),
        ] {
            assert_eq!(open_name(text), expected, "for `{text}`");
        }
    }
}
