use super::{CHANGERS, Group, changes_of};
use crate::engine_proof::test_subject::{view_of_body, whole_body};
use crate::metrics::SplitMix;

/// Every text that a changer makes of a body with many seeds, without repetition and in order.
fn all(name: &str, body: &str) -> Vec<String> {
    let view = view_of_body(body);
    let subject = whole_body(&view);
    let changer = CHANGERS.iter().find(|changer| changer.name == name).unwrap();
    let mut texts: Vec<String> = (0..200)
        .filter_map(|seed| (changer.make)(&subject, &mut SplitMix::new(seed)))
        .map(|change| {
            assert_eq!(change.text[..change.at], body[..change.at], "{name}");
            change.text
        })
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn each_change_where_it_is_possible() {
    let cases: [(&str, &str, &[&str]); 14] = [
        ("other name", "a();", &["A();", "m();"]),
        ("misspelt name", "ab();", &["a();", "aab();", "abb();", "abs();", "b();", "ba();"]),
        ("dropped token", "a();", &[" ();", "a );", "a( ;", "a() "]),
        ("doubled token", "a();", &["a a();", "a( ();", "a() );", "a(); ;"]),
        ("swapped tokens", "a+b;", &[" + a b;", "a b + ;", "a+ ; b "]),
        ("wrong arity", "a(1, b());", &["a(1);", "a(1, b(), null);", "a(1, b(null));"]),
        ("wrong type", "x = 1;", &["x = \"text\";", "x = new Object[0][0];"]),
        ("missing return", "if (a) return 1;", &["if (a) ;"]),
        ("unreachable code", "return;", &["return; int afterTheEnd = 0;"]),
        ("unreported exception", "a();", &["if (true) { throw new Exception(); } a();"]),
        ("uninitialised variable", "int x = a(1); f(x);", &["int x ; f(x);"]),
        ("duplicate variable", "A<B> x = a(); f(x);", &["A<B> x = a(); int x = 0; f(x);"]),
        ("renamed local", "int x = 1; y.x = x;", &["int xRenamed = 1; y.x = xRenamed;"]),
        ("swapped arguments", "f(a, g());", &["f(g(), a);"]),
    ];
    for (name, body, expected) in cases {
        let mut expected: Vec<String> = expected.iter().map(|text| (*text).to_owned()).collect();
        expected.sort();
        assert_eq!(all(name, body), expected, "{name}");
    }
}

#[test]
fn nothing_is_changed_where_there_is_no_place() {
    for (name, body) in [
        ("wrong arity", "x = 1;"),
        ("wrong type", "a();"),
        ("missing return", "a();"),
        ("uninitialised variable", "x = 1;"),
        ("duplicate variable", "x = 1;"),
        ("renamed local", "x = 1;"),
        ("swapped arguments", "f(a);"),
        ("other member", "a.b();"),
    ] {
        assert_eq!(all(name, body), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn statements_and_expressions_are_put_into_others() {
    for (name, expected) in [
        ("in an if", "if (hashCode() > 0) { f(1); }"),
        ("in a try", "try { f(1); } finally { }"),
        ("in a lambda", "Runnable deferred = () -> { f(1); };"),
        ("in parentheses", "f((1));"),
        ("in a condition", "f(hashCode() > 0 ? 1 : 1);"),
    ] {
        assert_eq!(all(name, "f(1);"), [expected], "{name}");
    }
}

#[test]
fn the_same_seed_makes_the_same_changes() {
    let view = view_of_body("int x = f(a, 1); if (x > 2) { return; } g(x);");
    let subject = whole_body(&view);
    for group in Group::ALL {
        let made = |seed| -> Vec<String> {
            let mut random = SplitMix::new(seed);
            let made = changes_of(&subject, group, 3, &mut random);
            made.into_iter().map(|(_, change)| change.text).collect()
        };
        assert_eq!(made(7), made(7));
        assert!(made(7).len() <= 3 && !made(7).is_empty(), "{group:?}");
    }
}
