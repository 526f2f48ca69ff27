//! Why a run of Maven failed, from what it wrote.
//!
//! Maven tells causes only as text. The texts are those of Maven 3 and its plugins; what is not
//! recognised stays a failure of its own kind with its lines.

use std::path::Path;

use crate::error::{BuildFailure, FailureCause};
use crate::relocation::relocate_text;

/// A longer line is cut; class paths are the long ones.
const LONGEST_LINE: usize = 400;

/// What Maven adds to every failure.
const BOILERPLATE: [&str; 7] = [
    "To see the full stack trace",
    "Re-run Maven",
    "For more information about the errors",
    "[Help ",
    "After correcting the problems",
    "-> [Help",
    "mvn <args> -rf",
];

/// Texts that tell a missing network.
const NO_NETWORK: [&str; 8] = [
    "Unknown host",
    "UnknownHostException",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "No route to host",
    "Connection refused",
    "timed out",
];

/// Texts that tell a missing dependency or plugin.
const NOT_RESOLVED: [&str; 7] = [
    "Could not resolve dependencies",
    "Could not transfer artifact",
    "Could not find artifact",
    "Non-resolvable parent POM",
    "Non-resolvable import POM",
    "could not be resolved",
    "Unable to resolve artifact",
];

/// What the build's output tells about its failure. Paths in `copy` are shown as paths in
/// `original`.
pub(super) fn build_failure(output: &str, copy: &Path, original: &Path) -> BuildFailure {
    let (copy, original) = (copy.to_string_lossy(), original.to_string_lossy());
    let cause = cause_of(output);
    let mut lines: Vec<String> = Vec::new();
    for line in output.lines().filter_map(error_text) {
        let line = relocate_text(line, &copy, &original);
        if lines.len() < BuildFailure::MOST_LINES && !lines.contains(&line) {
            lines.push(line);
        }
    }
    BuildFailure { cause, lines, advice: advice_for(cause) }
}

/// The text of a line that tells an error.
fn error_text(line: &str) -> Option<&str> {
    let text = without_colours(line.trim()).strip_prefix("[ERROR]")?.trim();
    let boilerplate = text.is_empty() || BOILERPLATE.iter().any(|part| text.starts_with(part));
    let end = text.char_indices().nth(LONGEST_LINE).map_or(text.len(), |(end, _)| end);
    (!boilerplate).then(|| text.get(..end).unwrap_or(text))
}

/// The line without what Maven writes before its first error when it dies early, even when it was
/// told to use no colours.
fn without_colours(line: &str) -> &str {
    let mut rest = line;
    while let Some((_, after)) =
        rest.strip_prefix("\u{1b}[").and_then(|escape| escape.split_once('m'))
    {
        rest = after;
    }
    rest
}

fn cause_of(output: &str) -> FailureCause {
    let has = |texts: &[&str]| texts.iter().any(|text| output.contains(text));
    if let Some(needed) = needed_release(output) {
        FailureCause::JdkTooOld { needed }
    } else if has(&["is no longer supported. Use"]) {
        FailureCause::JdkTooNew
    } else if has(&["COMPILATION ERROR"]) {
        // Maven compiles when everything is there: what it could not fetch was not needed.
        FailureCause::DoesNotCompile
    } else if has(&["in offline mode"]) {
        FailureCause::NotThereOffline
    } else if has(&NOT_RESOLVED) {
        if has(&NO_NETWORK) { FailureCause::NoNetwork } else { FailureCause::DependencyNotFound }
    } else if has(&["Malformed POM", "Non-parseable POM", "problems were encountered while proc"]) {
        FailureCause::BuildFile
    } else if has(&["RequireMavenVersion failed", "requires Maven version"]) {
        FailureCause::MavenVersion
    } else {
        FailureCause::Other
    }
}

/// The language level that `javac` or the compiler plugin refused as too new for it.
fn needed_release(output: &str) -> Option<u32> {
    const REFUSALS: [(&str, &str); 4] = [
        ("release version ", " not supported"),
        ("invalid target release: ", ""),
        ("invalid source release: ", ""),
        ("invalid source release ", " with --enable-preview"),
    ];
    REFUSALS.iter().find_map(|(before, after)| {
        let (_, rest) = output.split_once(before)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(digits);
        rest.starts_with(after).then(|| number.parse().ok())?
    })
}

fn advice_for(cause: FailureCause) -> String {
    match cause {
        FailureCause::DoesNotCompile => {
            "make the project compile first; only a project that compiles can be repaired"
                .to_owned()
        }
        FailureCause::JdkTooOld { needed } => {
            let hint = companion::install_hint(needed);
            format!("the project needs JDK {needed} or newer: set `JAVA_HOME` to one, or {hint}")
        }
        FailureCause::JdkTooNew => {
            "set `JAVA_HOME` to an older JDK, or raise the level in the build file (with Maven's \
             old default plugins: set `maven.compiler.source` and `maven.compiler.target`)"
                .to_owned()
        }
        FailureCause::NoNetwork => {
            "connect to the network, or set a proxy in `~/.m2/settings.xml`, and run again"
                .to_owned()
        }
        FailureCause::NotThereOffline => "run once without `--offline`".to_owned(),
        FailureCause::DependencyNotFound => {
            "check the version and the repositories; a module that is not part of this build must \
             be installed first (`mvn install` in its folder)"
                .to_owned()
        }
        FailureCause::BuildFile => "correct the build file".to_owned(),
        FailureCause::MavenVersion => {
            "install a version that the project accepts, and put it first in the `PATH` or name \
             its program"
                .to_owned()
        }
        FailureCause::Other => {
            "make `mvn test` get as far as its failing tests first; what was run here is a part of it"
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::build_failure;
    use crate::error::{BuildFailure, FailureCause};

    #[test]
    fn causes_are_told_apart() {
        for (output, cause) in [
            (
                "Fatal error compiling: error: release version 21 not supported",
                FailureCause::JdkTooOld { needed: 21 },
            ),
            ("error: invalid target release: 25", FailureCause::JdkTooOld { needed: 25 }),
            ("Source option 5 is no longer supported. Use 7 or later.", FailureCause::JdkTooNew),
            (
                "Cannot access central in offline mode and the artifact a:b:1",
                FailureCause::NotThereOffline,
            ),
            ("Could not transfer artifact a:b:1: Unknown host repo", FailureCause::NoNetwork),
            ("Could not find artifact a:b:jar:1 in central", FailureCause::DependencyNotFound),
            ("COMPILATION ERROR : ", FailureCause::DoesNotCompile),
            (
                "Cannot access central in offline mode\nCOMPILATION ERROR : ",
                FailureCause::DoesNotCompile,
            ),
            ("Non-parseable POM /p/pom.xml", FailureCause::BuildFile),
            (
                "Rule 0: org.apache.maven.enforcer.rules.version.RequireMavenVersion failed with",
                FailureCause::MavenVersion,
            ),
            ("some plugin failed", FailureCause::Other),
        ] {
            let output = format!("[INFO] x\n[ERROR] {output}\n");
            let failure = build_failure(&output, Path::new("/copy"), Path::new("/home"));
            assert_eq!(failure.cause, cause, "{output}");
            assert_eq!(failure.lines.len(), 1);
            assert!(!failure.advice.is_empty());
        }
    }

    #[test]
    fn lines_are_bounded_and_name_the_users_own_files() {
        let mut output = "[ERROR] /copy/A.java:[1,2] ';' expected\n[ERROR] \n".to_owned();
        output.push_str("[ERROR] /copy/A.java:[1,2] ';' expected\n[ERROR] Re-run Maven using -X\n");
        for number in 0..100 {
            output.push_str(&format!("[ERROR] {number} {}\n", "x".repeat(1000)));
        }
        let lines = build_failure(&output, Path::new("/copy"), Path::new("/home/u/p")).lines;
        let early = "\u{1b}[0m\u{1b}[0m[ERROR] Could not create local repository";
        let coloured = build_failure(early, Path::new("/copy"), Path::new("/p")).lines;
        assert_eq!(coloured, ["Could not create local repository"]);
        assert_eq!(lines.len(), BuildFailure::MOST_LINES);
        assert_eq!(lines[0], "/home/u/p/A.java:[1,2] ';' expected");
        assert!(lines.iter().all(|line| line.chars().count() <= 400));
    }
}
