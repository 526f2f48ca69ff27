//! What the developers wrote where the hole is. This is the judge's side: nothing that draws
//! samples may use it, and [`crate::repair_side::RepairSide`] has no way to it.

use std::fs;
use std::path::Path;

use task::{Hole, SourceText};

use crate::bug::Bug;
use crate::error::{BenchError, temporary_folder};
use crate::git::{apply_patch, patched_files};

/// The reference fix as a text for a hole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reference {
    /// The bug has none.
    None,
    /// It changes what is in the hole and nothing else.
    Text {
        /// The hole.
        hole: Box<Hole>,
        /// What the fix puts there.
        text: String,
    },
    /// It is no text for this hole.
    NotInTheHole {
        /// Why.
        reason: String,
    },
}

/// Applies the bug's reference fix to a copy of the file of its only hole and cuts out what is in
/// the hole then.
///
/// # Errors
/// When no copy can be made. A fix that does not apply is [`Reference::NotInTheHole`].
pub(crate) fn read_reference(bug: &Bug) -> Result<Reference, BenchError> {
    let Some(patch) = bug.reference_patch() else { return Ok(Reference::None) };
    match hole_of(bug)? {
        Ok(hole) => reference_in(hole, &patch),
        Err(reason) => Ok(Reference::NotInTheHole { reason }),
    }
}

/// The hole, or why there is none.
fn hole_of(bug: &Bug) -> Result<Result<Hole, String>, BenchError> {
    let [hole] = bug.file.holes.as_slice() else {
        return Ok(Err("the bug has not one place but several or none".to_owned()));
    };
    let file = hole.at.file();
    let source = read_source(&bug.project().join(file), file)?;
    Ok(source.and_then(|text| Hole::at(&text, &hole.at).map_err(|error| error.to_string())))
}

fn reference_in(hole: Hole, patch: &Path) -> Result<Reference, BenchError> {
    let file = hole.original().path();
    let no_text = |reason: String| Ok(Reference::NotInTheHole { reason });
    let files = match patched_files(patch) {
        Ok(files) => files,
        Err(error) => return no_text(error.to_string()),
    };
    if files != [file] {
        let names: Vec<String> = files.iter().map(|file| format!("`{}`", file.display())).collect();
        return no_text(format!("it changes {}", names.join(", ")));
    }
    let folder = temporary_folder()?;
    let copy = folder.path().join(file);
    let parent = copy.parent().unwrap_or(folder.path());
    fs::create_dir_all(parent).map_err(BenchError::file("create", parent))?;
    fs::write(&copy, hole.original().to_bytes()).map_err(BenchError::file("write", &copy))?;
    if let Err(error) = apply_patch(folder.path(), patch, false) {
        return no_text(error.to_string());
    }
    let fixed = match read_source(&copy, file)? {
        Ok(fixed) => fixed,
        Err(reason) => return no_text(reason),
    };
    match text_in_hole(&hole, fixed.text()).map(str::to_owned) {
        Some(text) => Ok(Reference::Text { hole: Box::new(hole), text }),
        None => no_text("it changes the file outside of the hole, too".to_owned()),
    }
}

fn read_source(path: &Path, name: &Path) -> Result<Result<SourceText, String>, BenchError> {
    match fs::read(path) {
        Ok(bytes) => Ok(SourceText::from_bytes(name, bytes).map_err(|error| error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(Err("the file is not there".to_owned()))
        }
        Err(error) => Err(BenchError::file("read", path)(error)),
    }
}

/// What stands between the hole's surroundings in the fixed file.
fn text_in_hole<'a>(hole: &Hole, fixed: &'a str) -> Option<&'a str> {
    let rest = fixed.strip_prefix(hole.prefix())?;
    if let Some(text) = rest.strip_suffix(hole.suffix()) {
        return Some(text);
    }
    // Where whole lines were removed, the line end after them went too.
    (hole.suffix().strip_prefix('\n') == Some(rest)).then_some("")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use task::{Hole, SourceText};

    use super::{Reference, read_reference, text_in_hole};
    use crate::bug::Bug;

    fn check(before: &str, place: &str, after: &str, expected: Option<&str>) {
        let file = SourceText::from_bytes("A.java", before.as_bytes().to_vec()).unwrap();
        let hole = Hole::at(&file, &place.parse().unwrap()).unwrap();
        assert_eq!(text_in_hole(&hole, after), expected, "for `{after}`");
    }

    #[test]
    fn the_reference_is_what_stands_where_the_hole_was() {
        check("a\nb\nc\n", "A.java:2", "a\nx\ny\nc\n", Some("x\ny"));
        check("a\nb\nc\n", "A.java:2", "a\nc\n", Some(""));
        check("a\nb\nc\n", "A.java:2-3", "a\n", Some(""));
        check("a\nb\n", "A.java:1+", "a\nx\nb\n", Some("x"));
        check("a\n", "A.java:0+", "x\na\n", Some("x"));
        check("a\nb\nc\n", "A.java:2", "z\nx\nc\n", None);
        check("a\nb\nc\n", "A.java:2", "a\nx\nz\n", None);
        check("a\na\na\n", "A.java:2", "a\na\n", Some(""));
    }

    /// The reference of a bug whose file `A.java` is `a`, `b`, `c` with a hole at `b`.
    fn reference(patch: Option<&str>) -> Reference {
        let folder = tempfile::tempdir().unwrap();
        let mut text = "format_version = 1\nname = \"n\"\nproject = \"p\"\n[tests]\n\
                        failing = [\"a.B\"]\n[[holes]]\nat = \"s/A.java:2\"\n"
            .to_owned();
        fs::create_dir_all(folder.path().join("p/s")).unwrap();
        fs::write(folder.path().join("p/s/A.java"), "a\nb\nc\n").unwrap();
        if let Some(patch) = patch {
            fs::write(folder.path().join("fix.diff"), patch).unwrap();
            text.push_str("[reference]\npatch = \"fix.diff\"\n");
        }
        fs::write(folder.path().join("bug.toml"), text).unwrap();
        read_reference(&Bug::open(folder.path()).unwrap()).unwrap()
    }

    #[test]
    fn a_fix_that_is_no_text_for_the_hole_says_why() {
        let head = "--- a/s/A.java\n+++ b/s/A.java\n";
        let in_hole = format!("{head}@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n");
        let Reference::Text { hole, text } = reference(Some(&in_hole)) else { panic!("no text") };
        assert_eq!((hole.content(), text.as_str()), ("b", "x\ny"));
        assert_eq!(reference(None), Reference::None);
        let other = "--- a/s/B.java\n+++ b/s/B.java\n@@ -1 +1 @@\n-a\n+b\n";
        for (patch, expected) in [
            (format!("{head}@@ -1,3 +1,3 @@\n-a\n+z\n-b\n+x\n c\n"), "outside of the hole"),
            (format!("{in_hole}{other}"), "it changes `s/A.java`, `s/B.java`"),
            (format!("{head}@@ -1,3 +1,3 @@\n a\n-q\n+x\n c\n"), "patch does not apply"),
            ("no patch".to_owned(), "No valid patches"),
        ] {
            let Reference::NotInTheHole { reason } = reference(Some(&patch)) else {
                panic!("{patch} is a text")
            };
            assert!(reason.contains(expected), "{reason}");
        }
    }
}
