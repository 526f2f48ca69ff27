//! The developers' fix of a bug, and whether a patch is the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;
use syntax::tokens::{token_key, tokens};
use task::{Hole, SourceText};

use crate::bug::Bug;
use crate::error::{BenchError, temporary_folder};
use crate::git::{apply_patch, patched_files};

/// How a patch compares with the developers' fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Comparison {
    /// Both make the same program, token by token.
    Equal,
    /// They do not. They may still do the same.
    Different,
    /// They could not be compared.
    Unknown {
        /// Why.
        reason: String,
    },
}

/// The developers' fix.
#[derive(Debug)]
pub(super) struct Reference {
    /// Its patch as it is written.
    pub(super) diff: String,
    fixed: Result<Fixed, String>,
}

/// What the fix makes of the program.
#[derive(Debug)]
struct Fixed {
    hole: Hole,
    /// The tokens of the files that the fix changes.
    tokens: BTreeMap<PathBuf, String>,
}

impl Reference {
    /// The fix of a bug, if there is one.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub(super) fn of(bug: &Bug) -> Result<Option<Self>, BenchError> {
        let Some(patch) = bug.reference_patch() else { return Ok(None) };
        let bytes = fs::read(&patch).map_err(BenchError::file("read", &patch))?;
        let diff = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(Self { diff, fixed: fixed(bug, &patch) }))
    }

    /// Whether a patch with this text in the hole is the fix.
    pub(super) fn compare(&self, text: &str) -> Comparison {
        let fixed = match &self.fixed {
            Ok(fixed) => fixed,
            Err(reason) => return Comparison::Unknown { reason: reason.clone() },
        };
        let patched = fixed.hole.filled(text);
        match all_tokens(&patched) {
            Err(reason) => Comparison::Unknown { reason },
            Ok(tokens) => {
                let only = BTreeMap::from([(patched.path().to_owned(), tokens)]);
                if only == fixed.tokens { Comparison::Equal } else { Comparison::Different }
            }
        }
    }
}

/// Applies the fix to copies of the files that it changes.
fn fixed(bug: &Bug, patch: &Path) -> Result<Fixed, String> {
    let [place] = bug.file.holes.as_slice() else {
        return Err(format!("the bug has {} places to fix", bug.file.holes.len()));
    };
    let project = bug.project();
    let source = read_source(&project, place.at.file())?;
    let hole = Hole::at(&source, &place.at).map_err(|error| error.to_string())?;
    let said = |error: BenchError| error.to_string();
    let folder = temporary_folder().map_err(said)?;
    let files = patched_files(patch).map_err(said)?;
    for file in &files {
        // What leads out of the project would lead out of the temporary folder, too.
        if file.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(format!("`{}` is no path inside the project", file.display()));
        }
        copy(&project.join(file), &folder.path().join(file))?;
    }
    apply_patch(folder.path(), patch, false).map_err(said)?;
    let mut changed = BTreeMap::new();
    for file in files {
        let after = tokens_of(folder.path(), &file)?;
        if tokens_of(&project, &file)? != after {
            changed.insert(file, after);
        }
    }
    Ok(Fixed { hole, tokens: changed })
}

/// Copies a file when it is there: a fix may add one.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if !from.exists() {
        return Ok(());
    }
    let fail = |error| format!("could not copy `{}`: {error}", from.display());
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(fail)?;
    fs::copy(from, to).map(drop).map_err(fail)
}

/// The tokens of a Java file, the content of another one. A file that is not there has none.
fn tokens_of(root: &Path, file: &Path) -> Result<String, String> {
    if !root.join(file).exists() {
        return Ok(String::new());
    }
    let source = read_source(root, file)?;
    if file.extension().is_some_and(|extension| extension == "java") {
        return all_tokens(&source);
    }
    Ok(source.text().to_owned())
}

fn read_source(root: &Path, file: &Path) -> Result<SourceText, String> {
    let path = root.join(file);
    let bytes =
        fs::read(&path).map_err(|error| format!("could not read `{}`: {error}", path.display()))?;
    SourceText::from_bytes(file, bytes).map_err(|error| error.to_string())
}

/// The key of a whole file. It is of use only when every token of the file is known: two files that
/// differ behind the last one would have the same.
fn all_tokens(source: &SourceText) -> Result<String, String> {
    let text = source.text();
    let end = tokens(text).map_err(|error| error.to_string())?.last().map_or(0, |last| last.end);
    if text[end..].trim().is_empty() {
        Ok(token_key(text))
    } else {
        Err(format!(
            "`{}` has an escape such as \\u0041 outside of a literal, behind which tokens are not read",
            source.path().display()
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Comparison, Reference};
    use crate::bug::Bug;

    const BUG: &str = "format_version = 1\nname = \"sum-1\"\nproject = \"p\"\n[tests]\n\
                       failing = [\"T\"]\n[[holes]]\nat = \"Sum.java:2\"\n\
                       [reference]\npatch = \"r.diff\"\n";
    const SUM: &str = "class Sum {\n  int of(int a, int b) { return a - b; }\n}\n";
    const DIFF: &str = "--- a/Sum.java\n+++ b/Sum.java\n@@ -1,3 +1,3 @@\n class Sum {\n\
                        -  int of(int a, int b) { return a - b; }\n\
                        +  int of(int a, int b) { return a + b; }\n }\n";
    const FIX: &str = "int of(int a,int b)\n{ return a + b; /* sum */ }";

    fn compared(bug: &str, sum: &str, diff: &str, text: &str) -> Comparison {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("p")).unwrap();
        for (name, text) in [("bug.toml", bug), ("p/Sum.java", sum), ("r.diff", diff)] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let reference = Reference::of(&Bug::open(folder.path()).unwrap()).unwrap().unwrap();
        assert_eq!(reference.diff, diff);
        reference.compare(text)
    }

    #[test]
    fn layout_and_comments_make_no_difference() {
        assert_eq!(compared(BUG, SUM, DIFF, FIX), Comparison::Equal);
        let other = FIX.replace("a + b", "b + a");
        assert_eq!(compared(BUG, SUM, DIFF, &other), Comparison::Different);
        let crlf = |text: &str| text.replace('\n', "\r\n");
        let diff = DIFF.replace("}\n", "}\r\n").replace("{\n", "{\r\n");
        assert_eq!(compared(BUG, &crlf(SUM), &diff, FIX), Comparison::Equal);
    }

    #[test]
    fn a_fix_that_changes_more_is_another_one() {
        let more = "--- /dev/null\n+++ b/Other.java\n@@ -0,0 +1 @@\n+class Other {}\n";
        let both = format!("{DIFF}{more}");
        assert_eq!(compared(BUG, SUM, &both, FIX), Comparison::Different);
        let comment = more.replace("class Other {}", "// nothing");
        let both = format!("{DIFF}{comment}");
        assert_eq!(compared(BUG, SUM, &both, FIX), Comparison::Equal);
    }

    #[test]
    fn what_cannot_be_compared_says_why() {
        let two = BUG.replace("[[holes]]", "[[holes]]\nat = \"Sum.java:1\"\n[[holes]]");
        let escape = SUM.replace("class", "class \\u0041 extends");
        let escaped = DIFF.replace("class", "class \\u0041 extends");
        for (bug, sum, diff, expected) in [
            (two.as_str(), SUM, DIFF, "2 places"),
            (BUG, "class Sum {}\n\n", DIFF, "apply"),
            (BUG, SUM, "no patch", "apply"),
            (BUG, &escape, &escaped, "escape such as"),
            (BUG, SUM, &DIFF.replace("/Sum.java", "/../Sum.java"), "path"),
        ] {
            match compared(bug, sum, diff, FIX) {
                Comparison::Unknown { reason } => assert!(reason.contains(expected), "{reason}"),
                other => panic!("{expected}: {other:?}"),
            }
        }
    }
}
