//! What is wrong with a bug is found and named.

use std::fs;
use std::path::Path;

use bench::{Bug, Finding, LintReport, lint};

use crate::fixture::{SUM, TEST, described, lint_settings, maven_bug, write};

fn linted(folder: &Path) -> LintReport {
    lint(&Bug::open(folder).unwrap(), &lint_settings()).unwrap()
}

#[test]
fn a_bug_in_order_has_no_findings() {
    let bug = maven_bug();
    let before = fs::read_to_string(bug.path().join("program/src/main/java/lab/Sum.java")).unwrap();
    let report = linted(bug.path());
    assert_eq!(report.findings, []);
    assert!(report.reference && report.slow.is_none());
    assert_eq!((report.passing, report.also_failing.len()), (1, 0));
    assert_eq!(before, SUM, "the bug's own files stay");
    assert!(!bug.path().join("program/target").exists());
}

/// The same project without its build tool: quick enough to break it in many ways.
#[test]
fn each_thing_that_is_wrong_is_named() {
    let described = described();
    type Change = (&'static str, &'static str, &'static str);
    let cases: [(&[Change], &str); 10] = [
        (&[], ""),
        (&[("program/src/main/java/lab/Sum.java", "0;", "\"\";")], "does-not-compile"),
        (&[("bug.toml", "SumTest#adds", "SumTest#isNothing")], "failing-tests-pass"),
        (&[("bug.toml", "SumTest#adds", "SumTest#gone")], "failing-tests-missing"),
        (&[("bug.toml", "Sum.java:5", "Sum.java:50")], "hole"),
        (&[("bug.toml", "[[holes]]\nat = \"src/main/java/lab/Sum.java:5\"", "")], "no-hole"),
        (&[("reference.diff", "one - other", "one * other")], "reference-does-not-apply"),
        (&[("reference.diff", "one + other", "\\\"\\\"")], "fixed-does-not-run"),
        (&[("reference.diff", "one + other", "one | 4")], "fixed-tests-do-not-pass"),
        (
            &[
                ("program/src/main/java/lab/Sum.java", "return 0;", "return of(0, 0);"),
                ("program/src/test/java/lab/SumTest.java", "of(1, 2)", "of(2, 1)"),
                ("reference.diff", "one + other", "one == 2 ? 3 : 7"),
            ],
            "reference-breaks-tests",
        ),
    ];
    for (changes, expected) in cases {
        let bug = maven_bug();
        write(bug.path(), &[("bug.toml", &described)]);
        for (file, from, to) in changes {
            let path = bug.path().join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{file} has no `{from}`");
            fs::write(path, text.replace(from, to)).unwrap();
        }
        let report = linted(bug.path());
        let kinds: Vec<String> = report
            .findings
            .iter()
            .map(|finding| serde_json::to_value(finding).unwrap()["kind"].as_str().unwrap().into())
            .collect();
        assert!(
            kinds.iter().any(|kind| kind == expected) || kinds.is_empty() && expected.is_empty(),
            "{expected}: {:?}",
            report.findings
        );
    }
}

#[test]
fn tests_that_fail_besides_are_told_and_are_no_fault() {
    let bug = maven_bug();
    let other =
        TEST.replace("SumTest", "OtherTest").replace("assertEquals(0, Sum", "assertEquals(9, Sum");
    write(bug.path(), &[("program/src/test/java/lab/OtherTest.java", &other)]);
    let report = linted(bug.path());
    assert_eq!(report.findings, [] as [Finding; 0]);
    let also: Vec<String> = report.also_failing.iter().map(ToString::to_string).collect();
    assert_eq!(also, ["lab.OtherTest#adds", "lab.OtherTest#isNothing"]);
    assert_eq!(report.also_failing_reason, "java.lang.AssertionError: expected:<3> but was:<-1>",);
}

#[test]
fn a_test_that_other_tests_make_pass_fails_all_the_same() {
    let bug = maven_bug();
    let test =
        TEST.replace("assertEquals(3", "if (System.getProperty(\"seen\") == null) assertEquals(3");
    let before = TEST
        .replace("SumTest", "BeforeTest")
        .replace("assertEquals(3, Sum.of(1, 2))", "System.setProperty(\"seen\", \"\")");
    write(
        bug.path(),
        &[
            ("bug.toml", &described()),
            ("program/src/test/java/lab/SumTest.java", &test),
            ("program/src/test/java/lab/BeforeTest.java", &before),
        ],
    );
    let report = linted(bug.path());
    assert_eq!(report.findings, [] as [Finding; 0]);
    let alone: Vec<String> = report.failing_only_alone.iter().map(ToString::to_string).collect();
    assert_eq!(alone, ["lab.SumTest#adds"]);
}

#[test]
fn a_test_that_the_fix_breaks_is_named_unless_it_is_disregarded() {
    let bug = maven_bug();
    let broken = TEST
        .replace("SumTest", "OtherTest")
        .replace("assertEquals(3, Sum.of(1, 2))", "assertEquals(-1, Sum.of(1, 2))");
    let described = described();
    let files = [("bug.toml", &described), ("program/src/test/java/lab/OtherTest.java", &broken)];
    write(bug.path(), &files.map(|(name, text)| (name, text.as_str())));
    let reason = "java.lang.AssertionError: expected:<-1> but was:<3>".to_owned();
    let tests = vec!["lab.OtherTest#adds".parse().unwrap()];
    assert_eq!(linted(bug.path()).findings, [Finding::ReferenceBreaksTests { tests, reason }]);

    let disregarding =
        described.replace("[tests]", "[tests]\ndisregarded = [\"lab.OtherTest#adds\"]");
    write(bug.path(), &[("bug.toml", &disregarding)]);
    let report = linted(bug.path());
    assert_eq!((report.findings, report.passing), (Vec::new(), 2));
}
