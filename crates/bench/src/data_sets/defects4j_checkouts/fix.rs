//! The developers' fix, from the tags in a checkout's repository, and the places that it changes.

use std::path::{Path, PathBuf};

use task::Location;

use super::CONFIG;
use super::checkout::Checkout;
use crate::error::BenchError;
use crate::git::Git;

impl Checkout<'_> {
    /// The way from the buggy to the fixed version, with so many lines around each change.
    pub(super) fn fix(&self, context_lines: usize) -> Result<Vec<u8>, BenchError> {
        let repository = self.path.join(".git");
        let git =
            Git { repository: Some(&repository), work_tree: Some(&self.path), ..Git::default() };
        let tag = |version: &str| format!("D4J_{}_{}_{version}", self.project, self.number);
        git.run(&[
            "diff".to_owned(),
            format!("--unified={context_lines}"),
            "--no-color".to_owned(),
            "--no-ext-diff".to_owned(),
            "--no-renames".to_owned(),
            "--src-prefix=a/".to_owned(),
            "--dst-prefix=b/".to_owned(),
            tag("BUGGY_VERSION"),
            tag("FIXED_VERSION"),
            "--".to_owned(),
            ".".to_owned(),
            format!(":(exclude){CONFIG}"),
        ])
    }
}

/// The places that a patch without context changes, in the files before it. A file that the fix adds
/// is no place in the buggy program.
pub(super) fn places(patch: &str) -> Vec<Location> {
    let mut file = None;
    let mut found = Vec::new();
    for line in patch.lines() {
        if line.starts_with("diff --git ") {
            file = None;
        } else if let Some(path) = line.strip_prefix("--- a/").filter(|_| file.is_none()) {
            file = Some(PathBuf::from(path));
        } else if let (Some(file), Some(range)) = (&file, line.strip_prefix("@@ -")) {
            found.extend(place(file, range));
        }
    }
    found
}

/// The place of a range such as `144,0 +145,3 @@`.
fn place(file: &Path, range: &str) -> Option<Location> {
    let (range, _) = range.split_once(' ')?;
    let (start, count) = range.split_once(',').unwrap_or((range, "1"));
    let (first, count): (usize, usize) = (start.parse().ok()?, count.parse().ok()?);
    let file = file.to_owned();
    Some(match count {
        0 => Location::After { file, line: first },
        _ => Location::Lines { file, first, last: first + count - 1 },
    })
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn places_are_those_of_the_buggy_program() {
        let patch = "diff --git a/src/A.java b/src/A.java\nindex 1..2 100644\n--- a/src/A.java\n\
                     +++ b/src/A.java\n@@ -144,0 +145,3 @@ class A {\n+x\n+y\n+z\n@@ -150 +153 @@\n\
                     --- a/no file\n+b\n@@ -160,2 +163,0 @@\n-c\n-d\n\
                     diff --git a/src/New.java b/src/New.java\nnew file mode 100644\n\
                     --- /dev/null\n+++ b/src/New.java\n@@ -0,0 +1 @@\n+n\n";
        let found: Vec<String> = places(patch).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["src/A.java:144+", "src/A.java:150", "src/A.java:160-161"]);
    }
}
