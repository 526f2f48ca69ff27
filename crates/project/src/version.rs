//! Versions of plugins and libraries, as far as their first two numbers tell.

/// The first two numbers of a version, such as those of `2.22.2`, `3.0.0-M5` or
/// `4.12-hamcrest-1.3`; 0 for what is missing.
pub fn major_and_minor(version: &str) -> (u32, u32) {
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map(|digits| digits.parse::<u32>().unwrap_or_default());
    (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())
}

/// Whether a version is at least the given major and minor one.
pub(crate) fn version_is_at_least(version: &str, least: (u32, u32)) -> bool {
    major_and_minor(version) >= least
}

#[cfg(test)]
mod tests {
    use super::{major_and_minor, version_is_at_least};

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (version, expected) in [
            ("4.12", (4, 12)),
            ("4.12-hamcrest-1.3", (4, 12)),
            ("4.13-beta-1", (4, 13)),
            ("4", (4, 0)),
        ] {
            assert_eq!(major_and_minor(version), expected);
        }
    }

    #[test]
    fn versions_compare_by_number() {
        for (version, at_least) in
            [("2.12.4", false), ("2.20", true), ("2.9", false), ("3.0.0-M5", true), ("", false)]
        {
            assert_eq!(version_is_at_least(version, (2, 20)), at_least, "{version}");
        }
    }
}
