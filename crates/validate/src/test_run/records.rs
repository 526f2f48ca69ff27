//! Reads the runner's results file. `companion/testing/RUNNER.md` has the format.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use project::{TestOutcome, TestProblem, TestReport, TestResult};
use serde::Deserialize;
use task::{Digest, TestName};

/// How much of the file is read. A record has some hundred bytes, a failure a few thousand; what
/// is longer was filled by somebody else, and counts as cut off here.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// What signs the records of one run. Nobody but the runner and this process knows it.
#[derive(Clone)]
pub(crate) struct RunKey(String);

/// What the file says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Records {
    pub(crate) report: TestReport,
    pub(crate) state: RecordsState,
}

/// How far the records go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordsState {
    /// To the last one.
    Ended,
    /// To a failure that made the rest needless.
    Stopped,
    /// They stop in the middle; the test was under way.
    Cut { under_way: Option<TestName> },
    /// There is none.
    Empty,
    /// The framework failed. When a test was under way, that did it: JUnit itself ends when a test
    /// runs out of memory.
    Broken { under_way: Option<TestName>, reason: String },
    /// Some are missing: somebody has written to the file.
    Damaged,
}

/// A record as it stands in the file.
#[derive(Deserialize)]
struct Record {
    sequence: u64,
    #[serde(flatten)]
    event: Event,
}

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    Began,
    Started {
        id: String,
        class: String,
        method: Option<String>,
    },
    Finished {
        id: String,
        class: String,
        method: Option<String>,
        name: String,
        outcome: Outcome,
        seconds: f64,
        message: Option<String>,
        trace: Option<String>,
    },
    Broken {
        message: Option<String>,
        trace: Option<String>,
    },
    Ended(Counts),
    Stopped(Counts),
}

/// How many tests have which outcome.
#[derive(Clone, Copy, Deserialize)]
struct Counts {
    passed: usize,
    failed: usize,
    aborted: usize,
    skipped: usize,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Passed,
    Failed,
    Aborted,
    Skipped,
}

impl RunKey {
    /// A new key from the system's source of randomness.
    pub(crate) fn new() -> io::Result<Self> {
        let mut bytes = [0; 32];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The key as the request has it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The object of a line, when the line was signed with this key.
    fn verify<'a>(&self, line: &'a str) -> Option<&'a str> {
        let (signature, object) = line.split_once(' ')?;
        let key = self.0.as_bytes();
        (Digest::of([key, object.as_bytes(), key]).as_str() == signature).then_some(object)
    }
}

/// Reads the file at `path`. What is not signed with `key` is passed over.
pub(crate) fn read_records(path: &Path, key: &RunKey) -> io::Result<Records> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(parse_records(&String::from_utf8_lossy(&bytes), key))
}

fn parse_records(text: &str, key: &RunKey) -> Records {
    let signed: Vec<Option<Record>> = text
        .lines()
        .filter_map(|line| key.verify(line))
        .map(|object| serde_json::from_str(object).ok())
        .collect();
    let mut reader = RecordReader::default();
    for record in signed {
        match record {
            Some(record) if record.sequence == reader.next => reader.read(record.event),
            // Out of order, twice, or signed and not understood: nothing of it can be trusted.
            _ => reader.damaged = true,
        }
    }
    reader.finish()
}

/// The records that nothing may follow.
enum End {
    Ended,
    Stopped,
    Broken { reason: String },
}

/// What was read so far.
#[derive(Default)]
struct RecordReader {
    next: u64,
    results: Vec<TestResult>,
    under_way: BTreeMap<String, (u64, TestName)>,
    end: Option<End>,
    damaged: bool,
}

impl RecordReader {
    fn read(&mut self, event: Event) {
        // Nothing follows the last record.
        self.damaged |= self.end.is_some();
        self.next += 1;
        match event {
            Event::Began => {}
            Event::Started { id, class, method } => {
                self.under_way.insert(id, (self.next, TestName { class, method }));
            }
            Event::Finished { id, class, method, name, outcome, seconds, message, trace } => {
                self.under_way.remove(&id);
                self.results.push(TestResult {
                    test: TestName { class, method },
                    display_name: name,
                    outcome: to_outcome(outcome, message, trace),
                    seconds,
                });
            }
            Event::Broken { message, trace } => {
                let reason = [message, trace].into_iter().flatten().collect::<Vec<_>>().join("\n");
                self.end = Some(End::Broken { reason });
            }
            Event::Ended(counts) => self.close(counts, End::Ended),
            Event::Stopped(counts) => self.close(counts, End::Stopped),
        }
    }

    fn close(&mut self, counts: Counts, end: End) {
        let Counts { passed, failed, aborted, skipped } = counts;
        self.damaged |= passed + failed + aborted + skipped != self.results.len();
        self.end = Some(end);
    }

    fn finish(self) -> Records {
        let last_started = self.under_way.into_values().max_by_key(|(order, _)| *order);
        let under_way = last_started.map(|(_, test)| test);
        let state = match self.end {
            _ if self.damaged => RecordsState::Damaged,
            Some(End::Ended) => RecordsState::Ended,
            Some(End::Stopped) => RecordsState::Stopped,
            Some(End::Broken { reason }) => RecordsState::Broken { under_way, reason },
            None if self.next == 0 => RecordsState::Empty,
            None => RecordsState::Cut { under_way },
        };
        Records { report: TestReport { results: self.results }, state }
    }
}

fn to_outcome(outcome: Outcome, message: Option<String>, trace: Option<String>) -> TestOutcome {
    let message = message.unwrap_or_default();
    match outcome {
        Outcome::Passed => TestOutcome::Passed,
        Outcome::Failed => {
            let (exception, text) = message.split_once(": ").unwrap_or((&message, ""));
            TestOutcome::Failed(TestProblem {
                exception: exception.to_owned(),
                message: text.to_owned(),
                stack_trace: trace.unwrap_or_default(),
            })
        }
        Outcome::Aborted | Outcome::Skipped => TestOutcome::Skipped { reason: message },
    }
}

#[cfg(test)]
mod tests {
    use task::Digest;

    use super::{RecordsState, RunKey, parse_records};

    const BEGAN: &str = r#"{"sequence":0,"event":"began"}"#;
    const STARTED: &str =
        r#"{"sequence":1,"event":"started","id":"i","class":"A","method":"b","name":"n"}"#;
    const PASSED: &str = r#"{"sequence":2,"event":"finished","id":"i","class":"A","method":"b",
        "name":"n","outcome":"passed","seconds":0.5,"message":null,"trace":null}"#;
    const ENDED: &str =
        r#"{"sequence":3,"event":"ended","passed":1,"failed":0,"aborted":0,"skipped":0}"#;

    fn sign(object: &str, key: &RunKey) -> String {
        let object = object.replace('\n', "");
        let bytes = key.as_str().as_bytes();
        format!("{} {object}\n", Digest::of([bytes, object.as_bytes(), bytes]))
    }

    #[track_caller]
    fn check(lines: &[&str], expected: &RecordsState, results: usize) {
        let key = RunKey::new().unwrap();
        let text: String = lines.iter().map(|object| sign(object, &key)).collect();
        let records = parse_records(&text, &key);
        assert_eq!((&records.state, records.report.results.len()), (expected, results));
    }

    #[test]
    fn only_all_records_in_order_are_an_end() {
        let under_way = |test: Option<&str>| RecordsState::Cut {
            under_way: test.map(|test| test.parse().unwrap()),
        };
        check(&[BEGAN, STARTED, PASSED, ENDED], &RecordsState::Ended, 1);
        check(&[BEGAN, STARTED, PASSED], &under_way(None), 1);
        check(&[BEGAN, STARTED], &under_way(Some("A#b")), 0);
        check(&[], &RecordsState::Empty, 0);
        check(&[STARTED, PASSED, ENDED], &RecordsState::Damaged, 0);
        check(&[BEGAN, STARTED, ENDED], &RecordsState::Damaged, 0);
        check(&[BEGAN, STARTED, PASSED, ENDED, ENDED], &RecordsState::Damaged, 1);
        let stopped = ENDED.replace("ended", "stopped");
        check(&[BEGAN, STARTED, PASSED, &stopped], &RecordsState::Stopped, 1);
        check(&[BEGAN, STARTED, &stopped], &RecordsState::Damaged, 0);
        let too_few = ENDED.replace("\"passed\":1", "\"passed\":2");
        check(&[BEGAN, STARTED, PASSED, &too_few], &RecordsState::Damaged, 1);
        let broken = r#"{"sequence":1,"event":"broken","message":"m","trace":"t"}"#;
        let reason = "m\nt".to_owned();
        check(&[BEGAN, broken], &RecordsState::Broken { under_way: None, reason }, 0);
    }

    #[test]
    fn what_is_not_signed_is_passed_over() {
        let (key, other) = (RunKey::new().unwrap(), RunKey::new().unwrap());
        let forged = format!("{}{}{PASSED}\ngarbage\n", sign(ENDED, &other), sign(PASSED, &other));
        let text = format!("{}{forged}{}", sign(BEGAN, &key), sign(STARTED, &key));
        let state = parse_records(&text, &key).state;
        assert_eq!(state, RecordsState::Cut { under_way: Some("A#b".parse().unwrap()) });
    }
}
