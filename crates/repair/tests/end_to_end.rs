//! Whole repairs of an example with the real build tool, compiler, engine and sandbox; only the
//! model follows a script, so that what it draws is known.
#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use lm::scripted::ScriptedModel;
use project::{BuildSettings, CopyLimits, Limits, Network, StopFlag};
use repair::{
    Cut, Event, Fault, ModelRecord, ModelSource, Outcome, RepairError, RepairRequest, RunReport,
    UseModel, repair,
};
use syntax::tokens::token_key;
use task::{Verdict, VerdictKind};
use validate::sandbox::Sandbox;

const PLACE: &str = "src/main/java/org/weirbook/waterway/LockChamber.java:47";
const FIX: &str = "    int draught = craft.ladenDraughtInches();";

/// A model that draws these texts with these shares.
struct Scripted(Vec<(&'static str, f64)>);

impl ModelSource for Scripted {
    fn lend(
        &mut self,
        _: &StopFlag,
        use_model: &mut UseModel<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        use_model(&mut ScriptedModel::answering(&self.0));
        Ok(())
    }
}

/// A model that cannot be loaded.
struct Missing;

impl ModelSource for Missing {
    fn lend(
        &mut self,
        _: &StopFlag,
        _: &mut UseModel<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        Err("the file is gone".into())
    }
}

/// The example with one of its bugs, in a folder of its own.
struct Example {
    folder: tempfile::TempDir,
}

impl Example {
    fn with_bug(bug: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let prepare = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prepare");
        let output =
            Command::new(prepare).arg("--into").arg(folder.path()).arg(bug).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::rename(folder.path().join(bug), folder.path().join("project")).unwrap();
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// Puts the right method back, so that all tests pass.
    fn mend(&self) {
        let file = self.root().join(PLACE.split(':').next().unwrap());
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("craft.lightDraughtInches()", "craft.ladenDraughtInches()"))
            .unwrap();
    }

    fn request(&self, samples: usize) -> RepairRequest {
        RepairRequest {
            project: self.root(),
            current_folder: self.folder.path().to_owned(),
            location: PLACE.parse().unwrap(),
            tests: Vec::new(),
            decode: decode::Settings::guided(samples, 1),
            prompt_tokens: 1024,
            time_limit: None,
            test_time: validate::ValidationLimits::default().all_tests_time,
            build: BuildSettings {
                network: Network::Allowed,
                maven_program: None,
                java_home: None,
                cache_folder: companion::patchwright_cache_folder().unwrap(),
                limits: Limits::usual(StopFlag::default()),
                copy_limits: CopyLimits::USUAL,
            },
            sandbox: Sandbox::find().unwrap(),
            runs_folder: None,
            known_verdicts: std::collections::BTreeMap::new(),
            model: ModelRecord {
                name: "scripted".to_owned(),
                file: PathBuf::new(),
                sha256: None,
                threads: 1,
            },
            program_version: "test".to_owned(),
        }
    }

    /// Every file of the user's with its content, but for what runs leave.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with(".patchwright") {
                    folders.push(path);
                } else if path.is_file() {
                    files.push((path.clone(), fs::read(path).unwrap()));
                }
            }
        }
        files.sort();
        files
    }
}

fn run(request: &RepairRequest, model: &mut dyn ModelSource) -> Result<RunReport, RepairError> {
    repair(request, model, StopFlag::default(), &mut |_| {})
}

#[test]
fn a_wrong_method_is_repaired_and_the_user_s_files_stay() {
    let example = Example::with_bug("grounded-barge");
    let before = example.files();
    let mut model = Scripted(vec![
        ("    int draught = craft.floatingDepth();", 0.4),
        ("    int draught = craft.draughtInches;", 0.2),
        ("    int draught = craft.lightDraughtInches();", 0.1),
        ("    int draught = craft.beamInches();", 0.1),
        ("    int draught = 0;", 0.1),
        (FIX, 0.1),
    ]);
    let report = run(&example.request(60), &mut model).unwrap();

    assert_eq!(report.outcome, Outcome::Plausible, "{report:#?}");
    let texts: Vec<&str> = report.patches.iter().map(|patch| patch.text.as_str()).collect();
    assert!(texts.contains(&FIX), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("floating") || text.contains("= 0")));
    assert_eq!(report.cut, None);
    assert_eq!(report.samples.drawn, 60);
    assert_eq!(report.samples.compiling, 60, "{:?}", report.samples);
    assert!(report.verdicts.contains_key(&VerdictKind::FailsFailingTest), "{:?}", report.verdicts);
    assert!(!report.verdicts.contains_key(&VerdictKind::DoesNotCompile), "{:?}", report.verdicts);
    assert_eq!(
        report.failing_tests.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["org.weirbook.waterway.LockChamberTest#aBargeOverTheSill"]
    );

    assert_eq!(before, example.files());
    check_run_folder(&report, &example);
}

/// The run's files are there, and git takes the patch.
fn check_run_folder(report: &RunReport, example: &Example) {
    let lines = |name: &str| fs::read_to_string(report.folder.join(name)).unwrap().lines().count();
    assert_eq!(lines("samples.jsonl"), 60);
    assert_eq!(lines("verdicts.jsonl"), report.verdicts.values().sum::<usize>());
    let json = |name: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(report.folder.join(name)).unwrap()).unwrap()
    };
    for name in ["run.json", "report.json"] {
        assert_eq!(json(name)["format_version"], 1);
    }
    let tools = &json("run.json")["tools"];
    assert_eq!(tools["build_tool"]["tool"], "maven", "{tools}");
    assert!(tools["jdk"]["home"].as_str().is_some_and(|home| Path::new(home).is_dir()), "{tools}");
    let fix = report.patches.iter().find(|patch| patch.text == FIX).unwrap();
    let output = Command::new("git")
        .arg("-C")
        .arg(&report.apply_in)
        .arg("apply")
        .arg(&fix.file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = example.root().join(PLACE.split(':').next().unwrap());
    assert!(fs::read_to_string(file).unwrap().contains(FIX));
}

#[test]
fn the_unguided_twin_draws_what_does_not_compile() {
    let example = Example::with_bug("grounded-barge");
    let mut model = Scripted(vec![("    int draught = craft.floatingDepth();", 0.7), (FIX, 0.3)]);
    let mut request = example.request(40);
    request.decode = decode::Settings::unguided(40, 1);
    let report = run(&request, &mut model).unwrap();
    assert_eq!(report.outcome, Outcome::Plausible);
    assert_eq!(report.verdicts[&VerdictKind::DoesNotCompile], 1);
    assert_eq!(report.samples.compiling + report.samples.not_compiling, 40);

    // Who says beforehand what becomes of a candidate is believed, and that is written down.
    let test = "a.Test#x".parse().unwrap();
    let known = Verdict::FailsFailingTest { test, message: String::new() };
    request.known_verdicts = [(token_key(FIX), known)].into();
    let report = run(&request, &mut model).unwrap();
    assert_eq!(report.outcome, Outcome::NoneFound);
    let lines = fs::read_to_string(report.folder.join("verdicts.jsonl")).unwrap();
    let taken_over = lines.lines().filter(|line| line.contains("\"taken_over\":true"));
    assert_eq!((lines.lines().count(), taken_over.count()), (2, 1), "{lines}");
    assert!(report.samples.not_compiling > 10);
}

#[test]
fn a_project_whose_tests_pass_has_nothing_to_repair() {
    let example = Example::with_bug("grounded-barge");
    example.mend();
    let report = run(&example.request(5), &mut Scripted(vec![(FIX, 1.0)])).unwrap();
    assert_eq!(report.outcome, Outcome::NothingToRepair);
    assert!(report.patches.is_empty());
}

#[test]
fn errors_say_whose_fault_they_are() {
    let example = Example::with_bug("grounded-barge");
    let fault = |change: &dyn Fn(&mut RepairRequest)| {
        let mut request = example.request(2);
        change(&mut request);
        let error = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap_err();
        (error.fault(), error.to_string())
    };
    let at = |place: &'static str| {
        move |request: &mut RepairRequest| request.location = place.parse().unwrap()
    };

    let (kind, message) = fault(&at("src/main/java/org/weirbook/waterway/LockChamber.java:4700"));
    assert_eq!(kind, Fault::Usage);
    assert!(message.contains("there is no line 4700"), "{message}");

    let (kind, message) = fault(&at("NoSuchFile.java:3"));
    assert_eq!(kind, Fault::Usage);
    assert!(message.contains("`NoSuchFile.java` is no file of the project"), "{message}");

    let empty = tempfile::tempdir().unwrap();
    let (kind, message) = fault(&|request| request.project = empty.path().to_owned());
    assert_eq!(kind, Fault::Project);
    assert!(message.contains("there is no Java build"), "{message}");

    let latin = example.root().join("src/main/java/org/weirbook/Latin.java");
    fs::write(&latin, b"class Latin { // \xe9\n}\n").unwrap();
    let (kind, message) = fault(&at("src/main/java/org/weirbook/Latin.java:1"));
    assert_eq!(kind, Fault::Project);
    assert!(message.contains("is not UTF-8: byte 17"), "{message}");
    fs::remove_file(latin).unwrap();

    let error = run(&example.request(2), &mut Missing).unwrap_err();
    assert_eq!(error.fault(), Fault::Environment);
    assert!(error.to_string().contains("could not be loaded"), "{error}");
}

#[test]
fn a_project_that_does_not_compile_says_so() {
    let example = Example::with_bug("grounded-barge");
    let broken = example.root().join("src/main/java/org/weirbook/Broken.java");
    fs::write(broken, "package org.weirbook;\n\nclass Broken {\n  int x = \"\";\n}\n").unwrap();
    let error = run(&example.request(2), &mut Scripted(vec![(FIX, 1.0)])).unwrap_err();
    assert_eq!(error.fault(), Fault::Project);
    let message = error.to_string();
    assert!(message.contains("Broken.java") && message.contains("incompatible types"), "{message}");
    let runs = example.root().join(".patchwright/runs");
    let mut folders = fs::read_dir(runs).unwrap().map(|entry| entry.unwrap().path());
    let folder = folders.find(|path| path.is_dir()).unwrap();
    let record = fs::read_to_string(folder.join("error.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["fault"], "project");
    assert!(record["error"].as_str().unwrap().contains("Broken.java"), "{record}");
    assert!(!folder.join("report.json").exists());
}

#[test]
fn a_stop_keeps_what_was_found() {
    let example = Example::with_bug("grounded-barge");
    let stop = StopFlag::default();
    let raised = stop.clone();
    let mut at_first_verdict = |event: &Event<'_>| {
        if matches!(event, Event::Judged { .. }) {
            raised.raise();
        }
    };
    let mut model = Scripted(vec![(FIX, 0.9), ("    int draught = craft.beamInches();", 0.1)]);
    let report = repair(&example.request(10_000), &mut model, stop, &mut at_first_verdict).unwrap();
    assert_eq!(report.cut, Some(Cut::Interrupted));
    assert!(report.folder.join("report.json").exists());
}

#[test]
fn the_time_limit_ends_a_run_whatever_is_in_flight() {
    let example = Example::with_bug("grounded-barge");
    let mut request = example.request(5);
    request.time_limit = Some(Duration::from_millis(700));
    let report = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap();
    assert_eq!(report.cut, Some(Cut::TimeLimit));
    assert_eq!(report.outcome, Outcome::NoneFound);
}

#[test]
fn a_flaky_test_is_said_to_be_one() {
    let example = Example::with_bug("grounded-barge");
    example.mend();
    // Fails the first time only. Outside of a sandbox a file tells it that it was there before.
    let mark = example.folder.path().join("mark");
    let test = format!(
        "package org.weirbook;\n\nimport java.nio.file.*;\nimport org.junit.jupiter.api.*;\n\n\
         class FlakyTest {{\n  @Test\n  void once() throws Exception {{\n    \
         Path mark = Path.of(\"{}\");\n    if (!Files.exists(mark)) {{\n      \
         Files.createFile(mark);\n      Assertions.fail(\"the first time\");\n    }}\n  }}\n}}\n",
        mark.display()
    );
    fs::write(example.root().join("src/test/java/org/weirbook/FlakyTest.java"), test).unwrap();
    let mut request = example.request(5);
    request.sandbox = Sandbox::none();
    let error = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap_err();
    assert_eq!(error.fault(), Fault::Project);
    let message = error.to_string();
    assert!(message.contains("flaky") && message.contains("FlakyTest#once"), "{message}");
}

#[test]
fn a_test_that_is_not_there_is_a_mistake_and_one_that_passes_is_named() {
    let example = Example::with_bug("grounded-barge");
    let mut request = example.request(5);
    request.tests = vec!["org.weirbook.waterway.LockChamberTest#noSuchTest".parse().unwrap()];
    let error = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap_err();
    assert_eq!(error.fault(), Fault::Usage);
    assert!(error.to_string().contains("LockChamberTest#aBargeOverTheSill"), "{error}");

    request.tests = vec!["org.weirbook.money.FarthingsTest".parse().unwrap()];
    let report = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap();
    assert_eq!(report.outcome, Outcome::NothingToRepair);
    assert!(report.warnings.iter().any(|text| text.contains("does not fail")), "{report:#?}");
}

/// In the sandbox the user's home is another one, and so was Maven's repository once.
#[test]
fn a_project_that_was_built_once_is_repaired_offline() {
    let example = Example::with_bug("grounded-barge");
    let mut request = example.request(5);
    run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap();
    request.build.network = Network::Denied;
    let report = run(&request, &mut Scripted(vec![(FIX, 1.0)])).unwrap();
    assert_eq!(report.outcome, Outcome::Plausible);
}

/// The engine runs on the JDK that knows the project's Java.
#[test]
fn a_later_java_is_steered_by_a_later_jdk() {
    let example = Example::with_bug("grounded-barge");
    let Some(home) = later_jdk() else {
        eprintln!("left out: there is no JDK 21 or later here");
        return;
    };
    let pom = example.root().join("pom.xml");
    let text = fs::read_to_string(&pom).unwrap();
    let release = "<maven.compiler.release>17</maven.compiler.release>";
    assert!(text.contains(release), "{text}");
    fs::write(&pom, text.replace(release, &release.replace("17", "21"))).unwrap();
    let mut request = example.request(20);
    request.build.java_home = Some(home);
    let mut model = Scripted(vec![(FIX, 0.5), ("    return nothing;", 0.5)]);
    let report = run(&request, &mut model).unwrap();
    assert_eq!(report.outcome, Outcome::Plausible, "{report:#?}");
    assert_eq!((report.samples.compiling, report.samples.drawn), (20, 20), "{report:#?}");
    assert!(!report.warnings.iter().any(|text| text.contains("guidance")), "{report:#?}");
}

fn later_jdk() -> Option<PathBuf> {
    let later = |jdk: &companion::Jdk| jdk.version().feature() >= 21;
    companion::all_jdks().into_iter().find(later).map(|jdk| jdk.home().to_owned())
}

#[test]
fn two_runs_at_once_in_one_project_keep_out_of_each_other_s_way() {
    let example = Example::with_bug("grounded-barge");
    let repair_once =
        || run(&example.request(10), &mut Scripted(vec![(FIX, 1.0)])).map_err(|e| e.to_string());
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(repair_once);
        let other = scope.spawn(repair_once);
        (one.join().unwrap().unwrap(), other.join().unwrap().unwrap())
    });
    assert_ne!(one.folder, other.folder);
    for report in [one, other] {
        assert_eq!(report.outcome, Outcome::Plausible);
        assert_eq!(report.samples.drawn, 10);
        assert!(report.patches[0].file.starts_with(&report.folder));
        assert!(report.patches[0].file.exists());
    }
}

#[test]
fn a_file_that_is_edited_meanwhile_is_said_to_be() {
    let example = Example::with_bug("grounded-barge");
    let file = example.root().join(PLACE.split(':').next().unwrap());
    let mut edit = |event: &Event<'_>| {
        if matches!(event, Event::Judged { .. }) {
            fs::write(&file, "class Edited {}\n").unwrap();
        }
    };
    let mut model = Scripted(vec![(FIX, 1.0)]);
    let report = repair(&example.request(3), &mut model, StopFlag::default(), &mut edit).unwrap();
    assert_eq!(report.outcome, Outcome::Plausible, "the patch is for the text of the start");
    assert!(report.warnings.iter().any(|text| text.contains("was edited")), "{report:#?}");
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "class Edited {}\n",
        "the user's own edit stays"
    );
}
