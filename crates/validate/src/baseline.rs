//! What the tests say about the program as it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use project::{TestReport, failing_tests};
use task::TestName;

use crate::judge::failure_message;

/// The tests before any patch, run by the same runner that judges the patches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// Tests that pass, and of which no invocation fails.
    pub passing: BTreeSet<TestName>,
    /// Tests of which an invocation fails, and classes that fail as a whole.
    pub failing: BTreeSet<TestName>,
    /// Tests that were skipped.
    pub skipped: BTreeSet<TestName>,
    /// Those of the failing tests that pass when the others run before them.
    pub failing_only_alone: BTreeSet<TestName>,
    /// What the failing tests said.
    pub messages: BTreeMap<TestName, String>,
}

/// The quick runner and the build tool differ in what fails before any change. Then nothing that
/// the quick runner says about a patch can be relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Tests that fail for the quick runner only.
    pub only_quick_runner: Vec<TestName>,
    /// Tests that fail for the build tool only.
    pub only_build_tool: Vec<TestName>,
}

impl Baseline {
    /// The results of a complete run, by test.
    pub(crate) fn of(report: &TestReport) -> Self {
        let failing: BTreeSet<TestName> = failing_tests(report).into_iter().collect();
        let mut baseline = Self { failing, ..Self::default() };
        for result in &report.results {
            if let Some(message) = failure_message(result) {
                baseline.messages.entry(result.test.clone()).or_insert(message);
            }
            if !result.outcome.is_executed() {
                baseline.skipped.insert(result.test.clone());
            } else if !baseline.failing.contains(&result.test) {
                baseline.passing.insert(result.test.clone());
            }
        }
        // A test of which some invocations are skipped is one that passes.
        baseline
            .skipped
            .retain(|test| !baseline.passing.contains(test) && !baseline.failing.contains(test));
        baseline
    }

    /// Takes in how tests end that were run without the others before them: what fails then
    /// fails, as somebody sees who runs that test.
    pub(crate) fn add_alone(&mut self, alone: &TestReport) {
        for result in &alone.results {
            let Some(message) = failure_message(result) else { continue };
            let passed = self.passing.iter().filter(|test| result.test.covers(test)).cloned();
            for test in passed.collect::<Vec<_>>() {
                self.passing.remove(&test);
                self.messages.insert(test.clone(), message.clone());
                self.failing.insert(test.clone());
                self.failing_only_alone.insert(test);
            }
        }
    }

    /// Compares with what the build tool said about the same program and the same modules.
    ///
    /// # Errors
    /// When other tests fail; the error names them.
    pub fn agrees_with(&self, build_tool: &TestReport) -> Result<(), Disagreement> {
        let theirs: BTreeSet<TestName> = failing_tests(build_tool).into_iter().collect();
        let known = |test: &&TestName| self.passing.contains(*test) || self.skipped.contains(*test);
        let disagreement = Disagreement {
            only_quick_runner: self.failing.difference(&theirs).cloned().collect(),
            // The build tool may have run modules that this run left out.
            only_build_tool: theirs.difference(&self.failing).filter(known).cloned().collect(),
        };
        if disagreement.only_quick_runner.is_empty() && disagreement.only_build_tool.is_empty() {
            Ok(())
        } else {
            Err(disagreement)
        }
    }
}

impl std::error::Error for Disagreement {}

impl fmt::Display for Disagreement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |tests: &[TestName]| {
            let names: Vec<String> = tests.iter().map(|test| format!("`{test}`")).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        write!(
            formatter,
            "the build tool and the quick test runner do not agree on what fails before any \
             change: for the build tool only {}; for the quick runner only {}",
            list(&self.only_build_tool),
            list(&self.only_quick_runner)
        )
    }
}

#[cfg(test)]
mod tests {
    use project::{TestOutcome, TestProblem, TestReport, TestResult};

    use super::Baseline;

    fn report(results: &[(&str, bool)]) -> TestReport {
        let result = |(name, passed): &(&str, bool)| TestResult {
            test: name.parse().unwrap(),
            display_name: String::new(),
            outcome: if *passed {
                TestOutcome::Passed
            } else {
                TestOutcome::Failed(TestProblem::default())
            },
            seconds: 0.0,
        };
        TestReport { results: results.iter().map(result).collect() }
    }

    #[test]
    fn a_test_with_one_failing_invocation_fails() {
        let baseline = Baseline::of(&report(&[("A#b", true), ("A#b", false), ("A#c", true)]));
        assert_eq!(baseline.failing.len(), 1);
        assert_eq!(baseline.passing.len(), 1);
    }

    #[test]
    fn a_disagreement_names_both_sides() {
        let quick = Baseline::of(&report(&[("A#b", false), ("A#c", true)]));
        assert_eq!(quick.agrees_with(&report(&[("A#b", false), ("A#c", true)])), Ok(()));
        // What the quick runner was not asked to run is no disagreement.
        assert_eq!(quick.agrees_with(&report(&[("A#b", false), ("B#x", false)])), Ok(()));
        let text = quick.agrees_with(&report(&[("A#c", false)])).unwrap_err().to_string();
        assert!(text.contains("build tool only `A#c`; for the quick runner only `A#b`"), "{text}");
    }
}
