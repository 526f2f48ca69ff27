//! Small Maven projects, each written down as one text, and patches of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use project::{
    BuildSettings, CopyLimits, DirectRunner, Limits, Network, StopFlag, Workspace, discover,
};
use task::{SourceText, TestName, Verdict};
use tempfile::TempDir;
use validate::sandbox::Sandbox;
use validate::{Baseline, TestBed, ValidationLimits, ValidationSettings, Validator};

/// A line with this and a path begins a file.
const FILE_MARK: &str = "//- ";

const PLUGINS: &str = "<build><plugins>\
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>\
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>\
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>\
    {SUREFIRE}</plugin></plugins></build>";

const PROPERTIES: &str = "<properties><maven.compiler.release>17</maven.compiler.release>\
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>";

const JUPITER: &str = "<dependency><groupId>org.junit.jupiter</groupId>\
    <artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>";

const JUNIT_4: &str = "<dependency><groupId>junit</groupId>\
    <artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>";

/// A project with its workspace.
pub(crate) struct Fixture {
    folder: TempDir,
    pub(crate) workspace: Workspace,
}

impl Fixture {
    /// Writes the files of `text`, where `{PLUGINS}`, `{PROPERTIES}`, `{JUPITER}` and `{JUNIT_4}`
    /// are filled in, and builds a copy with Maven. `{SUREFIRE}` stands in the plugins for its
    /// configuration.
    pub(crate) fn new(text: &str, surefire: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = text
            .replace("{PLUGINS}", PLUGINS)
            .replace("{PROPERTIES}", PROPERTIES)
            .replace("{JUPITER}", JUPITER)
            .replace("{JUNIT_4}", JUNIT_4)
            .replace("{SUREFIRE}", surefire);
        for file in text.split(FILE_MARK).skip(1) {
            let (path, content) = file.split_once('\n').unwrap();
            let path = folder.path().join("original").join(path.trim());
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let build = discover(&folder.path().join("original")).unwrap();
        let copy = folder.path().join("copy");
        fs::create_dir(&copy).unwrap();
        let workspace = Workspace::create(&build, &copy, &build_settings(), &DirectRunner).unwrap();
        Self { folder, workspace }
    }

    /// The file at `path` below the project's folder.
    pub(crate) fn source(&self, path: &str) -> SourceText {
        let bytes = fs::read(self.original().join(path)).unwrap();
        SourceText::from_bytes(path, bytes).unwrap()
    }

    /// The user's folder.
    pub(crate) fn original(&self) -> PathBuf {
        self.folder.path().join("original")
    }

    pub(crate) fn test_bed(&self, file: &str, limits: ValidationLimits) -> TestBed {
        self.test_bed_with(file, ValidationSettings { limits, ..settings() })
    }

    pub(crate) fn test_bed_with(&self, file: &str, settings: ValidationSettings) -> TestBed {
        TestBed::prepare(self.workspace.clone(), Path::new(file), settings).unwrap()
    }

    /// A validator for patches of `file`, with the tests that fail before any change.
    pub(crate) fn validator(&self, file: &str, limits: ValidationLimits) -> Validator {
        let mut bed = self.test_bed(file, limits);
        let baseline = bed.baseline(&[]).unwrap();
        let failing: Vec<TestName> = baseline.failing.iter().cloned().collect();
        Validator::new(bed, baseline, failing)
    }
}

/// Folders that all tests of this run share; the runner is built once.
fn cache_folder() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// The sandbox of this machine and the usual limits.
pub(crate) fn settings() -> ValidationSettings {
    ValidationSettings {
        sandbox: Sandbox::find().unwrap(),
        limits: ValidationLimits::default(),
        cache_folder: cache_folder().to_owned(),
        stop: StopFlag::default(),
    }
}

pub(crate) fn build_settings() -> BuildSettings {
    BuildSettings {
        network: Network::Allowed,
        maven_program: None,
        java_home: None,
        cache_folder: cache_folder().to_owned(),
        limits: Limits::usual(StopFlag::default()),
        copy_limits: CopyLimits::USUAL,
    }
}

/// A verdict in one line: its kind and what it names.
pub(crate) fn shown(verdict: &Verdict) -> String {
    match verdict {
        Verdict::DoesNotCompile { errors } => format!("does not compile: {}", errors.join("; ")),
        Verdict::FailsFailingTest { test, message } => format!("fails {test}: {message}"),
        Verdict::BreaksAnotherTest { test, message } => format!("breaks {test}: {message}"),
        Verdict::Plausible { tests_run } => format!("plausible: {tests_run} tests"),
        Verdict::TimedOut { stage, limit_seconds } => {
            format!("timed out in {stage} after {limit_seconds} s")
        }
        Verdict::InfrastructureFault { reason } => format!("fault: {reason}"),
    }
}

/// The tests of a baseline in one line: those that pass, fail and are skipped.
pub(crate) fn tests_of(baseline: &Baseline) -> String {
    let names = |tests: &std::collections::BTreeSet<TestName>| {
        tests.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    format!(
        "pass: {}; fail: {}; skip: {}",
        names(&baseline.passing),
        names(&baseline.failing),
        names(&baseline.skipped)
    )
}
