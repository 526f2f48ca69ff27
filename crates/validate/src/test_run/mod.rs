//! Runs a project's tests in a Java virtual machine of their own, much faster than the build tool
//! does, and learns what became of each.
//!
//! The runner inside that machine is Java of ours (`companion/testing`), compiled against the
//! project's own test framework. It writes signed records to a file; the parent, here, counts only
//! what is signed, without a gap, and closed by a last record. The death of the machine, whatever
//! its exit code, is never a pass: the test under way counts as failed.

mod frameworks;
mod records;
mod virtual_machine;
mod words;

use std::collections::BTreeSet;
use std::time::Duration;

use project::TestReport;
use task::TestName;

pub(crate) use frameworks::{Kit, find_kit};
pub(crate) use virtual_machine::{Surroundings, run_in_virtual_machine};

/// Which tests are run, and how far.
#[derive(Clone, Copy)]
pub(crate) struct Selected<'a> {
    /// The tests, in order.
    pub(crate) tests: &'a [TestName],
    /// The first test that fails and is none of these ends the run; without them none does.
    pub(crate) known_failures: Option<&'a BTreeSet<TestName>>,
}

/// What became of a run.
#[derive(Clone, Debug)]
pub(crate) struct TestRun {
    /// What the runner said about tests; with [`TestRunEnd::Complete`] about all of them.
    pub(crate) report: TestReport,
    /// How it ended.
    pub(crate) end: TestRunEnd,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TestRunEnd {
    /// Every selected test has its record.
    Complete,
    /// A test failed that should not, and the others were left out.
    StoppedAtFailure,
    /// The virtual machine ended or was killed before that, by what the project's code did.
    Died {
        /// The test that was started last and had not finished.
        under_way: Option<TestName>,
        /// What happened.
        reason: String,
    },
    /// The time was over.
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// The runner did not work, or what it wrote cannot be trusted.
    Faulty {
        /// What happened.
        reason: String,
    },
}
