use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Shape, same_classes, shape, shape_changed};

/// One class with a hole for a member and one for code.
fn class(member: &str, code: &str) -> String {
    format!(
        "public class A<T> implements Runnable {{
           {member}
           static class Nested {{ int value; }}
           public void run() {{ {code} }}
         }}"
    )
}

const MEMBER: &str = "protected static final int LIMIT = 3; private int hidden;";

/// What is written in place of [`MEMBER`] and of the code, and whether others can see it.
const VARIANTS: [(&str, &str, bool); 15] = [
    (MEMBER, "System.out.println();", false),
    (MEMBER, "Runnable inner = () -> {}; new Object() { int x; };", false),
    (MEMBER, "class Local { int x; } java.util.Map.Entry<T, T> entry = null;", false),
    ("protected static final int LIMIT = 3; private long other;", "", false),
    ("private int hidden; protected static final int LIMIT = 3;", "", false),
    ("protected static final int LIMIT = 4; private int hidden;", "", true),
    ("public static final int LIMIT = 3; private int hidden;", "", true),
    ("protected static final long LIMIT = 3; private int hidden;", "", true),
    ("protected static final int LIMIT = 3; void more() {}", "", true),
    ("protected static final int LIMIT = 3; void more() throws Exception {}", "", true),
    ("protected static final int LIMIT = 3; T more() { return null; }", "", true),
    ("protected static final int LIMIT = 3; class More {}", "", true),
    ("protected static final int LIMIT = 3; private class More {}", "", true),
    ("protected static final int LIMIT = 3; <S> void more(S s) {}", "", true),
    ("", "", true),
];

fn write_variant(folder: &Path, number: usize, text: &str) -> PathBuf {
    let source = folder.join(format!("source{number}"));
    fs::create_dir(&source).unwrap();
    fs::write(source.join("A.java"), text).unwrap();
    source.join("A.java")
}

/// Compiles each variant into `classesN`. One start of a virtual machine for all of them.
fn compile_variants(folder: &Path, variants: &[String]) {
    let program = r#"
        import javax.tools.ToolProvider;
        class Compile {
          public static void main(String[] files) {
            for (int i = 0; i < files.length; i++) {
              String out = "classes" + i;
              new java.io.File(out).mkdir();
              int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", out, files[i]);
              if (code != 0) { System.exit(code); }
            }
          }
        }"#;
    fs::write(folder.join("Compile.java"), program).unwrap();
    let files =
        variants.iter().enumerate().map(|(number, text)| write_variant(folder, number, text));
    let java = companion::find_jdk(17).unwrap().java();
    let mut command = Command::new(java);
    command.current_dir(folder).arg("Compile.java").args(files);
    assert!(command.status().unwrap().success());
}

#[test]
fn only_what_others_can_see_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut texts = vec![class(MEMBER, "")];
    texts.extend(VARIANTS.iter().map(|(member, code, _)| class(member, code)));
    compile_variants(folder.path(), &texts);
    let classes = |number: usize| folder.path().join(format!("classes{number}"));
    for (number, (member, code, visible)) in VARIANTS.iter().enumerate() {
        let changed = shape_changed(&classes(number + 1), &classes(0));
        assert_eq!(changed, *visible, "{member} / {code}");
        // A class that is gone is as visible as one that has come.
        let reverse = shape_changed(&classes(0), &classes(number + 1));
        assert_eq!(reverse, *visible, "the other way: {member} / {code}");
    }
    assert!(shape_changed(&classes(0), Path::new("/nowhere")));
    let bytes = fs::read(classes(2).join("A$1.class")).unwrap();
    assert_eq!(shape(&bytes), Some(Shape::Hidden));
}

#[test]
fn what_is_no_class_file_has_no_shape() {
    for bytes in [&b""[..], b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbe\0\0\0\x3d\xff\xff\x63"] {
        assert_eq!(shape(bytes), None);
    }
}

#[test]
fn classes_are_the_same_when_the_first_of_that_name_has_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (file, bytes) in [
        ("new/lab/A.class", "A2"),
        ("new/lab/B.class", "B1"),
        ("overlay/lab/A.class", "A2"),
        ("built/lab/A.class", "A1"),
        ("built/lab/B.class", "B1"),
        ("built/lab/C.class", "C1"),
    ] {
        fs::create_dir_all(path(file).parent().unwrap()).unwrap();
        fs::write(path(file), bytes).unwrap();
    }
    let same = |folders: &[&str]| {
        let folders: Vec<PathBuf> = folders.iter().map(|name| path(name)).collect();
        same_classes(&path("new"), &folders.iter().map(PathBuf::as_path).collect::<Vec<_>>())
    };
    assert!(same(&["overlay", "built"]));
    assert!(!same(&["built", "overlay"]));
    assert!(!same(&["overlay"]), "B is nowhere");
}
