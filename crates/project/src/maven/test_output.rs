//! What Maven writes while it runs tests, where the report files say nothing.

use std::collections::BTreeSet;

use crate::report::TestResult;

/// Texts with which Surefire tells that a test JVM ended before it had told all results.
const JVM_DIED: [&str; 4] = [
    "The forked VM terminated without",
    "Crashed tests:",
    "There was a timeout or other error in the fork",
    "There was an error in the forked process",
];

/// Whether a test JVM ended before it had told all results.
pub(super) fn test_jvm_died(output: &str) -> bool {
    JVM_DIED.iter().any(|text| output.contains(text))
}

/// Whether Maven's own failure, if any, is only that tests failed: every goal that failed is
/// Surefire's.
pub(super) fn only_tests_failed(output: &str) -> bool {
    const FAILED_GOAL: &str = "[ERROR] Failed to execute goal ";
    let mut goals = output.lines().filter_map(|line| line.trim().strip_prefix(FAILED_GOAL));
    goals.clone().next().is_some() && goals.all(|goal| goal.contains("maven-surefire-plugin"))
}

/// The test class whose start was told last.
pub(super) fn last_running_class(output: &str) -> Option<String> {
    running_classes(output).last().map(str::to_owned)
}

/// The classes whose tests were under way when a test JVM died: those that Surefire names, and
/// those that were started and have no result.
pub(super) fn crashed_classes(output: &str, results: &[TestResult]) -> BTreeSet<String> {
    let has_result = |class: &str| results.iter().any(|result| result.test.class == class);
    let started = running_classes(output).filter(|class| !has_result(class));
    named_as_crashed(output).chain(started).map(str::to_owned).collect()
}

fn running_classes(output: &str) -> impl Iterator<Item = &str> {
    let lines = output.lines().map(|line| line.trim().trim_start_matches("[INFO] "));
    lines.filter_map(|line| line.strip_prefix("Running ")).filter(|name| is_class_name(name))
}

fn named_as_crashed(output: &str) -> impl Iterator<Item = &str> {
    output
        .lines()
        .scan(false, |in_list, line| {
            let text = line.trim().trim_start_matches("[ERROR]").trim();
            let class = Some(text).filter(|text| *in_list && is_class_name(text));
            *in_list = text == "Crashed tests:" || class.is_some();
            Some(class)
        })
        .flatten()
}

fn is_class_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "._$".contains(c))
}

#[cfg(test)]
mod tests {
    use super::{crashed_classes, last_running_class, only_tests_failed, test_jvm_died};

    #[test]
    fn the_class_is_named_by_surefire_or_by_its_missing_result() {
        let surefire_3 = "[INFO] Running a.OneTest\n[ERROR] The forked VM terminated without \
                          properly saying goodbye.\n[ERROR] Crashed tests:\n[ERROR] a.TwoTest\n\
                          [ERROR] a.ThreeTest\n[ERROR] \tat x.Y.z(Y.java)\n";
        let classes: Vec<_> = crashed_classes(surefire_3, &[]).into_iter().collect();
        assert_eq!(classes, ["a.OneTest", "a.ThreeTest", "a.TwoTest"]);
        let surefire_2 = "Running a.OneTest\nRunning to the hills\n[ERROR] The forked VM \
                          terminated without saying properly goodbye.\n";
        assert!(test_jvm_died(surefire_2));
        let classes: Vec<_> = crashed_classes(surefire_2, &[]).into_iter().collect();
        assert_eq!(classes, ["a.OneTest"]);
        assert_eq!(last_running_class(surefire_2).as_deref(), Some("a.OneTest"));
    }

    #[test]
    fn a_goal_that_is_not_surefires_is_no_failed_test() {
        let surefire =
            "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2";
        let compiler =
            "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3";
        assert!(only_tests_failed(surefire));
        assert!(!only_tests_failed(&format!("{surefire}\n{compiler}")));
        assert!(!only_tests_failed("no goal"));
    }
}
