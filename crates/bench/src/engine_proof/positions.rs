//! What kind of place an identifier stands at, as far as tokens tell.

use syntax::tokens::Token;

use super::file_view::{is_keyword, is_name};

/// Keywords that name a type.
const TYPE_KEYWORDS: [&str; 8] =
    ["int", "long", "boolean", "double", "char", "byte", "short", "float"];

/// Whether the name at `index` is declared there: a local variable, a parameter, a local class.
/// `before_text` is the word before the text. What cannot be told from tokens is no declaration.
pub(super) fn declares_name(text: &str, code: &[Token], index: usize, before_text: &str) -> bool {
    let word = |index: usize| code.get(index).map_or("", |token| token.text(text));
    let next = word(index + 1);
    if next == "->" {
        return true;
    }
    if matches!(next, "(" | "." | "::") {
        return false;
    }
    let Some(before) = index.checked_sub(1) else {
        let starts_name = before_text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        return is_type_word(before_text, starts_name && !is_keyword(before_text));
    };
    match word(before) {
        "]" => before.checked_sub(1).is_some_and(|open| word(open) == "["),
        "..." | "class" | "interface" | "enum" => true,
        ">" => closes_type_arguments(text, code, before),
        other => is_type_word(other, is_name(text, code[before])),
    }
}

fn is_type_word(word: &str, is_name: bool) -> bool {
    TYPE_KEYWORDS.contains(&word) || (is_name && word != "yield")
}

/// Whether the `>` at `index` ends a list of type arguments: only what stands in types lies
/// between it and its `<`, and a name before that.
fn closes_type_arguments(text: &str, code: &[Token], index: usize) -> bool {
    let mut depth = 0usize;
    for (position, token) in code.iter().enumerate().take(index + 1).rev() {
        let word = token.text(text);
        match word {
            ">" => depth += 1,
            "<" => {
                depth -= 1;
                if depth == 0 {
                    return position.checked_sub(1).is_some_and(|name| is_name(text, code[name]));
                }
            }
            "." | "," | "?" | "&" | "[" | "]" | "@" | "extends" | "super" => {}
            _ if is_name(text, *token) || TYPE_KEYWORDS.contains(&word) => {}
            _ => return false,
        }
    }
    false
}

/// Whether the word at `index` is a label that is declared there. The word before the text tells
/// where the text begins.
pub(super) fn declares_label(text: &str, code: &[Token], index: usize, before_text: &str) -> bool {
    let word = |index: usize| code.get(index).map_or("", |token| token.text(text));
    let before = index.checked_sub(1).map_or(before_text, word);
    word(index + 1) == ":"
        && !is_keyword(word(index))
        && matches!(before, ";" | "{" | "}" | "else" | "do" | ":")
}

#[cfg(test)]
mod tests {
    use syntax::tokens::tokens;

    use super::{declares_label, declares_name};
    use crate::engine_proof::file_view::is_name;

    /// The names of a text that are declared in it.
    fn declared(text: &str) -> Vec<&str> {
        let code = tokens(text).unwrap();
        (0..code.len())
            .filter(|&index| is_name(text, code[index]))
            .filter(|&index| declares_name(text, &code, index, ";"))
            .map(|index| code[index].text(text))
            .collect()
    }

    #[test]
    fn declared_names() {
        for (text, expected) in [
            ("int a = b;", vec!["a"]),
            ("List<Map<A, ? extends B[]>> c = d;", vec!["c"]),
            ("A[] e; f[0] = g;", vec!["e"]),
            ("if (a > b) return c;", vec![]),
            ("a < b; c > d", vec![]),
            ("for (var x : y) { z -> 1; }", vec!["x", "z"]),
            ("new A(b); throw c; return d; case e:", vec![]),
            ("class L { void m(int... n) { } }", vec!["L", "n"]),
            ("catch (A | B problem)", vec!["problem"]),
            ("this.<A>f(b); A.<B>g();", vec![]),
        ] {
            assert_eq!(declared(text), expected, "for `{text}`");
        }
    }

    #[test]
    fn labels() {
        let is_label =
            |text: &str, index, before| declares_label(text, &tokens(text).unwrap(), index, before);
        assert!(is_label("outer: for (;;) { }", 0, "{"));
        assert!(!is_label("x : y", 0, "?"));
        assert!(is_label("a(); b: c();", 4, "{"));
        assert!(!is_label("switch (a) { default: }", 5, "{"));
    }
}
