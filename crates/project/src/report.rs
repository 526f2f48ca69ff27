//! What a run of tests came to.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use task::TestName;

/// The results of one run. It holds at least one test that was executed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// One entry for each test, and for each invocation of a parameterised one.
    pub results: Vec<TestResult>,
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// Its name. Without a method, the class as a whole: its set-up failed, or its JVM died.
    pub test: TestName,
    /// The name as the runner shows it, such as `adds(int)[3]`.
    pub display_name: String,
    /// What it came to.
    pub outcome: TestOutcome,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What a test came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TestOutcome {
    /// The runner says that it passed.
    Passed,
    /// An assertion failed.
    Failed(TestProblem),
    /// It ended with another exception, or its JVM died.
    Errored(TestProblem),
    /// It was not executed, on the project's own wish.
    Skipped {
        /// The reason that the project gives, if any.
        reason: String,
    },
}

/// Why a test did not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestProblem {
    /// The class of the exception.
    pub exception: String,
    /// Its message, if any.
    pub message: String,
    /// The stack trace as the runner shows it.
    pub stack_trace: String,
}

impl TestOutcome {
    /// Whether the test failed or ended with an error.
    pub fn is_failing(&self) -> bool {
        self.problem().is_some()
    }

    /// Whether the test was executed.
    pub fn is_executed(&self) -> bool {
        !matches!(self, TestOutcome::Skipped { .. })
    }

    /// Why it did not pass.
    pub fn problem(&self) -> Option<&TestProblem> {
        match self {
            TestOutcome::Failed(problem) | TestOutcome::Errored(problem) => Some(problem),
            TestOutcome::Passed | TestOutcome::Skipped { .. } => None,
        }
    }
}

impl TestReport {
    /// How many tests were executed.
    pub fn executed(&self) -> usize {
        self.results.iter().filter(|result| result.outcome.is_executed()).count()
    }

    /// The tests that an earlier run executed and this one did not. They are no passes: a test JVM
    /// that dies takes the tests behind it along.
    pub fn missing_since(&self, earlier: &TestReport) -> Vec<TestName> {
        let here: BTreeSet<_> = self.executed_tests().collect();
        let missing: BTreeSet<_> =
            earlier.executed_tests().filter(|test| !here.contains(test)).collect();
        missing.into_iter().cloned().collect()
    }

    fn executed_tests(&self) -> impl Iterator<Item = &TestName> {
        let executed = self.results.iter().filter(|result| result.outcome.is_executed());
        executed.map(|result| &result.test)
    }
}

/// The tests that failed or ended with an error, each once, in the order of the report.
pub fn failing_tests(report: &TestReport) -> Vec<TestName> {
    let mut seen = BTreeSet::new();
    let failing = report.results.iter().filter(|result| result.outcome.is_failing());
    failing.filter(|result| seen.insert(&result.test)).map(|result| result.test.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::{TestOutcome, TestProblem, TestReport, TestResult, failing_tests};

    fn report(results: &[(&str, TestOutcome)]) -> TestReport {
        let result = |(test, outcome): &(&str, TestOutcome)| TestResult {
            test: test.parse().unwrap(),
            display_name: (*test).to_owned(),
            outcome: outcome.clone(),
            seconds: 0.0,
        };
        TestReport { results: results.iter().map(result).collect() }
    }

    #[test]
    fn a_test_that_fails_twice_is_named_once() {
        let problem = TestProblem::default();
        let report = report(&[
            ("a.T#x", TestOutcome::Passed),
            ("a.T#y", TestOutcome::Failed(problem.clone())),
            ("a.T#y", TestOutcome::Errored(problem)),
            ("a.T#z", TestOutcome::Skipped { reason: String::new() }),
        ]);
        let names: Vec<_> = failing_tests(&report).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["a.T#y"]);
        assert_eq!(report.executed(), 3);
    }

    #[test]
    fn a_skipped_test_is_missing_too() {
        let before = report(&[("a.T#x", TestOutcome::Passed), ("a.T#y", TestOutcome::Passed)]);
        let after = report(&[("a.T#x", TestOutcome::Skipped { reason: String::new() })]);
        let missing: Vec<_> =
            after.missing_since(&before).iter().map(ToString::to_string).collect();
        assert_eq!(missing, ["a.T#x", "a.T#y"]);
    }
}
