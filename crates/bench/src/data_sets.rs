//! The kinds of data sets.

pub(crate) mod bug_folders;
pub(crate) mod defects4j_checkouts;

/// A key that orders `Lang-9` before `Lang-21`.
pub fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text_end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(text_end);
        let digits_end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at(digits_end);
        key.push((text.to_owned(), digits.parse().unwrap_or(u64::MAX)));
        rest = after;
    }
    key
}
