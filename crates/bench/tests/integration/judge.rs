//! The judge's page over plain HTTP: who may ask, what is kept, what is shown.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use bench::judge::{Desk, JudgeName, JudgeServer};
use bench::judgements::{Assessment, Judgements, Standing};
use bench::{BenchError, find_data_set};
use project::StopFlag;
use serde_json::{Value, json};

use crate::fixture::{maven_bug, write};

/// What the page reads of a cell's file.
const CELL: &str = r#"{ "format_version": 1, "result": { "kind": "measured", "run": "runs/1" } }"#;

/// A measurement of one bug with two distinct patches, of which the second is the reference fix.
fn measurement(out: &Path) {
    let patch = |rank: usize, text: &str| {
        let diff = format!("-    return one - other;\n+{text}\n");
        json!({ "rank": rank, "text": text, "diff": diff, "file": "patches/01.diff" })
    };
    let report = |patches: &[Value]| {
        json!({ "format_version": 1, "run": "r", "patches": patches }).to_string()
    };
    let odd = patch(1, "    return other | one;");
    let right = patch(2, "    return one + other;");
    let again = patch(1, "    return one+other; // sum");
    write(
        out,
        &[
            ("cells/sum-1/none-1/cell.json", CELL),
            ("cells/sum-1/none-1/runs/1/report.json", &report(&[odd, right])),
            ("cells/sum-1/prune-1/cell.json", CELL),
            ("cells/sum-1/prune-1/runs/1/report.json", &report(&[again])),
        ],
    );
}

fn desk(out: &Path, bugs: &Path, judge: &str) -> Result<Desk, BenchError> {
    let data_set = find_data_set(bugs).unwrap();
    Desk::open(out, data_set.as_ref(), JudgeName::new(judge).unwrap(), "1.2.3")
}

/// A running server.
struct Page {
    host: String,
    secret: String,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Page {
    fn open(out: &Path, bugs: &Path, judge: &str) -> Self {
        let server = JudgeServer::start(desk(out, bugs, judge).unwrap(), 0).unwrap();
        let address = server.address();
        let rest = address.strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
        let (host, secret) = rest.split_once('/').unwrap();
        assert!(host.starts_with("127.0.0.1:") && secret.len() == 32, "{address}");
        let (host, secret) = (host.to_owned(), secret.to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let flag = StopFlag::from(Arc::clone(&stop));
        let thread = std::thread::spawn(move || server.serve(&flag).unwrap());
        Self { host, secret, stop, thread }
    }

    fn close(self) {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.join().unwrap();
    }

    /// Sends bytes as they are; gives the status and all of the answer.
    fn send(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host))
    }

    fn patches(&self) -> Value {
        let (status, answer) = self.get(&format!("/{}/patches", self.secret));
        assert_eq!(status, 200, "{answer}");
        body(&answer)
    }

    fn post(&self, fields: &str, body: &str) -> (u16, String) {
        let Self { host, secret, .. } = self;
        let length = body.len();
        self.send(&format!(
            "POST /{secret}/judgements HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\
             {fields}\r\n{body}"
        ))
    }

    fn judge(&self, patch: &Value, verdict: &str, reason: &str) -> (u16, String) {
        let entry = json!({
            "bug": patch["bug"], "key": patch["key"], "verdict": verdict, "reason": reason
        });
        let origin = format!("Origin: http://{}\r\n", self.host);
        self.post(&format!("Content-Type: application/json\r\n{origin}"), &entry.to_string())
    }
}

fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn only_who_has_the_address_may_ask() {
    let (bugs, out) = (maven_bug(), tempfile::tempdir().unwrap());
    measurement(out.path());
    let page = Page::open(out.path(), bugs.path(), "Ada");
    let Page { host, secret, .. } = &page;
    let (status, answer) = page.get(&format!("/{secret}/"));
    assert_eq!(status, 200);
    assert!(answer.contains("Content-Security-Policy: default-src 'none'; script-src 'nonce-"));
    assert!(!answer.contains("{{nonce}}") && answer.contains("<!doctype html>"));

    let wrong = secret.chars().rev().collect::<String>();
    for path in ["/", "/favicon.ico", "/patches", "//patches", &format!("/{wrong}/patches")] {
        assert_eq!(page.get(path).0, 404, "{path}");
    }
    let asked =
        |target: &str, fields: &str| page.send(&format!("{target} HTTP/1.1\r\n{fields}\r\n")).0;
    let patches = format!("GET /{secret}/patches");
    assert_eq!(
        asked(&patches, &format!("Host: {}\r\n", host.replace("127.0.0.1", "localhost"))),
        200
    );
    for fields in ["", "Host: 127.0.0.1\r\n", "Host: evil.example:80\r\n"] {
        assert_eq!(asked(&patches, fields), 403, "{fields}");
    }
    let other_page = format!("Host: {host}\r\nOrigin: http://evil.example\r\n");
    assert_eq!(asked(&patches, &other_page), 403);
    let here = format!("Host: {host}\r\n");
    assert_eq!(asked(&format!("PUT /{secret}/patches"), &here), 405);
    assert_eq!(asked(&format!("GET /{secret}/judgements"), &here), 405);
    assert_eq!(asked("nonsense", &here), 400);
    assert_eq!(asked(&format!("GET /{}", "a".repeat(20_000)), &here), 431);
    assert!(!out.path().join("judgements.jsonl").exists());
    page.close();
}

#[test]
fn what_is_no_judgement_is_refused_and_nothing_is_kept() {
    let (bugs, out) = (maven_bug(), tempfile::tempdir().unwrap());
    measurement(out.path());
    let page = Page::open(out.path(), bugs.path(), "Ada");
    let json_kind = "Content-Type: application/json\r\n";
    let patch = page.patches()["patches"][0].clone();
    let entry = json!({
        "bug": patch["bug"], "key": patch["key"], "verdict": "correct", "reason": "read"
    });
    let changed = |key: &str, value: &str| {
        let mut entry = entry.clone();
        entry[key] = value.into();
        entry.to_string()
    };
    let large = " ".repeat(300_000);
    for (fields, body, status) in [
        ("", entry.to_string(), 415),
        ("Content-Type: text/plain\r\n", entry.to_string(), 415),
        (json_kind, large, 413),
        (json_kind, "{".to_owned(), 400),
        (json_kind, changed("verdict", "perfect"), 400),
        (json_kind, changed("judge", "Bob"), 400),
        (json_kind, changed("reason", " \n"), 422),
        (json_kind, changed("reason", &"x".repeat(4_001)), 422),
        (json_kind, changed("key", "other"), 422),
        (&format!("{json_kind}Transfer-Encoding: chunked\r\n"), entry.to_string(), 411),
        (&format!("{json_kind}Origin: null\r\n"), entry.to_string(), 403),
    ] {
        let (found, answer) = page.post(fields, &body);
        assert_eq!(found, status, "{fields}{}: {answer}", &body[..body.len().min(200)]);
    }
    assert!(!out.path().join("judgements.jsonl").exists());
    page.close();
}

#[test]
fn judgements_are_kept_and_shown_again() {
    let (bugs, out) = (maven_bug(), tempfile::tempdir().unwrap());
    measurement(out.path());
    let page = Page::open(out.path(), bugs.path(), "Ada");
    let shown = page.patches();
    assert_eq!(shown["judge"], "Ada");
    assert_eq!(shown["bugs"]["sum-1"]["failing"], json!(["lab.SumTest#adds"]));
    let reference = shown["bugs"]["sum-1"]["reference"].as_str().unwrap();
    assert!(reference.contains("+    return one + other;"), "{reference}");
    let patches = shown["patches"].as_array().unwrap();
    let kinds: Vec<&Value> = patches.iter().map(|patch| &patch["comparison"]["kind"]).collect();
    assert_eq!(kinds, ["equal", "different"]);
    let (right, odd) = (&patches[0], &patches[1]);
    assert_eq!((&right["mine"], &right["others"]), (&Value::Null, &json!([])));

    assert_eq!(page.judge(odd, "unsure", "first look").0, 200);
    let (status, answer) = page.judge(odd, "not-correct", " <b>1 | 1</b> is 1\n");
    assert_eq!(status, 200);
    assert_eq!(body(&answer)["mine"]["verdict"], "not-correct");
    assert_eq!(page.judge(right, "correct", "the same tokens").0, 200);
    page.close();

    let text = fs::read_to_string(out.path().join("judgements.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["reason"], "<b>1 | 1</b> is 1");
    assert_eq!((&lines[1]["judge"], &lines[1]["patchwright"]), (&json!("Ada"), &json!("1.2.3")));
    assert_eq!((&lines[1]["text"], &lines[1]["key"]), (&odd["text"], &odd["key"]));

    // Another judge sees what Ada says only after saying something.
    let page = Page::open(out.path(), bugs.path(), "Bob");
    let seen = page.patches()["patches"][1].clone();
    assert_eq!((&seen["mine"], &seen["others"]), (&Value::Null, &json!([])));
    let (_, answer) = page.judge(odd, "correct", "or is plus here");
    assert_eq!(body(&answer)["others"][0]["reason"], "<b>1 | 1</b> is 1");
    let seen = page.patches()["patches"][1].clone();
    assert_eq!(seen["mine"]["verdict"], "correct");
    assert_eq!(seen["others"][0]["judge"], "Ada");
    page.close();

    let judgements = Judgements::read(out.path()).unwrap();
    let standing = |patch: &Value| judgements.standing("sum-1", patch["key"].as_str().unwrap());
    assert_eq!(standing(right), Standing::Agreed(Assessment::Correct));
    assert_eq!(standing(odd), Standing::Disputed);
    assert_eq!(desk(out.path(), bugs.path(), "Bob").unwrap().judged().unwrap(), 1);
}

#[test]
fn an_idle_browser_does_not_keep_the_program() {
    let (bugs, out) = (maven_bug(), tempfile::tempdir().unwrap());
    measurement(out.path());
    let page = Page::open(out.path(), bugs.path(), "Ada");
    let idle: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(&page.host).unwrap()).collect();
    let mut half = TcpStream::connect(&page.host).unwrap();
    half.write_all(b"GET / HT").unwrap();
    assert_eq!(page.patches()["judge"], "Ada");
    page.close();
    drop((idle, half));
}

#[test]
fn what_cannot_be_judged_is_named() {
    let (bugs, out) = (maven_bug(), tempfile::tempdir().unwrap());
    let said = || desk(out.path(), bugs.path(), "Ada").unwrap_err().to_string();
    assert!(said().contains("cells"), "{}", said());
    measurement(out.path());
    fs::rename(out.path().join("cells/sum-1"), out.path().join("cells/sum-2")).unwrap();
    assert!(said().contains("the bug `sum-2`"), "{}", said());
    fs::rename(out.path().join("cells/sum-2"), out.path().join("cells/sum-1")).unwrap();
    fs::write(out.path().join("judgements.jsonl"), "{}\n").unwrap();
    assert!(said().contains("judgements.jsonl`, line 1: missing field"), "{}", said());
}
