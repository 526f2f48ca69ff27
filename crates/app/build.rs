//! Notes the commit that the binary is built from, for the records of measurements. Without git, or
//! outside of a repository, there is none.
#![allow(clippy::print_stdout)] // this is how a build script speaks

use std::process::Command;

fn main() {
    // Any change of a source file may be one that is not committed.
    for path in ["build.rs", "..", "../../companion"] {
        println!("cargo::rerun-if-changed={path}");
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return };
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
    let mark = if changed.is_some_and(|files| !files.is_empty()) { "+changes" } else { "" };
    println!("cargo::rustc-env=PATCHWRIGHT_COMMIT={commit}{mark}");
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
