//! Long texts in small places.

/// The text, of which no more than `longest` characters are shown; `longest` is at least 1.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn what_is_left_out_is_marked() {
        for (text, expected) in [("", ""), ("größe", "größe"), ("größer", "größ…")] {
            assert_eq!(shortened(text, 5), expected);
        }
    }
}
