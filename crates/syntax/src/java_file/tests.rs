//! Views of small texts: expected values are written as text, so that a table stays readable.

use task::Span;

use super::{JavaFile, MAXIMUM_FILE_BYTES, SyntaxError};
use crate::Declaration;

/// Takes the marks `«` and `»` out of a text and gives the span between them.
fn marked(text: &str) -> (JavaFile, Span) {
    let start = text.find('«').unwrap();
    let end = text.find('»').unwrap() - '«'.len_utf8();
    (JavaFile::parse(text.replace(['«', '»'], "")).unwrap(), Span::new(start, end))
}

/// `Kind name name`, with the header for a check of it.
fn label(file: &JavaFile, declaration: &Declaration) -> String {
    let names: Vec<_> = declaration.names.iter().map(|&name| file.slice(name)).collect();
    format!("{:?} {}", declaration.kind, names.join(" ")).trim_end().to_owned()
}

fn enclosing(text: &str) -> String {
    let (file, span) = marked(text);
    let chain = file.enclosing(span);
    let labels = chain.iter().map(|&id| label(&file, file.declaration(id).unwrap()));
    labels.collect::<Vec<_>>().join(" > ")
}

#[test]
fn what_encloses_a_place() {
    for (text, expected) in [
        ("class A { void m() { «x();» } }", "Class A > Method m"),
        ("class A { «int f;» }", "Class A > Field f"),
        ("class A { void m() { } «»int f; }", "Class A"),
        ("class A { void m() { }«» }", "Class A"),
        ("class A { void m() {«»} }", "Class A > Method m"),
        ("class A { void m() «» { } }", "Class A > Method m"),
        ("class A { int f, g = «1»; }", "Class A > Field f g"),
        ("class A { A() { «x();» } }", "Class A > Constructor A"),
        ("class A { static { «x();» } }", "Class A > Initializer"),
        ("class A { { «x();» } }", "Class A > Initializer"),
        ("enum A { B, C { int m() { return «1»; } } }", "Enum A > EnumConstant C > Method m"),
        ("enum A { B; { «x();» } }", "Enum A > Initializer"),
        ("record A(int b) { A { «x();» } }", "Record A > CompactConstructor A"),
        ("interface A { int B = «1»; }", "Interface A > Field B"),
        ("@interface A { int b() default «1»; }", "AnnotationType A > AnnotationElement b"),
        (
            "class A { void m() { run(new B() { void n() { «x();» } }); } }",
            "Class A > Method m > AnonymousClass > Method n",
        ),
        (
            "class A { void m() { class L { int n() { return «1»; } } } }",
            "Class A > Method m > Class L > Method n",
        ),
        ("class A { class B { «» } } class C { }", "Class A > Class B"),
        ("«» class A { }", ""),
        ("«»", ""),
    ] {
        assert_eq!(enclosing(text), expected, "{text}");
    }
}

#[test]
fn places_in_broken_files() {
    for (text, expected) in [
        ("class A { void m() { foo.«» } }", "Class A > Method m"),
        ("class A { void m() { if (a «» } void n() { } }", "Class A > Method m"),
        ("class A { int f = ; void m() { «x();» } }", "Class A > Method m"),
    ] {
        let (file, _) = marked(text);
        assert!(file.is_broken(), "{text}");
        assert_eq!(enclosing(text), expected, "{text}");
    }
}

#[test]
fn headers_and_bodies() {
    for (text, expected) in [
        (
            "public final class A<T> extends B implements C { }",
            "public final class A<T> extends B implements C| { }",
        ),
        ("record A(int b, C c)   {\n}", "record A(int b, C c)|   {\n}"),
        ("enum A implements B { C }", "enum A implements B| { C }"),
        ("interface A extends B // why\n { }", "interface A extends B| // why\n { }"),
        ("@Foo(1) sealed interface A permits B { }", "@Foo(1) sealed interface A permits B| { }"),
    ] {
        assert_eq!(split(text, 0), expected);
    }
    for (member, expected) in [
        (
            "@Override public <T> void m(T t) throws E { x(); }",
            "@Override public <T> void m(T t) throws E| { x(); }",
        ),
        ("abstract int m();", "abstract int m();|"),
        ("A(int b) { }", "A(int b)| { }"),
        ("static { }", "static| { }"),
        ("{ }", "|{ }"),
        ("private final int f;", "private final int f;|"),
        ("int[] f[] = { { 1 } };", "int[] f[]| = { { 1 } };"),
        ("String s = \"a\" + b;", "String s| = \"a\" + b;"),
        ("int f = 1, g = 2;", "int f = 1, g = 2;|"),
    ] {
        assert_eq!(split(&format!("class A {{ {member} }}"), 1), expected);
    }
}

/// The text of a declaration with `|` where its header ends.
fn split(text: &str, index: usize) -> String {
    let file = JavaFile::parse(text).unwrap();
    let declaration = &file.declarations()[index];
    let rest = Span::new(declaration.header.end, declaration.span.end);
    format!("{}|{}", file.slice(declaration.header), file.slice(rest))
}

#[test]
fn package_imports_and_members() {
    let text = "package a.b;\nimport c.D;\nimport static e.F.*;\nclass A { int f; void m() { int g; } class I { int h; } }";
    let file = JavaFile::parse(text).unwrap();
    assert_eq!(file.package().map(|span| file.slice(span)), Some("package a.b;"));
    let imports: Vec<_> = file.imports().iter().map(|&span| file.slice(span)).collect();
    assert_eq!(imports, ["import c.D;", "import static e.F.*;"]);
    let (outer, _) = file.members(None).next().unwrap();
    let members: Vec<_> = file.members(Some(outer)).map(|(_, one)| label(&file, one)).collect();
    assert_eq!(members, ["Field f", "Method m", "Class I"]);
}

#[test]
fn the_innermost_callable() {
    for (text, expected) in [
        ("class A { void m() { «x();» } }", Some("Method m")),
        ("class A { void m() { new B() { int f = «1»; }; } }", Some("Method m")),
        ("class A { void m() { new B() { void n() { «x();» } }; } }", Some("Method n")),
        ("class A { «int f;» }", None),
    ] {
        let (file, span) = marked(text);
        let found = file.enclosing_callable(span).and_then(|id| file.declaration(id));
        assert_eq!(found.map(|one| label(&file, one)).as_deref(), expected, "{text}");
    }
}

/// The statements of a method's body, each as `head` or `head~rest`.
fn statements(body: &str) -> Vec<String> {
    let file = JavaFile::parse(format!("class A {{ A() {{ {body} }} }}")).unwrap();
    assert!(!file.is_broken(), "{body}");
    let show = |statement: &crate::Statement| {
        let rest = Span::new(statement.head.end, statement.span.end);
        let nested = if rest.is_empty() { "" } else { "~" };
        format!("{}{nested}", file.slice(statement.head))
    };
    file.statements().iter().map(show).collect()
}

#[test]
fn statements_and_their_heads() {
    for (body, expected) in [
        ("super(); a(); int b = 1; return;", vec!["super();", "a();", "int b = 1;", "return;"]),
        ("if (a) { b(); } else c();", vec!["if (a)~", "b();", "c();"]),
        ("for (int i = 0; i < n; i++) a();", vec!["for (int i = 0; i < n; i++)~", "a();"]),
        ("for (A a : b) { continue; }", vec!["for (A a : b)~", "continue;"]),
        ("while (a) break;", vec!["while (a)~", "break;"]),
        ("do { a(); } while (b);", vec!["do { a(); } while (b);", "a();"]),
        ("try (A a = b()) { c(); } finally { d(); }", vec!["try (A a = b())~", "c();", "d();"]),
        ("synchronized (a) { throw b; }", vec!["synchronized (a)~", "throw b;"]),
        ("switch (a) { case 1: b(); }", vec!["switch (a)~", "b();"]),
        (
            "int a = switch (b) { default -> { yield 1; } };",
            vec!["int a = switch (b) { default -> { yield 1; } };", "yield 1;"],
        ),
        ("x: while (a) { }", vec!["x:~", "while (a)~"]),
        ("run(() -> { a(); });", vec!["run(() -> { a(); });", "a();"]),
        ("{ assert a; }", vec!["assert a;"]),
    ] {
        assert_eq!(statements(body), expected, "{body}");
    }
}

#[test]
fn no_text_is_too_odd() {
    let deep = 20_000;
    let nested_classes = "class A { ".repeat(deep);
    for text in [
        "{".repeat(deep),
        "}".repeat(deep),
        "(".repeat(deep),
        "\"".repeat(deep),
        nested_classes.clone() + &"}".repeat(deep),
        nested_classes,
        "\u{0}é\u{feff}\r🦀".repeat(100),
        "/*".to_owned(),
    ] {
        let file = JavaFile::parse(text).unwrap();
        let all = Span::new(0, file.text().len());
        assert!(file.enclosing(all).len() <= file.declarations().len());
        for declaration in file.declarations() {
            assert!(declaration.span.contains(declaration.header));
            assert!(file.text().get(declaration.span.start..declaration.span.end).is_some());
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let error = JavaFile::parse(" ".repeat(MAXIMUM_FILE_BYTES + 1)).unwrap_err();
    assert!(matches!(error, SyntaxError::TooLarge { .. }));
    assert_eq!(
        error.to_string(),
        "a Java file of 10485761 bytes is above the limit of 10485760 bytes"
    );
}
