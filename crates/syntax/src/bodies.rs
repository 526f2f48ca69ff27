//! Whether a change stays inside the bodies of methods.
//!
//! Such a change leaves what other files can see of a file as it is: nothing in a body is part of
//! a signature, and a constant's value is not in one either. A build can then compile this file
//! alone against the other files' old classes.

use task::Span;

use crate::JavaFile;

/// Whether `span` lies between the braces of a method, constructor or initialiser.
///
/// That says nothing of the text that is put there: it may close the body and open another. Once
/// there is such a text, [`differ_only_in_bodies`] tells.
pub fn changes_only_bodies(file: &JavaFile, span: Span) -> bool {
    file.declarations()
        .iter()
        .any(|declaration| declaration.kind.is_callable() && declaration.holds_in_braces(span))
}

/// Whether two versions of a file are the same but for what stands between the braces of their
/// outermost methods, constructors and initialisers. `false` when one of them is broken: its
/// bodies are then a guess.
pub fn differ_only_in_bodies(before: &JavaFile, after: &JavaFile) -> bool {
    !before.is_broken() && !after.is_broken() && outside_bodies(before).eq(outside_bodies(after))
}

/// The pieces of the text that are left when the inside of each outermost body is taken out.
fn outside_bodies(file: &JavaFile) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let mut pieces = Vec::new();
    let callables = file.declarations().iter().filter(|declaration| declaration.kind.is_callable());
    for body in callables.filter_map(|declaration| declaration.body) {
        if body.start >= start && body.len() >= 2 {
            pieces.push(file.slice(Span::new(start, body.start + 1)));
            start = body.end - 1;
        }
    }
    pieces.push(file.slice(Span::new(start, file.text().len())));
    pieces.into_iter()
}

#[cfg(test)]
mod tests {
    use super::{changes_only_bodies, differ_only_in_bodies};
    use crate::JavaFile;
    use task::Span;

    /// Takes the marks `«` and `»` out of a text and gives the span between them.
    fn marked(text: &str) -> (JavaFile, Span) {
        let start = text.find('«').unwrap();
        let end = text.find('»').unwrap() - '«'.len_utf8();
        (JavaFile::parse(text.replace(['«', '»'], "")).unwrap(), Span::new(start, end))
    }

    #[test]
    fn places_in_bodies() {
        for text in [
            "class A { void m() { «a();» } }",
            "class A { void m() {«»} }",
            "class A { A() { «super();» } }",
            "class A { static { «a();» } }",
            "class A { { «a();» } }",
            "record A(int b) { A { «check(b);» } }",
            "enum A { B { void m() { «a();» } } }",
            "interface A { default int m() { return «1»; } }",
            "class A { void m() { new B() { int «f»; }; } }",
            "class A { int f = new B() { int m() { return «1»; } }.m(); }",
        ] {
            let (file, span) = marked(text);
            assert!(changes_only_bodies(&file, span), "{text}");
        }
    }

    #[test]
    fn places_elsewhere() {
        for text in [
            "class A { void m() «{ a(); }» }",
            "class A { void «m»() { a(); } }",
            "class A { void m() { a(); «}» }",
            "class A { int f = «1»; }",
            "class A { «» void m() { } }",
            "class A { void m()«;» }",
            "class A { void m() { a(«); } void n() {» b(); } }",
            "«import a.B;» class A { }",
            "«»",
        ] {
            let (file, span) = marked(text);
            assert!(!changes_only_bodies(&file, span), "{text}");
        }
    }

    #[test]
    fn a_text_that_leaves_its_body_is_seen() {
        let before = JavaFile::parse("class A { void m() { a(); } int n; }").unwrap();
        for (after, expected) in [
            ("class A { void m() { b(); if (c) { d(); } } int n; }", true),
            ("class A { void m() { class L { int m() { return 1; } } } int n; }", true),
            ("class A { void m() { a(); } int n; }", true),
            ("class A { void m() { a(); } void o() { } int n; }", false),
            ("class A { void m() { a(); /* } int n; } */ } }", false),
            ("class A { void m() { a(); } int n; int p; }", false),
            ("class A { void m() { a(; } int n; }", false),
            ("class A { void m() { a(); }} int n; }", false),
        ] {
            let after = JavaFile::parse(after).unwrap();
            assert_eq!(differ_only_in_bodies(&before, &after), expected, "{}", after.text());
        }
    }
}
