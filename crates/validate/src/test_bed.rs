//! A compiled copy of a project, made ready for judging patches of one of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use companion::TemporaryFolder;
use project::{Module, SourceKind, StopFlag, TestReport, TestResult, Workspace, failing_tests};
use task::TestName;

use crate::compile::CompileOutcome;
use crate::limits::ValidationLimits;
use crate::modules::{active_settings, concerned_modules, module_of_test, test_classes};
use crate::sandbox::Sandbox;
use crate::test_run::{
    Kit, Selected, Surroundings, TestRun, TestRunEnd, find_kit, run_in_virtual_machine,
};
use crate::{Baseline, ValidateError, build_tool, quick};

/// How patches are judged.
#[derive(Clone, Debug)]
pub struct ValidationSettings {
    /// Where the compiler and the tests run.
    pub sandbox: Sandbox,
    /// What they may use.
    pub limits: ValidationLimits,
    /// Where the built test runner is kept.
    pub cache_folder: PathBuf,
    /// Ends everything that is under way.
    pub stop: StopFlag,
}

/// How the tests of a project are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By our own runner, on class files that are compiled for each patch.
    Quick,
    /// By the build tool, in a new copy of the project for each patch.
    BuildTool {
        /// Why not quickly.
        reason: String,
    },
}

/// A project made ready for patches of one file.
#[derive(Debug)]
pub struct TestBed {
    pub(crate) workspace: Workspace,
    pub(crate) settings: ValidationSettings,
    pub(crate) scratch: TemporaryFolder,
    /// The name of the module that holds the file.
    module: String,
    pub(crate) kind: SourceKind,
    way: Way,
    /// The runners of the modules' tests, by the modules' names.
    kits: BTreeMap<String, Kit>,
}

impl TestBed {
    /// Makes a workspace ready for patches of `file`, a path below the project's folder. The
    /// workspace is not changed by anything that follows, but its files become readable for
    /// everyone who can enter the folder above it.
    ///
    /// # Errors
    /// When the file belongs to no module, the test runner cannot be built, or the sandbox fails.
    /// A project that only the build tool can test is no error: see [`TestBed::way`].
    ///
    /// # Cost
    /// One full compilation of the module; the first time for a version of JUnit also the build of
    /// the runner.
    pub fn prepare(
        workspace: Workspace,
        file: &Path,
        settings: ValidationSettings,
    ) -> Result<Self, ValidateError> {
        settings.sandbox.make_readable(&workspace.root)?;
        let scratch = TemporaryFolder::create()
            .map_err(ValidateError::file("create a folder in", &std::env::temp_dir()))?;
        let not_a_source = || ValidateError::NotASource { path: file.to_owned() };
        let (module, kind) =
            workspace.model.module_of(&workspace.root.join(file)).ok_or_else(not_a_source)?;
        let module = module.name.clone();
        let kits = BTreeMap::new();
        let mut bed = Self { workspace, settings, scratch, module, kind, way: Way::Quick, kits };
        if let Some(reason) = bed.find_kits()? {
            bed.way = Way::BuildTool { reason };
        } else if let Some(reason) = bed.compiler_disagrees()? {
            bed.way = Way::BuildTool { reason };
        }
        Ok(bed)
    }

    /// How the tests are run.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// Runs all tests that a patch of the file concerns on the program as it stands. How long they
    /// take limits the time of each candidate: see [`crate::ValidationLimits`].
    ///
    /// Those of `wanted` that pass then are run once more without the others, as candidates are
    /// judged: a test may pass only because of what an earlier one left behind. The build tool
    /// is not asked again.
    ///
    /// # Errors
    /// When they do not run to their end, or there is none: then no patch could be judged.
    pub fn baseline(&mut self, wanted: &[TestName]) -> Result<Baseline, ValidateError> {
        let started = Instant::now();
        let run = match self.way {
            Way::Quick => self.run_all_tests(&[], None)?,
            Way::BuildTool { .. } => build_tool::run_all_tests(self, None)?,
        };
        let run = complete(run)?;
        self.settings.limits.after_baseline(started.elapsed());
        let mut baseline = Baseline::of(&run);
        let passes = |test: &&TestName| baseline.passing.iter().any(|known| test.covers(known));
        let passing: Vec<TestName> = wanted.iter().filter(passes).cloned().collect();
        if self.way == Way::Quick && !passing.is_empty() {
            baseline.add_alone(&complete(self.run_tests(&passing, &[])?)?);
        }
        Ok(baseline)
    }

    pub(crate) fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            sandbox: &self.settings.sandbox,
            model: &self.workspace.model,
            scratch: self.scratch.path(),
            stop: &self.settings.stop,
        }
    }

    /// The module of the file, and those that depend on it.
    pub(crate) fn concerned_modules(&self) -> Vec<&Module> {
        concerned_modules(&self.workspace.model, &self.module)
    }

    /// The module of the file.
    pub(crate) fn changed_module(&self) -> Result<&Module, ValidateError> {
        let missing = || ValidateError::NotASource { path: PathBuf::from(&self.module) };
        let mut modules = self.workspace.model.modules.iter();
        modules.find(|module| module.name == self.module).ok_or_else(missing)
    }

    /// Runs all tests with the classes in `overlays` before all others, module by module, up to
    /// the first module whose tests do not run to their end.
    ///
    /// With `known_failures` the first other failure ends the run.
    pub(crate) fn run_all_tests(
        &self,
        overlays: &[PathBuf],
        known_failures: Option<&BTreeSet<TestName>>,
    ) -> Result<TestRun, ValidateError> {
        let time = self.settings.limits.all_tests_time;
        let modules = self.concerned_modules();
        let selections = modules.into_iter().map(|module| (module, test_classes(module)));
        let run = self.run_selections(selections, overlays, known_failures, time)?;
        let Some(known) = known_failures.filter(|_| run.end == TestRunEnd::StoppedAtFailure) else {
            return Ok(run);
        };
        // What stopped it may be a test that the build leaves out, and that does not count.
        let counts = failing_tests(&run.report).iter().any(|test| !known.contains(test));
        if counts { Ok(run) } else { self.run_all_tests(overlays, None) }
    }

    /// Runs `tests` only.
    pub(crate) fn run_tests(
        &self,
        tests: &[TestName],
        overlays: &[PathBuf],
    ) -> Result<TestRun, ValidateError> {
        let modules = self.concerned_modules();
        let homeless = tests.iter().find(|test| module_of_test(&modules, test).is_none());
        if let Some(test) = homeless {
            let reason = format!("no module that the change concerns has the test `{test}`");
            return Ok(TestRun {
                report: TestReport::default(),
                end: TestRunEnd::Faulty { reason },
            });
        }
        let selections = modules.iter().map(|&module| {
            let own = |test: &&TestName| {
                module_of_test(&modules, test).is_some_and(|home| home.name == module.name)
            };
            (module, tests.iter().filter(own).cloned().collect())
        });
        self.run_selections(selections, overlays, None, self.settings.limits.failing_tests_time)
    }

    fn run_selections<'a>(
        &'a self,
        selections: impl Iterator<Item = (&'a Module, Vec<TestName>)>,
        overlays: &[PathBuf],
        known_failures: Option<&BTreeSet<TestName>>,
        time: std::time::Duration,
    ) -> Result<TestRun, ValidateError> {
        let limits = self.settings.limits.stage(time);
        let mut all = TestRun { report: TestReport::default(), end: TestRunEnd::Complete };
        for (module, tests) in selections {
            let Some(kit) = self.kits.get(&module.name).filter(|_| !tests.is_empty()) else {
                continue;
            };
            let module = (module, kit);
            let selected = Selected { tests: &tests, known_failures };
            let run =
                run_in_virtual_machine(self.surroundings(), module, overlays, selected, &limits)?;
            let settings = active_settings(module.0);
            let counts =
                |result: &TestResult| settings.is_none_or(|settings| settings.counts(&result.test));
            all.report.results.extend(run.report.results.into_iter().filter(counts));
            all.end = run.end;
            if all.end != TestRunEnd::Complete {
                break;
            }
        }
        Ok(all)
    }

    /// Finds the runners of all modules with tests, or says why one has none.
    fn find_kits(&mut self) -> Result<Option<String>, ValidateError> {
        let mut kits = BTreeMap::new();
        for module in self.concerned_modules() {
            let Some(settings) = active_settings(module) else { continue };
            if test_classes(module).is_empty() {
                continue;
            }
            let model = &self.workspace.model;
            match find_kit(module, settings, model, &self.settings.cache_folder)? {
                Ok(kit) => kits.insert(module.name.clone(), kit),
                Err(none) => return Ok(Some(format!("module `{}`: {}", module.name, none.0))),
            };
        }
        self.kits = kits;
        Ok(None)
    }

    /// Compiles the module as it stands: what fails now would fail for every patch, and then the
    /// build does something that the compiler alone does not.
    fn compiler_disagrees(&self) -> Result<Option<String>, ValidateError> {
        let reason = match quick::compile_unchanged(self)? {
            CompileOutcome::Compiled => return Ok(None),
            CompileOutcome::Errors(errors) => errors.first().cloned().unwrap_or_default(),
            CompileOutcome::LimitExceeded(limit) => format!("it went past {limit}"),
            CompileOutcome::Faulty(reason) => reason,
        };
        Ok(Some(format!("`javac` alone does not compile module `{}`: {reason}", self.module)))
    }
}

/// The report of a run that came to its end and ran something.
fn complete(run: TestRun) -> Result<TestReport, ValidateError> {
    let reason = match run.end {
        TestRunEnd::Complete if run.report.executed() > 0 => return Ok(run.report),
        TestRunEnd::Complete => "no test was executed".to_owned(),
        TestRunEnd::StoppedAtFailure => "a failure ended it".to_owned(),
        TestRunEnd::TimedOut { limit } => {
            format!("the time limit of {} seconds was hit", limit.as_secs())
        }
        TestRunEnd::Died { under_way: Some(test), reason } => {
            format!("while `{test}` ran, {reason}")
        }
        TestRunEnd::Died { under_way: None, reason } | TestRunEnd::Faulty { reason } => reason,
    };
    Err(ValidateError::Baseline { reason })
}
