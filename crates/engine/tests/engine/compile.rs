//! Whole compilations in memory.

use engine::{JavacEngine, JavacSettings, engine_jdk};
use task::SourceText;

use crate::javac::start;

fn source(path: &str, text: &str) -> SourceText {
    SourceText::from_bytes(path, text.as_bytes().to_vec()).unwrap()
}

#[test]
fn classes_come_by_their_binary_names() {
    let files = [
        source(
            "src/com/example/A.java",
            "package com.example; class A { class B {} int x = C.y; }",
        ),
        source("src/com/example/C.java", "package com.example; class C { static int y = 1; }"),
    ];
    let compilation = start().compile(&files).unwrap();
    assert!(compilation.succeeded(), "{:?}", compilation.errors);
    let mut names: Vec<_> = compilation.classes.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["com.example.A", "com.example.A$B", "com.example.C"]);
    for (_, bytes) in &compilation.classes {
        assert_eq!(bytes[..4], [0xca, 0xfe, 0xba, 0xbe]);
    }
}

#[test]
fn an_error_has_the_callers_path_and_byte_offset() {
    let text = "class A {\n  /* 🚀ä */ int f() { return x; }\n}\n";
    let compilation = start().compile(&[source("src/A.java", text)]).unwrap();
    assert_eq!(compilation.classes, []);
    let [error] = compilation.errors.as_slice() else { panic!("{:?}", compilation.errors) };
    assert_eq!(error.key, "compiler.err.cant.resolve.location");
    assert_eq!(error.path, std::path::Path::new("src/A.java"));
    assert_eq!((error.line, error.offset), (Some(2), text.find("x;")));
    assert!(error.message.contains("symbol:   variable x"), "{}", error.message);
}

#[test]
fn the_projects_classes_are_replaced_by_the_compiled_files() {
    let folder = tempfile::tempdir().unwrap();
    let old = [source("A.java", "public class A { public int old() { return 1; } }")];
    for (name, bytes) in start().compile(&old).unwrap().classes {
        std::fs::write(folder.path().join(format!("{name}.class")), bytes).unwrap();
    }
    let settings = JavacSettings {
        class_path: vec![folder.path().to_owned()],
        ..JavacSettings::new(engine_jdk(None).unwrap())
    };
    let mut engine = JavacEngine::start(settings).unwrap();
    let user = source("B.java", "class B { int f(A a) { return a.old(); } }");
    assert!(engine.compile(std::slice::from_ref(&user)).unwrap().succeeded());
    let new = source("A.java", "public class A { public int renamed() { return 1; } }");
    let compilation = engine.compile(&[user.clone(), new]).unwrap();
    assert_eq!(compilation.errors.len(), 1, "{:?}", compilation.errors);
    assert!(engine.compile(&[user]).unwrap().succeeded(), "nothing of the last call is left");
}
