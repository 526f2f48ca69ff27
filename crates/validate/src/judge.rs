//! From results of tests to a verdict. Pure functions: what was run, and how, is decided elsewhere.

use std::collections::BTreeSet;

use project::{TestOutcome, TestReport, TestResult};
use task::{TestName, Verdict};

use crate::Baseline;
use crate::test_run::{TestRun, TestRunEnd};

/// How stages are called in verdicts.
pub(crate) const COMPILE: &str = "compile";
pub(crate) const FAILING_TESTS: &str = "failing tests";
pub(crate) const ALL_TESTS: &str = "all tests";

/// The verdict after the tests that a patch should mend, when they decide it: `None` when all of
/// them pass.
pub(crate) fn judge_failing_tests(run: &TestRun, targets: &[TestName]) -> Option<Verdict> {
    match &run.end {
        TestRunEnd::TimedOut { limit } => return Some(timed_out(FAILING_TESTS, limit.as_secs())),
        TestRunEnd::Faulty { reason } => return Some(fault(reason.clone())),
        TestRunEnd::StoppedAtFailure => {
            let failing = |target: &TestName| failure_of(&run.report, target);
            return targets.iter().find_map(failing);
        }
        TestRunEnd::Died { under_way, reason } => {
            let test = under_way.clone().or_else(|| targets.first().cloned());
            return Some(match test {
                Some(test) => Verdict::FailsFailingTest { test, message: reason.clone() },
                None => fault(reason.clone()),
            });
        }
        TestRunEnd::Complete => {}
    }
    targets.iter().find_map(|target| {
        let results: Vec<&TestResult> = results_of(&run.report, target).collect();
        let failing = |message| Some(Verdict::FailsFailingTest { test: target.clone(), message });
        if let Some(verdict) = failure_of(&run.report, target) {
            Some(verdict)
        } else if results.iter().any(|result| result.outcome == TestOutcome::Passed) {
            None
        } else if results.is_empty() {
            Some(fault(format!("`{target}` was not executed")))
        } else {
            failing("it was skipped".to_owned())
        }
    })
}

/// The verdict after all tests.
pub(crate) fn judge_all_tests(run: &TestRun, baseline: &Baseline, targets: &[TestName]) -> Verdict {
    match &run.end {
        TestRunEnd::TimedOut { limit } => return timed_out(ALL_TESTS, limit.as_secs()),
        TestRunEnd::Faulty { reason } => return fault(reason.clone()),
        TestRunEnd::Died { under_way: Some(test), reason } => {
            return Verdict::BreaksAnotherTest { test: test.clone(), message: reason.clone() };
        }
        TestRunEnd::Died { under_way: None, reason } => {
            return match first_missing(&run.report, baseline) {
                Some(test) => Verdict::BreaksAnotherTest { test, message: reason.clone() },
                None => fault(reason.clone()),
            };
        }
        TestRunEnd::StoppedAtFailure => {
            let broken = || {
                let (test, message) = first_new_failure(&run.report, baseline)?;
                Some(Verdict::BreaksAnotherTest { test, message })
            };
            let fault = || fault("the test run was stopped by no failure".to_owned());
            return judge_failing_tests(run, targets).or_else(broken).unwrap_or_else(fault);
        }
        TestRunEnd::Complete => {}
    }
    // The failing tests are judged first: they passed a moment ago, so one of them is unstable.
    if let Some(verdict) = judge_failing_tests(run, targets) {
        return verdict;
    }
    if let Some((test, message)) = first_broken(&run.report, baseline) {
        return Verdict::BreaksAnotherTest { test, message };
    }
    match run.report.executed() {
        0 => fault("no test was executed".to_owned()),
        tests_run => Verdict::Plausible { tests_run },
    }
}

/// The verdict that a failure of a test that should be mended comes to.
fn failure_of(report: &TestReport, target: &TestName) -> Option<Verdict> {
    let message = results_of(report, target).find_map(failure_message)?;
    Some(Verdict::FailsFailingTest { test: target.clone(), message })
}

/// A test that fails and did not fail before, or that passed before and has not passed now.
fn first_broken(report: &TestReport, baseline: &Baseline) -> Option<(TestName, String)> {
    first_new_failure(report, baseline).or_else(|| {
        let test = first_missing(report, baseline)?;
        Some((test, "it passed before, and now it was skipped or not executed".to_owned()))
    })
}

fn first_new_failure(report: &TestReport, baseline: &Baseline) -> Option<(TestName, String)> {
    report.results.iter().find_map(|result| {
        let message = failure_message(result)?;
        (!baseline.failing.contains(&result.test)).then(|| (result.test.clone(), message))
    })
}

fn first_missing(report: &TestReport, baseline: &Baseline) -> Option<TestName> {
    let passed: BTreeSet<&TestName> = report
        .results
        .iter()
        .filter(|result| result.outcome == TestOutcome::Passed)
        .map(|result| &result.test)
        .collect();
    baseline.passing.iter().find(|test| !passed.contains(test)).cloned()
}

/// The results that speak about a test: its own, those of the class when the whole class is meant,
/// and failures of the class as a whole.
fn results_of<'a>(
    report: &'a TestReport,
    test: &'a TestName,
) -> impl Iterator<Item = &'a TestResult> {
    report.results.iter().filter(move |result| {
        let found = &result.test;
        let nested =
            || found.class.strip_prefix(&test.class).is_some_and(|rest| rest.starts_with('$'));
        match (&test.method, &found.method) {
            (None, _) => found.class == test.class || nested(),
            (Some(_), None) => found.class == test.class && result.outcome != TestOutcome::Passed,
            (Some(wanted), Some(method)) => found.class == test.class && method == wanted,
        }
    })
}

/// What a failing test says in one line.
pub(crate) fn failure_message(result: &TestResult) -> Option<String> {
    let problem = result.outcome.problem()?;
    Some(match problem.message.as_str() {
        "" => problem.exception.clone(),
        message => format!("{}: {message}", problem.exception),
    })
}

pub(crate) fn timed_out(stage: &str, limit_seconds: u64) -> Verdict {
    Verdict::TimedOut { stage: stage.to_owned(), limit_seconds }
}

pub(crate) fn fault(reason: String) -> Verdict {
    Verdict::InfrastructureFault { reason }
}

#[cfg(test)]
mod tests;
