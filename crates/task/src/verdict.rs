//! What became of a candidate.

use serde::{Deserialize, Serialize};

use crate::TestName;

/// The outcome of validation. Only an explicit result of the test runner makes a test green.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// The patched program does not compile.
    DoesNotCompile {
        /// The compiler's errors, one a line.
        errors: Vec<String>,
    },
    /// A test that the patch should mend still fails.
    FailsFailingTest {
        /// The first one that does.
        test: TestName,
        /// What the runner said about it.
        message: String,
    },
    /// The failing tests pass now, but a test that passed before fails.
    BreaksAnotherTest {
        /// The first one that does.
        test: TestName,
        /// What the runner said about it.
        message: String,
    },
    /// All tests pass. That is not the same as correct, which a person judges.
    Plausible {
        /// How many tests ran, the formerly failing ones included.
        tests_run: usize,
    },
    /// A limit was hit.
    TimedOut {
        /// The stage that was under way: `compile`, `failing tests`, `all tests`.
        stage: String,
        /// The limit in seconds.
        limit_seconds: u64,
    },
    /// The machinery failed: no report, no test executed, no sandbox. Never a pass.
    InfrastructureFault {
        /// What happened.
        reason: String,
    },
}

/// A verdict without its details, for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// See [`Verdict::DoesNotCompile`].
    DoesNotCompile,
    /// See [`Verdict::FailsFailingTest`].
    FailsFailingTest,
    /// See [`Verdict::BreaksAnotherTest`].
    BreaksAnotherTest,
    /// See [`Verdict::Plausible`].
    Plausible,
    /// See [`Verdict::TimedOut`].
    TimedOut,
    /// See [`Verdict::InfrastructureFault`].
    InfrastructureFault,
}

impl Verdict {
    /// The verdict without its details.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::DoesNotCompile { .. } => VerdictKind::DoesNotCompile,
            Verdict::FailsFailingTest { .. } => VerdictKind::FailsFailingTest,
            Verdict::BreaksAnotherTest { .. } => VerdictKind::BreaksAnotherTest,
            Verdict::Plausible { .. } => VerdictKind::Plausible,
            Verdict::TimedOut { .. } => VerdictKind::TimedOut,
            Verdict::InfrastructureFault { .. } => VerdictKind::InfrastructureFault,
        }
    }

    /// Whether the patched program compiles; `None` when the verdict does not tell.
    pub fn compiles(&self) -> Option<bool> {
        match self {
            Verdict::DoesNotCompile { .. } => Some(false),
            Verdict::FailsFailingTest { .. }
            | Verdict::BreaksAnotherTest { .. }
            | Verdict::Plausible { .. } => Some(true),
            Verdict::TimedOut { stage, .. } => (stage != "compile").then_some(true),
            Verdict::InfrastructureFault { .. } => None,
        }
    }
}
