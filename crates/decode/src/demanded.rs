//! What the code after a hole demands of its text: the declaration of a variable that it uses.
//!
//! Where the hole's old text declares such a variable, most of what a model writes there forgets
//! it: no boundary passes the end check, and the sample runs on to its limit. That the declaration
//! is missing shows at the end alone, for it may come late. So most samples are made to begin with
//! it, up to its `=`, as forced text; the others are free to put something before it.

use engine::{EngineError, Feasibility};
use syntax::tokens::{Token, TokenKind, tokens};
use task::Hole;

use crate::guide::Guide;

/// Words that begin no declaration, though a name and a `=` may follow in some texts.
const NO_TYPES: [&str; 9] =
    ["return", "throw", "new", "yield", "assert", "else", "case", "instanceof", "package"];
/// Symbols in the name of a type.
const IN_TYPES: [&str; 8] = [".", "<", ">", ",", "?", "&", "[", "]"];
/// What the compiler's message about a missing name is called.
const MISSING_NAME: &str = "cant.resolve";

/// The start of the hole's old text up to the `=` of its first statement, if that declares a
/// variable and the program cannot do without it.
///
/// # Errors
/// When the engine fails.
pub(crate) fn demanded<'a>(
    guide: &mut Guide<'_>,
    hole: &'a Hole,
) -> Result<Option<&'a str>, EngineError> {
    let Some(declaration) = declaration(hole.content()) else { return Ok(None) };
    Ok(match guide.end(b"")? {
        Feasibility::Infeasible(reason) if reason.rule.contains(MISSING_NAME) => Some(declaration),
        _ => None,
    })
}

/// The text up to the `=` of a declaration that it begins with.
fn declaration(text: &str) -> Option<&str> {
    let found = tokens(text).ok()?;
    let equals = found.iter().position(|token| token.text(text) == "=")?;
    let (name, of_type) = found[..equals].split_last()?;
    let may_be_in_type = |token: &Token| match token.kind {
        TokenKind::Word => !NO_TYPES.contains(&token.text(text)),
        TokenKind::Symbol => IN_TYPES.contains(&token.text(text)),
        _ => false,
    };
    let is_type = of_type.iter().all(may_be_in_type)
        && of_type.first().is_some_and(|token| token.kind == TokenKind::Word)
        && of_type.last().is_some_and(|token| !matches!(token.text(text), "." | "final"));
    (is_type && name.kind == TokenKind::Word).then(|| &text[..found[equals].end])
}

#[cfg(test)]
mod tests {
    use super::declaration;

    #[test]
    fn a_declaration_is_told_from_other_statements() {
        for (text, expected) in [
            ("  int a = 1;\n  f();", Some("  int a =")),
            (
                "final Map.Entry<? extends A, int[]> e = x;",
                Some("final Map.Entry<? extends A, int[]> e ="),
            ),
            ("int[] a={1};", Some("int[] a=")),
            ("a = 1;", None),
            ("a.b = 1;", None),
            ("a[i] = 1;", None),
            ("final = 1;", None),
            ("return a = 1;", None),
            ("f(a); int b = 1;", None),
            ("if (x) { int b = 1; }", None),
            ("int a;", None),
            ("int a == 1;", None),
            ("", None),
        ] {
            assert_eq!(declaration(text), expected, "for `{text}`");
        }
    }
}
