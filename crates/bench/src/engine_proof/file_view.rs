//! A source file as the proof looks at it.

use std::collections::BTreeSet;

use syntax::JavaFile;
use syntax::tokens::{Token, TokenKind, tokens};
use task::SourceText;

/// The words that are no names, `true`, `false` and `null` included. Contextual ones such as
/// `record` are names, too.
const KEYWORDS: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Whether a word is no name.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

/// Whether a token is a name.
pub(super) fn is_name(text: &str, token: Token) -> bool {
    token.kind == TokenKind::Word && !is_keyword(token.text(text))
}

/// A file with its tokens, its statements and its names.
#[derive(Debug)]
pub(crate) struct FileView {
    pub(super) source: SourceText,
    /// The tokens without comments.
    pub(super) code: Vec<Token>,
    pub(super) java: JavaFile,
    /// The names that occur, in order.
    pub(super) names: Vec<String>,
}

impl FileView {
    /// `None` when the text cannot be looked at as a whole: no Java tokens, a unicode escape
    /// outside of a literal (nothing is known of what follows one), syntax that the grammar does
    /// not know.
    pub(super) fn new(source: SourceText) -> Option<Self> {
        let text = source.text();
        let code = code_of(text)?;
        let java = JavaFile::parse(text).ok().filter(|java| !java.is_broken())?;
        let names: BTreeSet<String> = code
            .iter()
            .filter(|token| is_name(text, **token))
            .map(|token| token.text(text).to_owned())
            .collect();
        Some(Self { code, java, names: names.into_iter().collect(), source })
    }

    /// The number of the first token that starts at or after `offset`.
    pub(super) fn token_at(&self, offset: usize) -> usize {
        self.code.partition_point(|token| token.start < offset)
    }
}

/// The tokens of a text without comments; `None` when they do not reach to its end.
pub(super) fn code_of(text: &str) -> Option<Vec<Token>> {
    let found = tokens(text).ok()?;
    let end = found.last().map_or(0, |token| token.end);
    let whole = text.get(end..).is_some_and(|rest| rest.trim().is_empty());
    whole.then(|| found.into_iter().filter(|token| token.kind != TokenKind::Comment).collect())
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, code_of};

    #[test]
    fn the_keywords_are_in_order() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn a_text_is_looked_at_as_a_whole_or_not_at_all() {
        assert_eq!(code_of("int i = 0; // \\u0041\n ").map(|code| code.len()), Some(5));
        for text in ["int \\u0041;", "#", "\"a\n"] {
            assert!(code_of(text).is_none(), "{text}");
        }
    }
}
