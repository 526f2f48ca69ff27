//! The real binary, as a shell sees it: what it prints where, and its exit codes.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

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
fn what_a_flag_names_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["repair", "gone", "--at", "A.java:1"][..], "no folder `gone`"),
        (&["bench", "lint", ".", "--java-home", "/gone"], "`--java-home /gone` is no JDK"),
        (&["bench", "lint", ".", "--maven", "/gone/mvn"], "`--maven /gone/mvn` is no file"),
    ] {
        let output = patchwright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
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

/// Writes a measurement of one bug to `out`, and the bug to `bugs`.
fn measurement(folder: &Path) {
    let bug = "format_version = 1\nname = \"sum-1\"\n[tests]\nfailing = [\"a.SumTest\"]\n";
    let patch = serde_json::json!({ "rank": 1, "text": "a", "diff": "+a", "file": "1" });
    let report = serde_json::json!({ "format_version": 1, "patches": [patch] });
    let cell = r#"{ "format_version": 1, "result": { "kind": "measured", "run": "runs/1" } }"#;
    for (file, text) in [
        ("bugs/sum-1/bug.toml", bug),
        ("out/cells/sum-1/none/cell.json", cell),
        ("out/cells/sum-1/none/runs/1/report.json", &report.to_string()),
    ] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn the_page_of_the_judge_is_served_until_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    measurement(folder.path());
    let mut child = Command::new(env!("CARGO_BIN_EXE_patchwright"))
        .args(["bench", "judge", "out", "--bugs", "bugs", "--as", "Ada"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    assert_eq!(said.matches("0 of 1 plausible patches are judged by Ada").count(), 2, "{said}");
}

#[test]
fn what_cannot_be_judged_is_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    measurement(folder.path());
    fs::create_dir_all(folder.path().join("none/cells")).unwrap();
    for (arguments, code, expected) in [
        (["gone", "bugs", "Ada"], 2, "`gone` holds no measurement"),
        (["out", "gone", "Ada"], 2, "no folder `gone`"),
        (["out", "bugs", " "], 2, "`--as NAME`"),
        (["none", "bugs", "Ada"], 1, "no run in `none`"),
    ] {
        let [out, bugs, judge] = arguments;
        let output =
            patchwright(folder.path(), &["bench", "judge", out, "--bugs", bugs, "--as", judge]);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    fs::rename(folder.path().join("bugs/sum-1"), folder.path().join("bugs/sum-2")).unwrap();
    let bug = folder.path().join("bugs/sum-2/bug.toml");
    fs::write(&bug, fs::read_to_string(&bug).unwrap().replace("sum-1", "sum-2")).unwrap();
    let other = ["bench", "judge", "out", "--bugs", "bugs", "--as", "Ada"];
    let output = patchwright(folder.path(), &other);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the bug `sum-1`"), "{}", text(&output.stderr));
}

/// The header of a model file that holds nothing: it is found and named, and does not load.
fn empty_model(path: &Path) {
    let (key, value) = ("general.architecture", "qwen2");
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3u32.to_le_bytes());
    bytes.extend(0u64.to_le_bytes()); // tensors
    bytes.extend(1u64.to_le_bytes()); // values
    bytes.extend((key.len() as u64).to_le_bytes());
    bytes.extend(key.bytes());
    bytes.extend(8u32.to_le_bytes()); // a text
    bytes.extend((value.len() as u64).to_le_bytes());
    bytes.extend(value.bytes());
    bytes.resize(128, 0); // where the weights would begin
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_matrix_is_planned_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    empty_model(&folder.path().join("m.gguf"));
    for name in ["shop-1", "shop-2"] {
        let bug = folder.path().join("bugs").join(name);
        fs::create_dir_all(&bug).unwrap();
        let text = format!(
            "format_version = 1\nname = \"{name}\"\n[tests]\nfailing = [\"a.B#c\"]\n\
             [[holes]]\nat = \"A.java:1\"\n"
        );
        fs::write(bug.join("bug.toml"), text).unwrap();
    }
    let bench = ["bench", "repair", "--bugs", "bugs", "--model", "./m.gguf", "--out", "out"];
    let run = |more: &[&str]| patchwright(folder.path(), &[&bench[..], more].concat());

    let output = run(&["--plan-only", "--guidance", "off,full", "--seeds", "1,2,3"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("12 cells: 2 bugs × 1 models × 1 strategies × 2 variants × 3 seeds"));
    assert!(said.contains("a guess of 60 s a cell and 1.5 s a sample"), "{said}");
    assert!(!folder.path().join("out").exists(), "a plan writes nothing");

    let output = run(&["--plan-only", "--shard", "1/2", "--preset", "rq3", "--json"]);
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&plan["in_matrix"], &plan["selected"]), (&10.into(), &5.into()), "{plan}");

    for (arguments, expected) in [
        (&["--bug", "shop-3"][..], "has no bug `shop-3`"),
        (&["--guidance", "none"], "prune-memo-active"),
        (&["--shard", "3/2"], "write 2/3"),
        (&["--preset", "rq2"], "rq1, rq3, rq4"),
        (&["--preset", "panel"], "there is no bug to try"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn a_bug_that_cannot_be_read_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let bug = "format_version = 1\nname = \"shop-2\"\n[tests]\nfailing = [\"a.B#c\"]\n";
    for (name, text) in [("shop-10", "format_version ="), ("shop-2", bug)] {
        fs::create_dir_all(folder.path().join("bugs").join(name)).unwrap();
        fs::write(folder.path().join("bugs").join(name).join("bug.toml"), text).unwrap();
    }
    let output = patchwright(folder.path(), &["bench", "lint", "bugs", "--no-sandbox"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("0 of 2 bugs are in order"));
    let said = text(&output.stdout);
    let bad = said.lines().filter(|line| line.starts_with("BAD"));
    let [first, second] = bad.collect::<Vec<_>>().try_into().unwrap();
    assert!(first.starts_with("BAD  shop-2: it names no place for a fix"), "{said}");
    assert!(second.starts_with("BAD  shop-10: "), "{said}");
    assert!(second.contains("bug.toml"), "{said}");
}

#[test]
fn a_folder_without_measurements_has_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let output = patchwright(folder.path(), &["bench", "table", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no `matrix.json`"), "{}", text(&output.stderr));
}
