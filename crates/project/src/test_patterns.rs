//! Surefire's patterns of class names: Ant's wildcards on the path of the source file.

/// Whether a pattern such as `**/*Test.java` matches a class, by its binary name. `None` for a
/// regular expression, which is not decided here.
pub(crate) fn matches_pattern(pattern: &str, class: &str) -> Option<bool> {
    let pattern = pattern.trim();
    if pattern.starts_with("%regex[") {
        return None;
    }
    let inner = pattern.strip_prefix("%ant[").and_then(|rest| rest.strip_suffix(']'));
    let pattern = inner.unwrap_or(pattern);
    let path = pattern
        .strip_suffix(".java")
        .or_else(|| pattern.strip_suffix(".class"))
        .unwrap_or(pattern)
        // A pattern may also be written as a class name.
        .replace('.', "/");
    let parts: Vec<&str> = path.split('/').collect();
    let class = class.replace('.', "/");
    let names: Vec<&str> = class.split('/').collect();
    Some(match parts.as_slice() {
        // A pattern without a folder matches in each one.
        [single] => names.last().is_some_and(|name| matches_name(single, name)),
        _ => matches_parts(&parts, &names),
    })
}

fn matches_parts(parts: &[&str], names: &[&str]) -> bool {
    match (parts, names) {
        ([], []) => true,
        (["**", rest @ ..], _) => (0..=names.len())
            .any(|skipped| matches_parts(rest, names.get(skipped..).unwrap_or(&[]))),
        ([part, parts @ ..], [name, names @ ..]) => {
            matches_name(part, name) && matches_parts(parts, names)
        }
        _ => false,
    }
}

/// `*` stands for any characters, `?` for one.
fn matches_name(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    // For each length of the name: whether the pattern so far matches that much of it.
    let mut reached = vec![false; name.len() + 1];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    for part in pattern {
        let mut next = vec![false; name.len() + 1];
        let mut any = false;
        for (length, before) in reached.iter().enumerate() {
            any |= before;
            let character = name.get(length);
            if part == '*' {
                next[length] = any;
            } else if *before && character.is_some_and(|found| part == '?' || part == *found) {
                next[length + 1] = true;
            }
        }
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn patterns_match_as_surefire_matches() {
        for (pattern, class, expected) in [
            ("**/*Test.java", "a.b.FooTest", Some(true)),
            ("**/*Test.java", "FooTest", Some(true)),
            ("**/*Test.java", "a.FooTests", Some(false)),
            ("**/Test*.java", "a.TestFoo", Some(true)),
            ("**/*$*", "a.Foo$Inner", Some(true)),
            ("**/*$*", "a.Foo", Some(false)),
            ("a/*/C?.java", "a.b.C1", Some(true)),
            ("a/*/C?.java", "a.b.c.C1", Some(false)),
            ("a/**/C.java", "a.b.c.C", Some(true)),
            ("a.b.FooTest", "a.b.FooTest", Some(true)),
            ("FooTest", "a.b.FooTest", Some(true)),
            ("*Test", "a.b.FooTest", Some(true)),
            ("%ant[**/*IT.java]", "a.FooIT", Some(true)),
            ("%regex[.*]", "a.Foo", None),
        ] {
            assert_eq!(matches_pattern(pattern, class), expected, "{pattern} {class}");
        }
    }
}
