//! A patch as text that `git apply` takes.

use std::path::{Path, PathBuf};

use similar::TextDiff;
use task::SourceText;

/// How many unchanged lines are shown around a change.
const CONTEXT_LINES: usize = 3;

/// The difference from `before` to `after` with the file named as `path`, or nothing when the
/// bytes are the same. Line ends and a missing last line end are kept as they are.
pub fn unified_diff(path: &Path, before: &SourceText, after: &SourceText) -> String {
    let (before, after) = (text_as_written(before), text_as_written(after));
    let lines =
        |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(&before), lines(&after));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&old, &new);
    let body = diff.unified_diff().context_radius(CONTEXT_LINES).to_string();
    if body.is_empty() {
        return String::new();
    }
    let (a, b) = (quoted("a", path), quoted("b", path));
    format!("diff --git {a} {b}\n--- {a}\n+++ {b}\n{body}")
}

/// How git is to name a file: from the root of the repository that holds it, since that is where
/// `git apply` looks; from `root` when there is no repository.
pub fn path_for_git(root: &Path, file: &Path) -> PathBuf {
    root.join(file).strip_prefix(folder_for_git(root)).unwrap_or(file).to_owned()
}

/// The folder in which `git apply` finds the file by the name in the patch. In other folders it finds
/// nothing, and may not even say so.
pub(crate) fn folder_for_git(root: &Path) -> &Path {
    root.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(root)
}

fn text_as_written(source: &SourceText) -> String {
    String::from_utf8_lossy(&source.to_bytes()).into_owned()
}

/// A path as git writes it: with `/`, and in quotes when a character in it needs an escape.
fn quoted(side: &str, path: &Path) -> String {
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let plain = format!("{side}/{}", parts.join("/"));
    let needs_escape = |byte: u8| !(0x20..0x7f).contains(&byte) || matches!(byte, b'"' | b'\\');
    if !plain.bytes().any(needs_escape) {
        return plain;
    }
    let mut escaped = String::from("\"");
    for byte in plain.bytes() {
        match byte {
            b'"' | b'\\' => {
                escaped.push('\\');
                escaped.push(char::from(byte));
            }
            _ if needs_escape(byte) => escaped.push_str(&format!("\\{byte:03o}")),
            _ => escaped.push(char::from(byte)),
        }
    }
    escaped.push('"');
    escaped
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use task::SourceText;

    use super::{path_for_git, unified_diff};

    /// Git itself must take the patch and make exactly the new file of the old one.
    fn check(name: &str, before: &[u8], after: &[u8]) {
        let folder = tempfile::tempdir().unwrap();
        let path = Path::new(name);
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, before).unwrap();
        let source = |bytes: &[u8]| SourceText::from_bytes(path, bytes.to_vec()).unwrap();
        let diff = unified_diff(path, &source(before), &source(after));
        fs::write(folder.path().join("p.diff"), &diff).unwrap();
        let output = Command::new("git")
            .args(["apply", "p.diff"])
            .current_dir(folder.path())
            .env("GIT_CEILING_DIRECTORIES", folder.path())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{message}\n{diff}");
        assert_eq!(fs::read(&file).unwrap(), after, "{diff}");
    }

    #[test]
    fn git_applies_what_is_written() {
        check("src/A.java", b"a\nb\nc\n", b"a\nx\nc\n");
        check("src/A.java", b"a\r\nb\r\nc\r\n", b"a\r\nx\r\ny\r\nc\r\n");
        check("src/A.java", b"a\nb", b"a\nc");
        check("src/A.java", b"a\nb", b"a\nb\n");
        check("src/A.java", b"a\nb\n", b"a\n");
        check("src/A.java", b"a\n", b"x\na\n");
        check("src/A.java", b"a\rb\nc\n", b"a\rb\nd\n");
        check("src dir/Ä \"q\".java", b"a\n", b"b\n");
        check("src/A.java", b"\xef\xbb\xbfa\nb\n", b"\xef\xbb\xbfa\nc\n");
    }

    #[test]
    fn nothing_changed_is_no_patch() {
        let source = SourceText::from_bytes("A.java", b"a\n".to_vec()).unwrap();
        assert_eq!(unified_diff(Path::new("A.java"), &source, &source), "");
    }

    #[test]
    fn files_are_named_from_the_root_of_their_repository() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("inner/project");
        fs::create_dir_all(&project).unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        let file = Path::new("src/A.java");
        assert_eq!(path_for_git(&project, file), Path::new("inner/project/src/A.java"));
        fs::create_dir(project.join(".git")).unwrap();
        assert_eq!(path_for_git(&project, file), Path::new("src/A.java"));
    }
}
