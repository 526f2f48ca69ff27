//! Where a number ends (Java Language Specification, 3.10.1 and 3.10.2), as javac reads it: `0Lf`
//! is a number and a name, `1.0f.x` a number, a dot and a name.

/// The length of the number that `bytes` begin with, and whether its last byte ends every number: a
/// suffix does.
pub(super) fn length(bytes: &[u8]) -> (usize, bool) {
    match bytes {
        [b'0', b'x' | b'X', ..] => hexadecimal(bytes),
        [b'0', b'b' | b'B', ..] => {
            let end = digits(bytes, 2, |byte| byte.is_ascii_digit());
            suffix(bytes, end, b"lL")
        }
        _ => decimal(bytes),
    }
}

fn decimal(bytes: &[u8]) -> (usize, bool) {
    let digit = |byte: u8| byte.is_ascii_digit();
    let whole = digits(bytes, 0, digit);
    let has_fraction = bytes.get(whole) == Some(&b'.');
    let end = if has_fraction { digits(bytes, whole + 1, digit) } else { whole };
    match exponent(bytes, end, b"eE") {
        Some(end) => suffix(bytes, end, b"fFdD"),
        None if has_fraction => suffix(bytes, end, b"fFdD"),
        None => suffix(bytes, end, b"lLfFdD"),
    }
}

fn hexadecimal(bytes: &[u8]) -> (usize, bool) {
    let digit = |byte: u8| byte.is_ascii_hexdigit();
    let whole = digits(bytes, 2, digit);
    let has_fraction = bytes.get(whole) == Some(&b'.');
    let end = if has_fraction { digits(bytes, whole + 1, digit) } else { whole };
    match exponent(bytes, end, b"pP") {
        Some(end) => suffix(bytes, end, b"fFdD"),
        None => suffix(bytes, end, b"lL"),
    }
}

/// The end of digits, with `_` between them.
fn digits(bytes: &[u8], start: usize, is_digit: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|&&byte| byte == b'_' || is_digit(byte)).count()
}

/// The end of an exponent at `start`; `None` when there is none.
fn exponent(bytes: &[u8], start: usize, marks: &[u8]) -> Option<usize> {
    bytes.get(start).filter(|byte| marks.contains(byte))?;
    let signed = matches!(bytes.get(start + 1), Some(b'+' | b'-'));
    Some(digits(bytes, start + 1 + usize::from(signed), |byte| byte.is_ascii_digit()))
}

fn suffix(bytes: &[u8], end: usize, marks: &[u8]) -> (usize, bool) {
    match bytes.get(end) {
        Some(byte) if marks.contains(byte) => (end + 1, true),
        _ => (end, false),
    }
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn a_number_ends_where_javac_ends_it() {
        for (text, number, ended) in [
            ("0", "0", false),
            ("12_000 ", "12_000", false),
            ("0Lf.x", "0L", true),
            ("1f2", "1f", true),
            ("1.0f.x", "1.0f", true),
            ("100.0L", "100.0", false),
            ("1..2", "1.", false),
            ("1.x", "1.", false),
            (".5d.", ".5d", true),
            ("1.5e+3;", "1.5e+3", false),
            ("1e", "1e", false),
            ("1e-", "1e-", false),
            ("0xe+1", "0xe", false),
            ("0xFFL)", "0xFFL", true),
            ("0x1.8p-3f", "0x1.8p-3f", true),
            ("0b101L", "0b101L", true),
            ("1-2", "1", false),
            ("017", "017", false),
        ] {
            let (end, closed) = length(text.as_bytes());
            assert_eq!((&text[..end], closed), (number, ended), "for `{text}`");
        }
    }
}
