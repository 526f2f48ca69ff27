//! What only one of several variants fixes: the outer parts of a Venn diagram.

use std::collections::{BTreeMap, BTreeSet};

/// For each variant the bugs that it alone has a plausible patch for.
pub fn unique_fixes<'a>(
    plausible: &BTreeMap<&'a str, BTreeSet<&'a str>>,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for bug in plausible.values().flatten() {
        *times.entry(bug).or_default() += 1;
    }
    let alone = |bug: &&&str| times.get(**bug) == Some(&1);
    plausible
        .iter()
        .map(|(variant, bugs)| (*variant, bugs.iter().filter(alone).copied().collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::unique_fixes;

    #[test]
    fn a_bug_of_two_variants_is_nobodys_own() {
        let plausible = [
            ("full", ["Csv-1", "Lang-9", "Math-2"].into()),
            ("off", ["Lang-9"].into()),
            ("prune", ["Math-2", "Math-5"].into()),
        ];
        let unique = unique_fixes(&plausible.into());
        assert_eq!(unique["full"], ["Csv-1"].into());
        assert!(unique["off"].is_empty());
        assert_eq!(unique["prune"], ["Math-5"].into());
    }
}
