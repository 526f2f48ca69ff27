use std::time::Duration;

use project::{TestOutcome, TestProblem, TestReport, TestResult};
use task::{TestName, Verdict, VerdictKind};

use super::{judge_all_tests, judge_failing_tests};
use crate::Baseline;
use crate::test_run::{TestRun, TestRunEnd};

/// Results in one line: `+A#b` passed, `-A#b` failed, `?A#b` skipped.
fn report(text: &str) -> TestReport {
    let result = |word: &str| TestResult {
        test: word[1..].parse().unwrap(),
        display_name: word.to_owned(),
        outcome: match &word[..1] {
            "+" => TestOutcome::Passed,
            "-" => TestOutcome::Failed(TestProblem {
                exception: "E".to_owned(),
                message: "m".to_owned(),
                stack_trace: String::new(),
            }),
            "?" => TestOutcome::Skipped { reason: String::new() },
            other => panic!("`{other}`"),
        },
        seconds: 0.0,
    };
    TestReport { results: text.split_whitespace().map(result).collect() }
}

fn names(text: &str) -> Vec<TestName> {
    text.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn complete(text: &str) -> TestRun {
    TestRun { report: report(text), end: TestRunEnd::Complete }
}

fn died(text: &str, under_way: Option<&str>) -> TestRun {
    let under_way = under_way.map(|name| name.parse().unwrap());
    TestRun { report: report(text), end: TestRunEnd::Died { under_way, reason: "exit".to_owned() } }
}

fn shown(verdict: Option<Verdict>) -> String {
    match verdict {
        None => "pass".to_owned(),
        Some(Verdict::FailsFailingTest { test, message }) => format!("fails {test}: {message}"),
        Some(Verdict::BreaksAnotherTest { test, message }) => format!("breaks {test}: {message}"),
        Some(Verdict::InfrastructureFault { reason }) => format!("fault: {reason}"),
        Some(Verdict::Plausible { tests_run }) => format!("plausible {tests_run}"),
        Some(other) => format!("{other:?}"),
    }
}

#[test]
fn only_a_pass_of_each_failing_test_counts() {
    for (results, targets, expected) in [
        ("+A#b", "A#b", "pass"),
        ("+A#b +A#c", "A#b A#c", "pass"),
        ("+A#b +A#b", "A#b", "pass"),
        ("+A#b -A#b", "A#b", "fails A#b: E: m"),
        ("+A#b -A#c", "A#b A#c", "fails A#c: E: m"),
        ("?A#b", "A#b", "fails A#b: it was skipped"),
        ("?A#b +A#b", "A#b", "pass"),
        ("", "A#b", "fault: `A#b` was not executed"),
        ("+A#c", "A#b", "fault: `A#b` was not executed"),
        ("+B#b", "A#b", "fault: `A#b` was not executed"),
        ("-A", "A#b", "fails A#b: E: m"),
        ("+A#b -A", "A#b", "fails A#b: E: m"),
        ("?A", "A#b", "fails A#b: it was skipped"),
        ("+A#b +A$In#c", "A", "pass"),
        ("+A#b -A$In#c", "A", "fails A: E: m"),
        ("+A#b -AB#c", "A", "pass"),
        ("+A#b -A#c", "A#b", "pass"),
    ] {
        let verdict = judge_failing_tests(&complete(results), &names(targets));
        assert_eq!(shown(verdict), expected, "{results} for {targets}");
    }
}

#[test]
fn a_death_is_never_a_pass() {
    for (run, expected) in
        [(died("+A#b", None), "fails A#b: exit"), (died("+A#b", Some("A#c")), "fails A#c: exit")]
    {
        assert_eq!(shown(judge_failing_tests(&run, &names("A#b"))), expected);
    }
}

#[test]
fn what_failed_before_is_not_held_against_a_patch() {
    let baseline = Baseline {
        passing: names("A#p A#q").into_iter().collect(),
        failing: names("A#b A#old").into_iter().collect(),
        ..Baseline::default()
    };
    let all = |run: &TestRun| shown(Some(judge_all_tests(run, &baseline, &names("A#b"))));
    for (results, expected) in [
        ("+A#p +A#q +A#b +A#old", "plausible 4"),
        ("+A#p +A#q +A#b -A#old", "plausible 4"),
        ("+A#p +A#q +A#b", "plausible 3"),
        ("+A#p -A#q +A#b", "breaks A#q: E: m"),
        ("+A#p +A#q -A#b", "fails A#b: E: m"),
        ("+A#p +A#b", "breaks A#q: it passed before, and now it was skipped or not executed"),
        ("+A#p ?A#q +A#b", "breaks A#q: it passed before, and now it was skipped or not executed"),
        ("+A#p +A#q +A#b -A#new", "breaks A#new: E: m"),
        ("", "fault: `A#b` was not executed"),
    ] {
        assert_eq!(all(&complete(results)), expected, "{results}");
    }
    let stopped = |text: &str| TestRun { report: report(text), end: TestRunEnd::StoppedAtFailure };
    assert_eq!(all(&stopped("-A#old +A#b -A#p")), "breaks A#p: E: m");
    assert_eq!(all(&stopped("-A")), "fails A#b: E: m");
    assert_eq!(all(&died("+A#p", Some("A#q"))), "breaks A#q: exit");
    assert_eq!(all(&died("+A#p", None)), "breaks A#q: exit");
    assert_eq!(all(&died("+A#p +A#q", None)), "fault: exit");
}

#[test]
fn limits_and_faults_are_told_apart() {
    for (end, expected) in [
        (TestRunEnd::TimedOut { limit: Duration::from_secs(3) }, VerdictKind::TimedOut),
        (TestRunEnd::Faulty { reason: "r".to_owned() }, VerdictKind::InfrastructureFault),
    ] {
        let run = TestRun { report: report("+A#b"), end };
        let targets = names("A#b");
        assert_eq!(judge_failing_tests(&run, &targets).unwrap().kind(), expected);
        assert_eq!(judge_all_tests(&run, &Baseline::default(), &targets).kind(), expected);
    }
}
