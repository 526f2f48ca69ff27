//! Judges patched files.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use task::{Digest, SourceText, TestName, Verdict, VerdictKind, with_causes};

use crate::judge::fault;
use crate::test_bed::{TestBed, Way};
use crate::{Baseline, ValidateError, build_tool, quick};

/// Gives a verdict on each patched text of one file.
#[derive(Debug)]
pub struct Validator {
    bed: TestBed,
    baseline: Baseline,
    failing_tests: Vec<TestName>,
    known: Mutex<BTreeMap<Digest, Verdict>>,
}

impl Validator {
    /// A validator for patches that should mend `failing_tests`. Other tests that fail in
    /// `baseline` are not held against a patch.
    pub fn new(bed: TestBed, baseline: Baseline, failing_tests: Vec<TestName>) -> Self {
        Self { bed, baseline, failing_tests, known: Mutex::default() }
    }

    /// How the tests are run.
    pub fn way(&self) -> &Way {
        self.bed.way()
    }

    /// What becomes of `patched`, whose path is that of the file the test bed was prepared for.
    /// The same text gets its verdict once. Several threads may ask at the same time; each must live
    /// as long as its question, for the sandbox kills what a thread started when the thread ends.
    ///
    /// # Errors
    /// Only when the stop flag was raised. What goes wrong otherwise is a verdict too.
    ///
    /// # Cost
    /// Quickly: a second or two for a text that does not compile, as much again and the tests
    /// themselves for one whose failing tests still fail, twice that for a plausible one.
    pub fn validate(&self, patched: &SourceText) -> Result<Verdict, ValidateError> {
        let digest = patched.digest();
        if let Some(verdict) = self.known().get(&digest).cloned() {
            return Ok(verdict);
        }
        let verdict = match self.validate_anew(patched) {
            Err(ValidateError::Stopped) => return Err(ValidateError::Stopped),
            Err(error) => fault(with_causes(&error)),
            Ok(verdict) => verdict,
        };
        // A fault can be gone the next time.
        if verdict.kind() != VerdictKind::InfrastructureFault {
            self.known().insert(digest, verdict.clone());
        }
        Ok(verdict)
    }

    /// A thread that panicked while it held the lock left the map whole.
    fn known(&self) -> MutexGuard<'_, BTreeMap<Digest, Verdict>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn validate_anew(&self, patched: &SourceText) -> Result<Verdict, ValidateError> {
        if self.failing_tests.is_empty() {
            return Ok(fault("there is no failing test that a patch could mend".to_owned()));
        }
        let way = match self.bed.way() {
            Way::Quick => quick::validate,
            Way::BuildTool { .. } => build_tool::validate,
        };
        way(&self.bed, patched, &self.baseline, &self.failing_tests)
    }
}
