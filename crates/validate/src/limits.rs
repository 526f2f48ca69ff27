//! What a validation may use.

use std::time::Duration;

use crate::sandbox::Limits;

/// The limits of one validation. Every stage has a time of its own; the other limits hold in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationLimits {
    /// For one run of the compiler. Default: 120 seconds.
    pub compile_time: Duration,
    /// For the tests that the patch should mend. Default: 60 seconds.
    pub failing_tests_time: Duration,
    /// For all tests of one module. Default: 600 seconds.
    pub all_tests_time: Duration,
    /// For one run of the build tool, where the tests cannot be run in another way; it compiles
    /// as well. Default: 1,200 seconds.
    pub build_tool_time: Duration,
    /// Memory, processes, output; its time is not used.
    pub resources: Limits,
}

impl Default for ValidationLimits {
    fn default() -> Self {
        Self {
            compile_time: Duration::from_secs(120),
            failing_tests_time: Duration::from_secs(60),
            all_tests_time: Duration::from_secs(600),
            build_tool_time: Duration::from_secs(1200),
            resources: Limits::default(),
        }
    }
}

/// What a candidate's tests may take beside the time they took before any change: the machine may
/// be busier then, and a patch may make them do more.
const SLOWER: u32 = 10;
/// What they may take in any case, since starting the virtual machine takes time too.
const LEAST: Duration = Duration::from_secs(30);

impl ValidationLimits {
    /// The default with another limit for all tests of one module. The tests that the patch should
    /// mend never get more.
    pub fn with_test_time(all_tests_time: Duration) -> Self {
        let usual = Self::default();
        Self {
            all_tests_time,
            failing_tests_time: usual.failing_tests_time.min(all_tests_time),
            ..usual
        }
    }

    /// The limits for candidates when all tests took `baseline` on the program as it stands: a
    /// patch that makes a test run on for ever should not cost ten minutes where all tests take two
    /// seconds. Never more than before.
    pub(crate) fn after_baseline(&mut self, baseline: Duration) {
        let limit = LEAST + baseline * SLOWER;
        self.all_tests_time = self.all_tests_time.min(limit);
        self.failing_tests_time = self.failing_tests_time.min(limit);
        self.build_tool_time = self.build_tool_time.min(limit);
    }

    /// The limits of a stage that may take `time`.
    pub(crate) fn stage(&self, time: Duration) -> Limits {
        self.resources.clone().with_time(time)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ValidationLimits;

    #[test]
    fn a_hang_costs_as_much_as_the_tests_are_slow() {
        let seconds = Duration::from_secs;
        for (given, baseline, all, failing) in
            [(600, 2, 50, 50), (600, 100, 600, 60), (20, 2, 20, 20), (3600, 100, 1030, 60)]
        {
            let mut limits = ValidationLimits::with_test_time(seconds(given));
            limits.after_baseline(seconds(baseline));
            assert_eq!(limits.all_tests_time, seconds(all));
            assert_eq!(limits.failing_tests_time, seconds(failing));
        }
    }
}
