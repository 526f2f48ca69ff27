//! Whether a word may stand where it stands, given the names that the engine knows there.

use engine::{NameKinds, NamePosition, Names, Reason};
use syntax::tokens::{Token, TokenKind};

/// Why the word at `index` is infeasible, or `None`. `code` holds the text's tokens without
/// comments; the word is one of them.
pub fn decide_name(names: &Names, text: &str, code: &[Token], index: usize) -> Option<Reason> {
    let token = code[index];
    let word = token.text(text);
    if token.open {
        let possible = names.any_starting_with(word) || names.lambda_parameter;
        return (!possible)
            .then(|| Reason::new("name", format!("no name that is known here starts so: {word}")));
    }
    let kinds = names.kinds(word);
    let next = code.get(index + 1);
    if kinds == NameKinds::default() {
        return decide_fresh(names, text, code, index);
    }
    let is_called = next?.text(text) == "(";
    if names.constructor || in_pattern(text, code, index) {
        return None;
    }
    let callable = NameKinds::METHOD.union(NameKinds::KEYWORD);
    if is_called && !kinds.intersects(callable) {
        return Some(Reason::new("name-kind", format!("{word} is not a method")));
    }
    // The parameter of a lambda may have the name of a method.
    if !is_called && kinds.only(NameKinds::METHOD) && !may_be_parameter(names, text, code, index) {
        return Some(Reason::new("name-kind", format!("the method {word} is not called")));
    }
    None
}

/// A word that is no known name can only be the parameter of a lambda whose arrow follows.
fn decide_fresh(names: &Names, text: &str, code: &[Token], index: usize) -> Option<Reason> {
    let word = code[index].text(text);
    let possible = may_be_parameter(names, text, code, index);
    (!possible).then(|| Reason::new("name", format!("{word} is not known here")))
}

/// Whether the word may be the parameter of a lambda.
fn may_be_parameter(names: &Names, text: &str, code: &[Token], index: usize) -> bool {
    names.position == NamePosition::Simple
        && names.lambda_parameter
        && may_be_lambda_header(text, &code[index + 1..])
}

/// Whether the tokens after a lambda's parameter can be the rest of its header: `->`, or further
/// parameters, `)` and `->`.
fn may_be_lambda_header(text: &str, rest: &[Token]) -> bool {
    let arrow = |token: Option<&Token>| match token {
        None => true,
        Some(token) => {
            token.text(text) == "->" || (token.open && "->".starts_with(token.text(text)))
        }
    };
    if arrow(rest.first()) {
        return true;
    }
    let parameter = |token: &&Token| token.kind == TokenKind::Word || token.text(text) == ",";
    let after = &rest[rest.iter().take_while(parameter).count()..];
    match after.first() {
        None => true,
        Some(token) => token.text(text) == ")" && arrow(after.get(1)),
    }
}

/// Whether the word may belong to a record pattern, where a type is followed by `(`.
fn in_pattern(text: &str, code: &[Token], index: usize) -> bool {
    code[..index]
        .iter()
        .rev()
        .map(|token| token.text(text))
        .take_while(|word| !matches!(*word, ";" | "{" | "}"))
        .any(|word| matches!(word, "case" | "instanceof"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{NameKinds, NamePosition, NameTable, Names};
    use syntax::tokens::tokens;

    use super::decide_name;

    fn names(lambda_parameter: bool, constructor: bool) -> Names {
        let entries = [
            ("size", NameKinds::METHOD),
            ("total", NameKinds::VARIABLE),
            ("String", NameKinds::TYPE),
            ("return", NameKinds::KEYWORD),
        ];
        let entries = entries.map(|(name, kinds)| (name.to_owned(), kinds)).to_vec();
        Names {
            position: NamePosition::Simple,
            shared: Arc::new(NameTable::new(entries)),
            local: NameTable::default(),
            lambda_parameter,
            constructor,
        }
    }

    /// The rule that rejects the text's first word; empty when none does.
    fn rule(names: &Names, text: &str) -> String {
        let code = tokens(text).unwrap();
        decide_name(names, text, &code, 0).map(|reason| reason.rule).unwrap_or_default()
    }

    #[test]
    fn known_names_with_their_kinds() {
        let names = names(false, false);
        for (text, expected) in [
            ("si", ""),
            ("six", "name"),
            ("size", ""),
            ("size(", ""),
            ("size;", "name-kind"),
            ("total(", "name-kind"),
            ("total.", ""),
            ("total ", ""),
            ("tot ", "name"),
            ("String(", "name-kind"),
            ("String x", ""),
            ("return(", ""),
        ] {
            assert_eq!(rule(&names, text), expected, "for `{text}`");
        }
        assert_eq!(rule(&self::names(false, true), "String("), "");
    }

    #[test]
    fn fresh_names_only_as_lambda_parameters() {
        let names = names(true, false);
        for (text, expected) in [
            ("x", ""),
            ("x ", ""),
            ("x -", ""),
            ("x ->", ""),
            ("x - 1", "name"),
            ("x, y) ->", ""),
            ("x, y)", ""),
            ("x, y) +", "name"),
            ("x.", "name"),
            ("x(", "name"),
            // The proof of the engine found this: a parameter with the name of a method.
            ("size ->", ""),
            ("size, x) ->", ""),
            ("size;", "name-kind"),
        ] {
            assert_eq!(rule(&names, text), expected, "for `{text}`");
        }
    }

    #[test]
    fn a_record_pattern_is_no_call() {
        let text = "case String(";
        let code = tokens(text).unwrap();
        assert_eq!(decide_name(&names(false, false), text, &code, 1), None);
    }
}
