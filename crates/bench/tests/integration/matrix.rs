//! A matrix with the real compiler, engine, test runner and sandbox; only the model follows a
//! script. However a run is disturbed, its tables are those of an undisturbed one.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use bench::judge::{Desk, JudgeName};
use bench::matrix::{
    CELL_FILE, CellKey, CellResult, ChosenBugs, Matrix, MatrixEvent, MatrixJob, ModelIdentity,
    ModelInUse, ProgramIdentity, RunEnd, Selection, VariantRecord, choose_bugs, open_matrix, plan,
    read_cells, run_matrix,
};
use bench::metrics::Equality;
use bench::tables::{make_tables, write_tables};
use bench::{BenchError, Bug, Strategy, Variant, find_data_set};
use lm::Limits;
use lm::scripted::{Script, ScriptedModel, ScriptedSettings};
use project::StopFlag;
use repair::{ModelRecord, ModelSource, UseModel};
use validate::sandbox::Sandbox;

use crate::fixture::{REFERENCE, SUM, TEST, build_settings, described, write};

const FIX: &str = "    return one + other;";

/// A model that knows the answer when somebody shows it, and guesses when nobody does.
struct Guessing;

impl ModelSource for Guessing {
    fn lend(
        &mut self,
        _: &StopFlag,
        use_model: &mut UseModel<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let texts = |texts: &[(&str, f64)]| {
            texts.iter().map(|(text, weight)| ((*text).to_owned(), *weight)).collect()
        };
        let guesses = [
            (FIX, 0.3),
            ("    return one * other;", 0.2),
            ("    return nothing;", 0.3),
            ("    return one - other;", 0.2),
        ];
        use_model(&mut ScriptedModel::new(ScriptedSettings {
            pieces: Vec::new(),
            scripts: vec![
                Script {
                    when: "one + other".to_owned(),
                    texts: texts(&[("    return shown;", 1.0)]),
                },
                Script { when: String::new(), texts: texts(&guesses) },
            ],
            background: 0.0,
            limits: Limits { sequences: 64, cells: 4096 },
        }));
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

/// Two bugs, one of which has more places than a repair fills.
struct Bench {
    folder: PathBuf,
}

impl Bench {
    /// Writes the bugs below a folder.
    fn new(folder: &Path) -> Self {
        let bench = Self { folder: folder.to_owned() };
        let one = described();
        let two = one
            .replace("sum-1", "sum-2")
            .replace("[[holes]]", "[[holes]]\nat = \"src/main/java/lab/Sum.java:9\"\n\n[[holes]]");
        for (name, text) in [("sum-1", one), ("sum-2", two)] {
            let files = [
                ("bug.toml", text.as_str()),
                ("reference.diff", REFERENCE),
                ("program/src/main/java/lab/Sum.java", SUM),
                ("program/src/test/java/lab/SumTest.java", TEST),
            ];
            write(&bench.bugs().join(name), &files);
        }
        bench
    }

    fn bugs(&self) -> PathBuf {
        self.folder.join("bugs")
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn matrix(&self, variants: &[&str], seeds: &[u64]) -> (Matrix, Vec<Bug>) {
        let all = find_data_set(&self.bugs()).unwrap().bugs().unwrap();
        let ChosenBugs { bugs, records, left_out } = choose_bugs(all, None).unwrap();
        let variant = |name: &&str| VariantRecord {
            name: (*name).to_owned(),
            decode: Variant::find(name).unwrap().settings(12, 0),
        };
        let matrix = Matrix {
            format_version: Matrix::FORMAT_VERSION,
            program: ProgramIdentity { version: "test".to_owned(), commit: None },
            preset: None,
            data_set: "bugs".to_owned(),
            bugs: records,
            left_out,
            models: vec![ModelIdentity { name: "scripted".to_owned(), sha256: None }],
            strategies: vec![Strategy::Infill],
            variants: variants.iter().map(variant).collect(),
            seeds: seeds.to_vec(),
            prompt_tokens: 1024,
            cell_time_seconds: None,
            test_time_seconds: 60,
            sandbox: "bubblewrap".to_owned(),
        };
        (matrix, bugs)
    }
}

/// How a run is done.
struct Doing {
    stop: StopFlag,
    budget: Option<Duration>,
    retry_failed: bool,
    /// Raises the stop flag when this many cells were begun and a sample was drawn.
    stop_in_cell: Option<usize>,
}

impl Doing {
    fn undisturbed() -> Self {
        Self { stop: StopFlag::default(), budget: None, retry_failed: false, stop_in_cell: None }
    }
}

/// Runs what is to do; gives how it ended and the cells that were begun.
fn run(
    (matrix, bugs): &(Matrix, Vec<Bug>),
    out: &Path,
    doing: &Doing,
    source: &mut dyn ModelSource,
) -> Result<(RunEnd, Vec<CellKey>), BenchError> {
    open_matrix(matrix, out)?;
    let plan =
        plan(matrix, out, &Selection { retry_failed: doing.retry_failed, ..Selection::ALL })?;
    let job = MatrixJob {
        matrix,
        out,
        bugs,
        plan: &plan,
        budget: doing.budget,
        build: build_settings(),
        sandbox: Sandbox::find().unwrap(),
        stop: doing.stop.clone(),
    };
    let record =
        ModelRecord { name: "scripted".to_owned(), file: PathBuf::new(), sha256: None, threads: 1 };
    let mut begun = Vec::new();
    let mut models = [ModelInUse { record, source }];
    let end = run_matrix(&job, &mut models, &mut |event| match event {
        MatrixEvent::Began { cell, .. } => begun.push((*cell).clone()),
        MatrixEvent::Repair(repair::Event::Drawn { .. })
            if doing.stop_in_cell == Some(begun.len()) =>
        {
            doing.stop.raise();
        }
        _ => {}
    })?;
    Ok((end, begun))
}

/// The files that tables are written to, but for those with times.
fn written(out: &Path) -> Vec<(String, String)> {
    let folder = write_tables(&make_tables(out).unwrap(), out).unwrap();
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .filter(|(name, _)| !name.starts_with("times"))
        .collect();
    files.sort();
    files
}

#[test]
fn a_disturbed_run_comes_to_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path());
    let matrix = bench.matrix(&["off", "full"], &[1, 2]);
    let whole = bench.out("whole");
    let doing = Doing::undisturbed();
    let (end, begun) = run(&matrix, &whole, &doing, &mut Guessing).unwrap();
    assert_eq!((end, begun), (RunEnd::Complete, matrix.0.cells()));
    check_whole(&matrix.0, &whole);
    let data_set = find_data_set(&bench.bugs()).unwrap();
    let judge = JudgeName::new("Ada").unwrap();
    let desk = Desk::open(&whole, data_set.as_ref(), judge, "1").unwrap();
    assert_eq!((desk.patch_count(), desk.unfinished_runs()), (1, 0), "what was measured is judged");

    // Ctrl-C in the second cell.
    let disturbed = bench.out("disturbed");
    let doing = Doing { stop_in_cell: Some(2), ..Doing::undisturbed() };
    let (end, begun) = run(&matrix, &disturbed, &doing, &mut Guessing).unwrap();
    assert_eq!((end, begun.len()), (RunEnd::Interrupted, 2));
    let cells = matrix.0.cells();
    let file = |cell: usize| cells[cell].folder(&disturbed).join(CELL_FILE);
    assert!(file(0).is_file() && !file(1).exists() && cells[1].folder(&disturbed).exists());
    let tables = make_tables(&disturbed).unwrap();
    assert!(tables.notes[0].contains("1 of 4 cells"), "{:?}", tables.notes);

    // No time for any cell.
    let doing = Doing { budget: Some(Duration::ZERO), ..Doing::undisturbed() };
    let (end, begun) = run(&matrix, &disturbed, &doing, &mut Guessing).unwrap();
    assert_eq!((end, begun.len()), (RunEnd::Budget, 0));

    // Killed: the first cell without its last file, the second with half of everything.
    fs::remove_file(file(0)).unwrap();
    fs::write(cells[0].folder(&disturbed).join("cell.json.partial"), "{\"format_v").unwrap();
    fs::write(cells[1].folder(&disturbed).join("left-over"), "").unwrap();
    let doing = Doing::undisturbed();
    let (end, begun) = run(&matrix, &disturbed, &doing, &mut Guessing).unwrap();
    assert_eq!((end, begun), (RunEnd::Complete, cells.clone()));
    assert!(!cells[1].folder(&disturbed).join("left-over").exists());
    assert_eq!(written(&disturbed), written(&whole));
    assert_eq!(make_tables(&disturbed).unwrap().tables, make_tables(&whole).unwrap().tables);

    // Nothing is left to do, and other settings are refused.
    let (end, begun) = run(&matrix, &disturbed, &doing, &mut Guessing).unwrap();
    assert_eq!((end, begun.len()), (RunEnd::Complete, 0));
    let other = bench.matrix(&["off"], &[1, 2]);
    let message = run(&other, &disturbed, &doing, &mut Guessing).unwrap_err().to_string();
    assert!(message.contains("`variants` was"), "{message}");
}

/// The variable that names the folder of a run which is to be killed.
const TO_BE_KILLED: &str = "PATCHWRIGHT_TEST_TO_BE_KILLED";

/// The other process of the test below; without the variable there is nothing to do.
#[test]
fn a_run_to_be_killed() {
    let Some(folder) = std::env::var_os(TO_BE_KILLED) else { return };
    let bench = Bench { folder: folder.into() };
    let matrix = bench.matrix(&["off", "full"], &[1]);
    run(&matrix, &bench.out("killed"), &Doing::undisturbed(), &mut Guessing).unwrap();
}

#[test]
fn a_killed_run_comes_to_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path());
    let matrix = bench.matrix(&["off", "full"], &[1]);
    let (whole, killed) = (bench.out("whole"), bench.out("killed"));
    run(&matrix, &whole, &Doing::undisturbed(), &mut Guessing).unwrap();
    // The first cell is killed twice, the second once.
    for cell in [0, 0, 1] {
        let cell = matrix.0.cells()[cell].folder(&killed);
        let _ = fs::remove_dir_all(cell.join("runs"));
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "matrix::a_run_to_be_killed"])
            .env(TO_BE_KILLED, &bench.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !cell.join("runs").exists() {
            assert!(process.try_wait().unwrap().is_none(), "it ended before it was killed");
            std::thread::sleep(Duration::from_millis(20));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        assert!(!cell.join(CELL_FILE).exists());
    }
    let (end, begun) = run(&matrix, &killed, &Doing::undisturbed(), &mut Guessing).unwrap();
    assert_eq!((end, begun), (RunEnd::Complete, matrix.0.cells()[1..].to_vec()));
    assert_eq!(written(&killed), written(&whole));
}

/// What is measured with the scripted model.
fn check_whole(matrix: &Matrix, out: &Path) {
    assert_eq!(matrix.left_out.len(), 1, "a bug with two places has no cells");
    for record in read_cells(matrix, out).unwrap() {
        let CellResult::Measured(measured) = &record.result else { panic!("{record:#?}") };
        assert_eq!(measured.samples.drawn, 12);
        assert_eq!(measured.plausible_patches(), 1, "{record:#?}");
        let Equality::Compared { samples, plausible, same_tree } = &measured.equality else {
            panic!("{record:#?}")
        };
        assert!(*plausible && *same_tree == Some(true));
        assert_eq!(*samples, measured.samples.plausible);
        assert_eq!(measured.patches.len(), 1);
        let is_first = record.cell == matrix.cells()[0];
        assert_eq!(measured.taken_over == 0, is_first, "{record:#?}");
        let guided = record.cell.variant == "full";
        assert_eq!(measured.samples.not_compiling == 0, guided, "{record:#?}");
        let run = record.cell.folder(out).join(&measured.run);
        let samples = fs::read_to_string(run.join("samples.jsonl")).unwrap();
        assert!(!samples.contains("shown"), "the prompt held the reference fix");
    }
    let tables = make_tables(out).unwrap();
    let page = tables.to_markdown();
    for expected in [
        "4 of 4 cells",
        "sum-1 | plausible in 2 of 2, equal",
        "sum-2 | – | it has no cells | it has 2",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    assert!(!page.contains("is correct"));
}

#[test]
fn what_cannot_be_measured_is_no_miss() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path());
    let matrix = bench.matrix(&["off"], &[1]);
    let out = bench.out("out");
    let broken = bench.bugs().join("sum-1/program/src/main/java/lab/Broken.java");
    fs::write(&broken, "package lab;\n\nclass Broken {\n  int x = \"\";\n}\n").unwrap();
    let doing = Doing::undisturbed();
    run(&matrix, &out, &doing, &mut Guessing).unwrap();
    let records = read_cells(&matrix.0, &out).unwrap();
    let CellResult::Failed { reason } = &records[0].result else { panic!("{records:#?}") };
    assert!(reason.contains("Broken.java"), "{reason}");
    let summary = &make_tables(&out).unwrap().tables[0];
    let value = |key: &str| {
        let place = summary.columns.iter().position(|column| column.key == key).unwrap();
        serde_json::to_value(&summary.rows[0][place]).unwrap()
    };
    assert_eq!((value("cells_failed"), value("bugs")), (1.into(), 0.into()));
    assert!(value("plausible_share").is_null(), "no bug is measured, so there is no share");

    // It is not run again unless that is asked for.
    fs::remove_file(&broken).unwrap();
    let (_, begun) = run(&matrix, &out, &doing, &mut Guessing).unwrap();
    assert!(begun.is_empty());
    let doing = Doing { retry_failed: true, ..doing };
    let (_, begun) = run(&matrix, &out, &doing, &mut Guessing).unwrap();
    assert_eq!(begun.len(), 1);
    let records = read_cells(&matrix.0, &out).unwrap();
    assert!(matches!(records[0].result, CellResult::Measured(_)));
}

#[test]
fn a_model_that_does_not_load_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path());
    let matrix = bench.matrix(&["off"], &[1, 2]);
    let out = bench.out("out");
    let error = run(&matrix, &out, &Doing::undisturbed(), &mut Missing).unwrap_err();
    assert!(matches!(error, BenchError::Repair { .. }), "{error}");
    assert!(read_cells(&matrix.0, &out).unwrap().is_empty());
}
