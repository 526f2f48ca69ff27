//! A bug of Defects4J's form, from a history made up here, is laid out and in order.

use std::fs;
use std::path::Path;
use std::process::Command;

use bench::import::defects4j::{Extras, Sources, import};
use bench::{BenchError, Bug, find_data_set, lint};

use crate::fixture::{REFERENCE, SUM, TEST, build_settings, junit_jars, lint_settings, write};

const FIXED: (&str, &str) = ("one - other", "one + other");

pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A collection with one bug; gives its folders.
fn collection(folder: &Path) -> Sources {
    let repository = folder.join("repositories/lab.git");
    fs::create_dir_all(&repository).unwrap();
    git(&repository, &["init", "--quiet"]);
    let fixed = SUM.replace(FIXED.0, FIXED.1);
    let old_test = "package lab.old;\n\npublic class OldTest extends Gone {}\n";
    let files = [
        ("src/main/java/lab/Sum.java", fixed.as_str()),
        ("src/main/java/lab/Version.java.in", "package @package@;\n"),
        ("src/main/java/lab/enum/Old.java", "package lab.enum;\n\nclass Old {}\n"),
        ("src/test/java/lab/SumTest.java", TEST),
        ("src/test/java/lab/old/OldTest.java", old_test),
        ("pom.xml", "<project><version>1.2-SNAPSHOT</version></project>"),
    ];
    write(&repository, &files);
    git(&repository, &["add", "--all"]);
    git(&repository, &["commit", "--quiet", "--message", "fixed"]);
    let revision = git(&repository, &["rev-parse", "HEAD"]);

    let framework = folder.join("defects4j");
    let projects = "framework/projects/Lab";
    // Defects4J's patches lead from the fixed program to the buggy one.
    let patch = REFERENCE
        .replace("-    return one - other", "-    return one + other")
        .replace("+    return one + other", "+    return one - other");
    write(
        &framework,
        &[
            (&format!("{projects}/patches/3.src.patch"), patch.as_str()),
            (&format!("{projects}/relevant_tests/3"), "lab.SumTest\n"),
            (
                &format!("{projects}/failing_tests/{revision}"),
                "## lab: 3f ##\n--- lab.SumTest::breaks\njava.lang.AssertionError\n\
                 \tat lab.SumTest.breaks(SumTest.java:9)\n--- lab.Elsewhere\n",
            ),
            (
                &format!("{projects}/generated_sources/1.2/Version.java"),
                "package lab;\n\nclass Version {}\n",
            ),
        ],
    );
    for jar in junit_jars() {
        let name = jar.file_name().unwrap();
        let target = framework.join(projects).join("lib").join(name);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&jar, target).unwrap();
    }
    let metadata = folder.join("bugs.jsonl");
    let line = format!(
        "{{\"key\":\"Lab-3\",\"project\":\"Lab\",\"id\":3,\"release\":8,\
         \"revision_fixed\":\"{revision}\",\"source_dir\":\"src/main/java\",\
         \"test_dir\":\"src/test/java\",\"trigger_tests\":[\"lab.SumTest::adds\"],\
         \"modified_files\":[\"src/main/java/lab/Sum.java\"],\
         \"hunks\":[{{\"file\":\"src/main/java/lab/Sum.java\",\"buggy_start\":5,\"buggy_end\":5}}]}}\n"
    );
    fs::write(&metadata, line).unwrap();
    Sources {
        metadata,
        framework,
        repositories: folder.join("repositories"),
        extras: Extras::default(),
    }
}

fn imported(sources: &Sources, out: &Path) -> Result<Bug, String> {
    let mut results = Vec::new();
    import(sources, &["Lab-3".to_owned()], out, &build_settings(), &mut |key, result| {
        assert_eq!(key, "Lab-3");
        assert!(result.as_ref().is_ok_and(|done| done.missing.is_empty()) || result.is_err());
        results.push(result.as_ref().map(|done| done.bug.clone()).map_err(ToString::to_string));
    })
    .unwrap();
    assert_eq!(results.len(), 1);
    results.remove(0)
}

#[test]
fn a_bug_is_laid_out_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let sources = collection(folder.path());
    let out = folder.path().join("bugs");
    let bug = imported(&sources, &out).unwrap();

    assert_eq!(bug.file.tests.disregarded, ["lab.SumTest#breaks".parse().unwrap()]);
    let program = bug.project();
    assert_eq!(fs::read_to_string(program.join("src/main/java/lab/Sum.java")).unwrap(), SUM);
    assert!(program.join("src/main/java/lab/Version.java").is_file());
    assert!(!program.join(".git").exists());
    let reference = fs::read_to_string(bug.reference_patch().unwrap()).unwrap();
    assert!(
        reference.contains("-    return one - other;\n+    return one + other;"),
        "{reference}"
    );
    let left_out = &bug.file.build.as_ref().unwrap().leave_out;
    assert_eq!(left_out, &["lab/enum/Old.java", "lab/old/OldTest.java"]);
    let report = lint(&bug, &lint_settings()).unwrap();
    assert_eq!(report.findings, []);

    // The repository is as it was, and what is there is not made again.
    assert_eq!(git(&folder.path().join("repositories/lab.git"), &["status", "--porcelain"]), "");
    fs::write(program.join("mark"), "").unwrap();
    imported(&sources, &out).unwrap();
    assert!(program.join("mark").is_file());
    assert_eq!(find_data_set(&out).unwrap().bugs().unwrap(), [bug]);
}

#[test]
fn what_cannot_be_laid_out_says_why_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sources = collection(folder.path());
    let out = folder.path().join("bugs");
    let text = fs::read_to_string(&sources.metadata).unwrap();
    let change =
        |from: &str, to: &str| fs::write(&sources.metadata, text.replace(from, to)).unwrap();

    change("\"release\":8", "\"release\":99");
    assert!(imported(&sources, &out).unwrap_err().contains("release version 99"));
    let (_, revision) = text.split_once("revision_fixed\":\"").unwrap();
    change(&revision[..40], "0000000000000000000000000000000000000000");
    assert!(imported(&sources, &out).unwrap_err().contains("no repository in"));
    change("\"id\":3", "\"id\":4");
    assert!(imported(&sources, &out).unwrap_err().contains("4.src.patch"));
    // A test that shows the bug is never left out.
    change("lab.SumTest::adds", "lab.old.OldTest::adds");
    assert!(imported(&sources, &out).unwrap_err().contains("OldTest.java` is needed"));

    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
    let unknown = import(&sources, &["Lab-9".to_owned()], &out, &build_settings(), &mut |_, _| {});
    assert!(matches!(unknown, Err(BenchError::NoSuchBug { .. })));
}
