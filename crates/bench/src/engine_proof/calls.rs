//! Calls in a text, as far as tokens show them.

use std::ops::Range;

use syntax::tokens::Token;

use super::brackets::{closing, parts};
use super::file_view::{is_keyword, is_name};

/// A name with arguments in parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The number of the token `(`.
    pub(super) open: usize,
    /// The number of the token `)`.
    pub(super) close: usize,
    /// The tokens of each argument.
    pub(super) arguments: Vec<Range<usize>>,
}

/// All calls, constructors' included. What could be the header of a method, or an annotation, is
/// none.
pub(super) fn calls(text: &str, code: &[Token]) -> Vec<Call> {
    let word = |index: usize| code.get(index).map_or("", |token| token.text(text));
    let is_call = |open: &usize| {
        let Some(name) = open.checked_sub(1) else { return false };
        let before = name.checked_sub(1).map_or("", word);
        word(*open) == "("
            && is_name(text, code[name])
            && !matches!(before, "@" | ">" | "]" | "void")
            && !name.checked_sub(1).is_some_and(|before| declares(text, code[before]))
    };
    let call = |open: usize| {
        let close = closing(text, code, open)?;
        Some(Call { open, close, arguments: parts(text, code, open, close) })
    };
    (0..code.len()).filter(is_call).filter_map(call).collect()
}

/// Whether a word before a name makes it a declared one: a type.
fn declares(text: &str, token: Token) -> bool {
    let word = token.text(text);
    is_name(text, token)
        || (is_keyword(word)
            && matches!(
                word,
                "int" | "long" | "boolean" | "double" | "char" | "byte" | "short" | "float"
            ))
}

#[cfg(test)]
mod tests {
    use syntax::tokens::tokens;

    use super::calls;

    #[test]
    fn calls_are_found_and_headers_are_not() {
        for (text, expected) in [
            ("a.f(x, g());", vec![2, 0]),
            ("new A(1);", vec![1]),
            ("int f(int x) { return g(x); }", vec![1]),
            ("if (a) { @B(1) int x; }", vec![]),
            ("List<A> f(int x) { }", vec![]),
            ("f(", vec![]),
        ] {
            let code = tokens(text).unwrap();
            let found: Vec<usize> =
                calls(text, &code).iter().map(|call| call.arguments.len()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
