//! The Java tokens of a text that may stop anywhere.
//!
//! Generated text is looked at after every model token, so it mostly stops in the middle of
//! something. This lexer says for each Java token whether further text could still change it
//! ([`Token::open`]), and rejects only what no further text can repair (Java Language
//! Specification, chapter 3). Whether a number is well formed the compiler judges.

mod number;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, a keyword, `true`, `false` or `null`.
    Word,
    /// A number.
    Number,
    /// A string, a text block or a character.
    Literal,
    /// A comment to the end of the line or between `/*` and `*/`.
    Comment,
    /// A separator or an operator. A `>` is always a token of its own, since it may close a list
    /// of type arguments.
    Symbol,
}

/// A Java token, as a range of bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// Whether text that follows could become a part of it.
    pub open: bool,
}

impl Token {
    /// The token's text in the text it was found in.
    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start..self.end]
    }
}

/// Why a text is not the start of any sequence of Java tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexicalError {
    /// A string or a character stops at a line end.
    #[error("a literal is not closed before the line ends at byte {0}")]
    UnclosedLiteral(usize),
    /// A character literal holds no character, or more than one.
    #[error("a character literal does not hold one character at byte {0}")]
    CharacterLength(usize),
    /// A backslash in a literal is followed by no letter that Java knows.
    #[error("there is no such escape at byte {0}")]
    UnknownEscape(usize),
    /// A character that no Java token starts with.
    #[error("no Java token starts with the character at byte {0}")]
    IllegalCharacter(usize),
}

/// Finds the tokens of `text`. White space is left out.
///
/// A unicode escape outside a literal (`\u0041`) ends the list early, without an error: nothing is
/// said about what follows it.
///
/// # Errors
/// When no further text could make this the start of a Java program.
pub fn tokens(text: &str) -> Result<Vec<Token>, LexicalError> {
    let mut lexer = Lexer { bytes: text.as_bytes(), text, position: 0 };
    let mut found = Vec::new();
    while let Some(token) = lexer.next_token()? {
        found.push(token);
    }
    Ok(found)
}

/// The text's tokens without comments, joined by single spaces: two texts with the same key are
/// the same program to the compiler. A text that is no sequence of Java tokens is its own key, and
/// so is one with a unicode escape outside of literals, which can begin or end anything.
pub fn token_key(text: &str) -> String {
    let own = || format!("!{}", text.trim());
    let Ok(found) = tokens(text) else { return own() };
    let in_literal = |at: usize| {
        found
            .iter()
            .any(|token| token.kind == TokenKind::Literal && (token.start..token.end).contains(&at))
    };
    if text.match_indices("\\u").any(|(at, _)| !in_literal(at)) {
        return own();
    }
    let words: Vec<&str> = found
        .iter()
        .filter(|token| token.kind != TokenKind::Comment)
        .map(|token| token.text(text))
        .collect();
    words.join(" ")
}

/// The operators of more than one character, longest first.
const LONG_OPERATORS: [&str; 20] = [
    "...", "<<=", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", "+=", "-=", "*=", "/=",
    "&=", "|=", "^=", "%=", "<<",
];

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
}

impl Lexer<'_> {
    fn next_token(&mut self) -> Result<Option<Token>, LexicalError> {
        let rest = &self.text[self.position..];
        let Some(offset) = rest.find(|c: char| !matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c'))
        else {
            return Ok(None);
        };
        self.position += offset;
        let start = self.position;
        let Some(first) = self.text[start..].chars().next() else { return Ok(None) };
        let (kind, end, open) = match first {
            '/' if self.at("//") => self.line_comment(),
            '/' if self.at("/*") => self.block_comment(),
            '"' if self.at("\"\"\"") => self.text_block(),
            '"' => self.string()?,
            '\'' => self.character()?,
            '\\' if self.at("\\u") || start + 1 == self.bytes.len() => return Ok(None),
            '0'..='9' => self.number(),
            '.' if self.bytes.get(start + 1).is_some_and(u8::is_ascii_digit) => self.number(),
            c if starts_word(c) => self.word(),
            c if c.is_ascii_punctuation() && !matches!(c, '#' | '`' | '\\') => self.symbol(),
            _ => return Err(LexicalError::IllegalCharacter(start)),
        };
        self.position = end;
        Ok(Some(Token { kind, start, end, open }))
    }

    fn at(&self, word: &str) -> bool {
        self.bytes[self.position..].starts_with(word.as_bytes())
    }

    fn touches_end(&self, end: usize) -> bool {
        end == self.bytes.len()
    }

    fn word(&self) -> (TokenKind, usize, bool) {
        let rest = &self.text[self.position..];
        let length = rest.find(|c: char| !continues_word(c)).unwrap_or(rest.len());
        let end = self.position + length;
        // A unicode escape may go on with the word.
        let escape = self.bytes.get(end) == Some(&b'\\');
        (TokenKind::Word, end, escape || self.touches_end(end))
    }

    fn number(&self) -> (TokenKind, usize, bool) {
        let (length, ended) = number::length(&self.bytes[self.position..]);
        let end = self.position + length;
        (TokenKind::Number, end, !ended && self.touches_end(end))
    }

    fn line_comment(&self) -> (TokenKind, usize, bool) {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let end = self.position + length;
        (TokenKind::Comment, end, self.touches_end(end))
    }

    fn block_comment(&self) -> (TokenKind, usize, bool) {
        match self.text[self.position + 2..].find("*/") {
            Some(length) => (TokenKind::Comment, self.position + length + 4, false),
            None => (TokenKind::Comment, self.bytes.len(), true),
        }
    }

    fn text_block(&self) -> (TokenKind, usize, bool) {
        let mut end = self.position + 3;
        while end < self.bytes.len() {
            if self.bytes[end..].starts_with(b"\"\"\"") {
                return (TokenKind::Literal, end + 3, false);
            }
            end += if self.bytes[end] == b'\\' { 2 } else { 1 };
        }
        (TokenKind::Literal, self.bytes.len(), true)
    }

    fn string(&self) -> Result<(TokenKind, usize, bool), LexicalError> {
        let mut end = self.position + 1;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\n' | b'\r' => return Err(LexicalError::UnclosedLiteral(end)),
                // Two quotes at the very end may yet become the three of a text block.
                b'"' => {
                    let empty = end == self.position + 1;
                    let open = empty && self.touches_end(end + 1);
                    return Ok((TokenKind::Literal, end + 1, open));
                }
                b'\\' => end = self.escape(end)?,
                _ => end += 1,
            }
        }
        Ok((TokenKind::Literal, self.bytes.len(), true))
    }

    fn character(&self) -> Result<(TokenKind, usize, bool), LexicalError> {
        let content = self.position + 1;
        let Some(first) = self.text[content..].chars().next() else {
            return Ok((TokenKind::Literal, content, true));
        };
        let close = match first {
            '\n' | '\r' => return Err(LexicalError::UnclosedLiteral(content)),
            '\'' => return Err(LexicalError::CharacterLength(content)),
            '\\' => self.escape(content)?,
            other => content + other.len_utf8(),
        };
        match self.bytes.get(close) {
            None => Ok((TokenKind::Literal, self.bytes.len(), true)),
            Some(b'\'') => Ok((TokenKind::Literal, close + 1, false)),
            Some(_) => Err(LexicalError::CharacterLength(close)),
        }
    }

    /// The offset after the escape that starts at `start`; the text's end when it stops before.
    fn escape(&self, start: usize) -> Result<usize, LexicalError> {
        let length = self.bytes.len();
        match self.bytes.get(start + 1) {
            None => Ok(length),
            Some(b'b' | b's' | b't' | b'n' | b'f' | b'r' | b'"' | b'\'' | b'\\') => Ok(start + 2),
            Some(b'0'..=b'7') => {
                let digits = &self.bytes[start + 1..length.min(start + 4)];
                let most = if digits[0] <= b'3' { 3 } else { 2 };
                let octal = |byte: &&u8| matches!(byte, b'0'..=b'7');
                Ok(start + 1 + digits.iter().take(most).take_while(octal).count())
            }
            Some(b'u') => {
                let marks = self.bytes[start + 1..].iter().take_while(|&&b| b == b'u').count();
                let digits = start + 1 + marks;
                let known = &self.bytes[digits.min(length)..length.min(digits + 4)];
                if known.iter().all(u8::is_ascii_hexdigit) {
                    Ok(length.min(digits + 4))
                } else {
                    Err(LexicalError::UnknownEscape(start))
                }
            }
            Some(_) => Err(LexicalError::UnknownEscape(start)),
        }
    }

    fn symbol(&self) -> (TokenKind, usize, bool) {
        let start = self.position;
        let length =
            LONG_OPERATORS.iter().find(|operator| self.at(operator)).map_or(1, |o| o.len());
        let end = start + length;
        let text = &self.text[start..end];
        let grows = LONG_OPERATORS.iter().any(|long| long.len() > length && long.starts_with(text))
            || matches!(text, "/" | ".");
        (TokenKind::Symbol, end, self.touches_end(end) && grows)
    }
}

fn starts_word(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$') || (!c.is_ascii() && !c.is_whitespace())
}

fn continues_word(c: char) -> bool {
    starts_word(c) || c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::{LexicalError, token_key, tokens};

    /// The tokens separated by spaces, an open one marked by `…`.
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = tokens(text)
            .unwrap()
            .iter()
            .map(|token| format!("{}{}", token.text(text), if token.open { "…" } else { "" }))
            .collect();
        assert_eq!(shown.join(" "), expected, "for `{text}`");
    }

    #[test]
    fn tokens_say_whether_they_may_grow() {
        check("", "");
        check("a.b(c);", "a . b ( c ) ;");
        check("int cou", "int cou…");
        check("x = 1.5e+3", "x = 1.5e+3…");
        check("0xe+1", "0xe + 1…");
        check("f(0Lf.x", "f ( 0L f . x…");
        check("1f", "1f");
        check("a -", "a -…");
        check("a ->", "a ->");
        check("a :", "a :…");
        check("a >>= b;", "a > > = b ;");
        check("List<List<A>> x", "List < List < A > > x…");
        check("a /", "a /…");
        check("x /* y", "x /* y…");
        check("x // y\nz ", "x // y z");
        check("f(\"a\\\"b\", 'c')", "f ( \"a\\\"b\" , 'c' )");
        check("\"\"", "\"\"…");
        check("\"\";", "\"\" ;");
        check("\"\"\"\n a \"b\" \"\"\";", "\"\"\"\n a \"b\" \"\"\" ;");
        check("'\\u00e9'", "'\\u00e9'");
        check("'\\12'", "'\\12'");
        check("größe + ñ", "größe + ñ…");
        check("\"open", "\"open…");
        check("'", "'…");
        check("a \\u0041 b", "a");
        check("a\\u0041", "a…");
        check("..", ". .…");
        check("a...", "a ...");
    }

    #[test]
    fn what_no_text_can_repair_is_an_error() {
        for (text, expected) in [
            ("\"a\n", LexicalError::UnclosedLiteral(2)),
            ("'\n", LexicalError::UnclosedLiteral(1)),
            ("''", LexicalError::CharacterLength(1)),
            ("'ab", LexicalError::CharacterLength(2)),
            ("\"\\q", LexicalError::UnknownEscape(1)),
            ("\"\\uxy", LexicalError::UnknownEscape(1)),
            ("a # b", LexicalError::IllegalCharacter(2)),
            ("`", LexicalError::IllegalCharacter(0)),
        ] {
            assert_eq!(tokens(text), Err(expected), "for `{text}`");
        }
    }

    #[test]
    fn a_key_forgets_layout_and_comments_alone() {
        assert_eq!(token_key("a( b ) ; // c\n"), token_key("a(b);"));
        assert_ne!(token_key("f(\"a b\")"), token_key("f(\"ab\")"));
        assert_ne!(token_key("a b"), token_key("ab"));
        assert_ne!(token_key(r"a = \u0031;"), token_key(r"a = \u0032;"));
        assert_ne!(token_key(r"f(); // \u000a g();"), token_key("f();"));
        assert_eq!(token_key(r#"f( "\u0031" )"#), token_key(r#"f("\u0031")"#));
    }
}
