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
    /// For one run of the build tool, where the tests cannot be run in another way. Default: 1,200
    /// seconds.
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

impl ValidationLimits {
    /// The limits of a stage that may take `time`.
    pub(crate) fn stage(&self, time: Duration) -> Limits {
        self.resources.clone().with_time(time)
    }
}
