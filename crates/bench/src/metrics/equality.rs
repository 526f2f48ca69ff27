//! Whether a patch is the developers' own, by its Java tokens or its syntax tree.

use serde::{Deserialize, Serialize};
use syntax::tokens::token_key;

/// What the comparison with the reference fix came to on one run. Equal token for token is more
/// than correct: another text can be correct, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Equality {
    /// The bug has no reference fix.
    NoReference,
    /// The reference fix is not a text for the hole, so no patch of the hole can be equal to it.
    NotInTheHole {
        /// Why.
        reason: String,
    },
    /// Every patch was compared.
    Compared {
        /// How many samples offered the reference's tokens.
        samples: usize,
        /// Whether a plausible patch has the reference's tokens.
        plausible: bool,
        /// Whether a plausible patch has the reference's normalised syntax tree, as one with its
        /// tokens has. Nothing when `javac` could not tell.
        same_tree: Option<bool>,
    },
}

/// Whether two texts for a hole are the same sequence of Java tokens, comments and layout left
/// aside. Texts that are no such sequence, or hold unicode escapes, are compared as they are written.
pub fn same_program(one: &str, other: &str) -> bool {
    token_key(one) == token_key(other)
}

#[cfg(test)]
mod tests {
    use super::same_program;

    #[test]
    fn layout_and_comments_are_no_difference() {
        for (one, other, same) in [
            ("  return a+b;", "return a + b ; // sum", true),
            ("", "  /* nothing */\n", true),
            ("return a + b;", "return b + a;", false),
            ("f(\"a b\");", "f(\"a  b\");", false),
            ("x >>= 1;", "x > >= 1;", true),
            // After an escape the lexer sees nothing more.
            ("a \\u0041 b", "a \\u0041 c", false),
            ("a \\u0041 b ", "a \\u0041 b", true),
            ("a # b", "a # b", true),
            ("a # b", "a # c", false),
        ] {
            assert_eq!(same_program(one, other), same, "`{one}` and `{other}`");
        }
    }
}
