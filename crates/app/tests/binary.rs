//! The real binary, as a shell sees it: what it prints where, and its exit codes.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the binary in `folder` with a cache of its own there.
fn patchwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_patchwright"))
        .args(arguments)
        .current_dir(folder)
        .env("PATCHWRIGHT_CACHE", folder.join("cache"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_error_is_talk_and_for_readers_of_json_data_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("model.gguf"), "no model").unwrap();
    let place = ["repair", "--at", "A.java:1", "--model"];
    for (model, code, expected) in
        [("no-such-model", 2, "no-such-model"), ("./model.gguf", 4, "model.gguf")]
    {
        let plain = patchwright(folder.path(), &[&place[..], &[model]].concat());
        assert_eq!(plain.status.code(), Some(code), "{}", text(&plain.stderr));
        assert!(plain.stdout.is_empty());
        assert!(text(&plain.stderr).contains(expected));

        let json = patchwright(folder.path(), &[&place[..], &[model, "--json"]].concat());
        assert_eq!(json.status.code(), Some(code));
        let object: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(object["exit_code"], code);
        assert!(object["error"].as_str().unwrap().contains(expected));
    }
}

#[test]
fn wrong_flags_are_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["repair"][..], "--at"),
        (&["repair", "--at", "A.java"], "A.java"),
        (&["repair", "--at", "A.java:0"], "A.java:0"),
        (&["repair", "--at", "A.java:1", "--samples", "0"], "at least 1"),
        (&["repair", "--at", "A.java:1", "--test-time", "soon"], "90s"),
        (&["repair", "--at", "A.java:1", "--prompt-tokens", "31"], "at least 32"),
        (&["repiar"], "repair"),
    ] {
        let output = patchwright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());

        let json = patchwright(folder.path(), &[arguments, &["--json"]].concat());
        assert_eq!(json.status.code(), Some(2), "{arguments:?}");
        let object: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(object["exit_code"], 2);
        assert!(object["error"].as_str().unwrap().contains(expected));
    }
    assert_eq!(patchwright(folder.path(), &["--version", "--json"]).status.code(), Some(0));
}

#[test]
fn the_doctor_passes_over_a_wrong_java_home() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_patchwright"))
        .args(["doctor", "--json"])
        .env("PATCHWRIGHT_CACHE", folder.path())
        .env("JAVA_HOME", folder.path())
        .output()
        .unwrap();
    // No model is in the empty cache.
    assert_eq!(output.status.code(), Some(4));
    let checks: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let status = |name: &str| {
        let check = checks.iter().find(|check| check["name"].as_str().unwrap().starts_with(name));
        check.unwrap()["status"].clone()
    };
    assert_eq!(status("model")["kind"], "missing");
    assert_eq!(status("Maven")["kind"], "present", "{}", status("Maven"));
    let jdk = status("JDK");
    assert_eq!(jdk["kind"], "present", "{jdk}");
    assert!(jdk["version"].as_str().unwrap().contains("`JAVA_HOME` is passed over"), "{jdk}");
}

#[test]
fn removing_what_is_not_here_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let output = patchwright(folder.path(), &["model", "rm", "qwen2.5-coder-0.5b"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("nothing of `qwen2.5-coder-0.5b` was here"));
    let output = patchwright(folder.path(), &["model", "rm", "qwen"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_known_of_a_model_names_its_infilling_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let output = patchwright(folder.path(), &["model", "info", "qwen2.5-coder-1.5b"]);
    assert!(output.status.success());
    let shown = text(&output.stdout);
    assert!(shown.contains("<|fim_prefix|> <|fim_suffix|> <|fim_middle|>"), "{shown}");
    assert!(shown.contains("not here; `patchwright model pull qwen2.5-coder-1.5b`"), "{shown}");
}
