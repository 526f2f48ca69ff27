//! A request as it comes over the wire, within limits.
//!
//! There is one request a connection. Its length is that of `Content-Length`; a body in pieces, of
//! which browsers send none, is refused, so that nobody can disagree on where a request ends.

use std::str;

/// The longest head of a request, in bytes. Browsers send less than 2,000.
pub(super) const MOST_HEAD_BYTES: usize = 16 * 1024;
/// The longest body of a request, in bytes: the longest reason in the longest encoding, and a long
/// patch's tokens.
pub(super) const MOST_BODY_BYTES: usize = 256 * 1024;
/// The most header fields.
const MOST_FIELDS: usize = 64;

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) method: String,
    pub(super) target: String,
    /// Names in lower case.
    fields: Vec<(String, String)>,
    /// How long the body is, in bytes.
    pub(super) body_length: usize,
}

/// Why a request is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Malformed {
    /// It is not HTTP/1.1, or ambiguous.
    Form,
    /// The head is longer than [`MOST_HEAD_BYTES`].
    LongHead,
    /// The body is longer than [`MOST_BODY_BYTES`].
    LongBody,
    /// The body comes in pieces.
    NoLength,
}

impl Head {
    /// Reads a head from the bytes that came until now. Gives it with the number of its bytes, or
    /// nothing when more must come.
    pub(super) fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Malformed> {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let length = match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD_BYTES => return Ok(None),
            Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                return Err(Malformed::LongHead);
            }
            Err(_) => return Err(Malformed::Form),
        };
        let field = |field: &httparse::Header<'_>| {
            let value = str::from_utf8(field.value).map_err(|_| Malformed::Form)?;
            Ok((field.name.to_ascii_lowercase(), value.to_owned()))
        };
        let mut head = Self {
            method: request.method.unwrap_or_default().to_owned(),
            target: request.path.unwrap_or_default().to_owned(),
            fields: request.headers.iter().map(field).collect::<Result<_, _>>()?,
            body_length: 0,
        };
        head.body_length = head.length_of_body()?;
        Ok(Some((head, length)))
    }

    /// The value of a field that stands there once.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let mut values = self.fields.iter().filter(|(field, _)| field == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Whether a field stands there at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    fn length_of_body(&self) -> Result<usize, Malformed> {
        if self.has("transfer-encoding") {
            return Err(Malformed::NoLength);
        }
        if !self.has("content-length") {
            return Ok(0);
        }
        let digits = self.field("content-length").ok_or(Malformed::Form)?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Malformed::Form);
        }
        // More digits than the number type takes are too long a body as well.
        match digits.parse() {
            Ok(length) if length <= MOST_BODY_BYTES => Ok(length),
            _ => Err(Malformed::LongBody),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, MOST_HEAD_BYTES, Malformed};

    fn parse(text: &str) -> Result<Option<(Head, usize)>, Malformed> {
        Head::parse(text.as_bytes())
    }

    #[test]
    fn a_head_comes_piece_by_piece() {
        let text = "POST /a HTTP/1.1\r\nHost: h:1\r\nContent-Length: 3\r\n\r\n";
        for end in 0..text.len() {
            assert_eq!(parse(&text[..end]), Ok(None), "{end}");
        }
        let (head, length) = parse(&format!("{text}abc")).unwrap().unwrap();
        assert_eq!((head.method.as_str(), head.target.as_str()), ("POST", "/a"));
        assert_eq!((head.field("host"), head.body_length, length), (Some("h:1"), 3, text.len()));
    }

    #[test]
    fn what_is_ambiguous_or_too_long_is_refused() {
        let many = "x: y\r\n".repeat(65);
        for (fields, expected) in [
            ("Content-Length: 262145\r\n", Malformed::LongBody),
            ("Content-Length: 99999999999999999999999\r\n", Malformed::LongBody),
            ("Content-Length: 1\r\nContent-Length: 2\r\n", Malformed::Form),
            ("Content-Length: +1\r\n", Malformed::Form),
            ("Content-Length:\r\n", Malformed::Form),
            ("Transfer-Encoding: chunked\r\n", Malformed::NoLength),
            ("Transfer-Encoding : chunked\r\n", Malformed::Form),
            ("\u{0}: x\r\n", Malformed::Form),
            (&many, Malformed::LongHead),
        ] {
            let text = format!("GET / HTTP/1.1\r\n{fields}\r\n");
            assert_eq!(parse(&text), Err(expected), "{fields}");
        }
        let long = format!("GET /{}", "a".repeat(MOST_HEAD_BYTES));
        assert_eq!(parse(&long), Err(Malformed::LongHead));
        let (twice, _) = parse("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").unwrap().unwrap();
        assert_eq!((twice.field("host"), twice.has("host")), (None, true));
    }
}
