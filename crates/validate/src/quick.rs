//! The quick way to a verdict: compile the changed file, run the tests it should mend, run all
//! tests, compile everything anew.
//!
//! The full compilation is the last step, for it costs as much as many test runs and most
//! candidates have failed by then. It gives nearly always the very class files that were tested;
//! where it gives others, the tests run again on those.
//!
//! The workspace stays as it is. What is compiled for a patch lies in folders of its own that
//! stand first in the class path.

use std::fs;
use std::path::{Path, PathBuf};

use project::{Module, SourceKind, SourceSet};
use task::{SourceText, TestName, Verdict};

use crate::compile::{Compilation, CompileOutcome, compile, same_classes, shape_changed};
use crate::judge::{self, judge_all_tests, judge_failing_tests};
use crate::modules::{source_files, source_set};
use crate::test_bed::TestBed;
use crate::{Baseline, ValidateError};

/// The files of one patch.
struct Candidate<'a> {
    bed: &'a TestBed,
    folder: tempfile::TempDir,
    /// The file in the workspace that is patched.
    original: PathBuf,
    /// The patched file.
    patched: PathBuf,
}

/// What a compilation comes to for the verdict.
enum Compiled {
    /// The folders of the class files, in the order of the class path.
    Into(Vec<PathBuf>),
    Not(Verdict),
}

/// The verdict on a patched file.
pub(crate) fn validate(
    bed: &TestBed,
    patched: &SourceText,
    baseline: &Baseline,
    targets: &[TestName],
) -> Result<Verdict, ValidateError> {
    let candidate = Candidate::new(bed, patched)?;
    let (overlays, everything) = match candidate.compile_what_is_needed()? {
        (Compiled::Not(verdict), _) => return Ok(verdict),
        (Compiled::Into(overlays), everything) => (overlays, everything),
    };
    let run = bed.run_tests(targets, &overlays)?;
    if let Some(verdict) = judge_failing_tests(&run, targets) {
        return Ok(verdict);
    }
    let run = bed.run_all_tests(&overlays, Some(&baseline.failing))?;
    let verdict = judge_all_tests(&run, baseline, targets);
    if everything || !matches!(verdict, Verdict::Plausible { .. }) {
        return Ok(verdict);
    }
    let complete = match candidate.compile_source_set()? {
        Compiled::Not(verdict) => return Ok(verdict),
        Compiled::Into(complete) => complete,
    };
    if candidate.gives_the_same(&complete, &overlays)? {
        return Ok(verdict);
    }
    let run = bed.run_all_tests(&complete, Some(&baseline.failing))?;
    Ok(judge_all_tests(&run, baseline, targets))
}

/// Compiles the module's source set as it stands.
pub(crate) fn compile_unchanged(bed: &TestBed) -> Result<CompileOutcome, ValidateError> {
    let output = tempfile::tempdir_in(bed.scratch.path())
        .map_err(ValidateError::file("create a folder in", bed.scratch.path()))?;
    let set = source_set(bed.changed_module()?, bed.kind);
    compile_set(bed, set, source_files(set), set.class_path.clone(), output.path())
}

fn compile_set(
    bed: &TestBed,
    set: &SourceSet,
    files: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
    output: &Path,
) -> Result<CompileOutcome, ValidateError> {
    let limits = bed.settings.limits.stage(bed.settings.limits.compile_time);
    let compilation = Compilation { files, options: &set.compiler, class_path, output };
    compile(bed.surroundings(), &compilation, &limits)
}

impl<'a> Candidate<'a> {
    fn new(bed: &'a TestBed, patched: &SourceText) -> Result<Self, ValidateError> {
        let original = bed.workspace.root.join(patched.path());
        let no_name = || ValidateError::NotASource { path: patched.path().to_owned() };
        let name = original.file_name().ok_or_else(no_name)?;
        let folder = tempfile::tempdir_in(bed.scratch.path())
            .map_err(ValidateError::file("create a folder in", bed.scratch.path()))?;
        let file = folder.path().join("source").join(name);
        let source = folder.path().join("source");
        fs::create_dir(&source).map_err(ValidateError::file("create", &source))?;
        fs::write(&file, patched.to_bytes()).map_err(ValidateError::file("write", &file))?;
        bed.settings.sandbox.make_readable(&source)?;
        Ok(Self { bed, folder, original, patched: file })
    }

    /// Compiles the changed file, and everything when the change can be seen from outside. The
    /// flag says which of the two it was.
    fn compile_what_is_needed(&self) -> Result<(Compiled, bool), ValidateError> {
        let set = source_set(self.bed.changed_module()?, self.bed.kind);
        let output = self.output_folder("changed")?;
        let mut class_path = vec![set.output_folder.clone()];
        class_path.extend(set.class_path.iter().cloned());
        let files = vec![self.patched.clone()];
        let outcome = compile_set(self.bed, set, files, class_path, &output)?;
        if outcome != CompileOutcome::Compiled {
            return Ok((Compiled::Not(self.verdict(outcome)), false));
        }
        if shape_changed(&output, &set.output_folder) {
            return Ok((self.compile_everything()?, true));
        }
        Ok((Compiled::Into(vec![output]), false))
    }

    /// A full compilation of the source set: the judge of whether the patch compiles.
    fn compile_source_set(&self) -> Result<Compiled, ValidateError> {
        let module = self.bed.changed_module()?;
        self.compile_in_order([(module, self.bed.kind)].into_iter())
    }

    /// Whether a full compilation gave the class files that were tested.
    fn gives_the_same(
        &self,
        complete: &[PathBuf],
        overlays: &[PathBuf],
    ) -> Result<bool, ValidateError> {
        let built = &source_set(self.bed.changed_module()?, self.bed.kind).output_folder;
        let tested: Vec<&Path> = overlays.iter().chain([built]).map(PathBuf::as_path).collect();
        Ok(complete.iter().all(|folder| same_classes(folder, &tested)))
    }

    /// A full compilation of all that the change concerns.
    fn compile_everything(&self) -> Result<Compiled, ValidateError> {
        let changed = self.bed.changed_module()?;
        let sets = self
            .bed
            .concerned_modules()
            .into_iter()
            .flat_map(|module| [(module, SourceKind::Main), (module, SourceKind::Test)]);
        let unconcerned = |(module, kind): &(&Module, SourceKind)| {
            module.name == changed.name
                && self.bed.kind == SourceKind::Test
                && *kind == SourceKind::Main
        };
        self.compile_in_order(sets.filter(|set| !unconcerned(set)))
    }

    fn compile_in_order<'b>(
        &self,
        sets: impl Iterator<Item = (&'b Module, SourceKind)>,
    ) -> Result<Compiled, ValidateError> {
        let mut overlays: Vec<PathBuf> = Vec::new();
        for (number, (module, kind)) in sets.enumerate() {
            let set = source_set(module, kind);
            let files: Vec<PathBuf> =
                source_files(set).into_iter().map(|file| self.patched_or(file)).collect();
            if files.is_empty() {
                continue;
            }
            let output = self.output_folder(&format!("full-{number}"))?;
            let class_path = overlays.iter().chain(&set.class_path).cloned().collect();
            let outcome = compile_set(self.bed, set, files, class_path, &output)?;
            if outcome != CompileOutcome::Compiled {
                return Ok(Compiled::Not(self.verdict(outcome)));
            }
            overlays.insert(0, output);
        }
        Ok(Compiled::Into(overlays))
    }

    fn patched_or(&self, file: PathBuf) -> PathBuf {
        if file == self.original { self.patched.clone() } else { file }
    }

    fn output_folder(&self, name: &str) -> Result<PathBuf, ValidateError> {
        let path = self.folder.path().join(name);
        fs::create_dir(&path).map_err(ValidateError::file("create", &path))?;
        Ok(path)
    }

    fn verdict(&self, outcome: CompileOutcome) -> Verdict {
        use crate::sandbox::ExceededLimit;
        match outcome {
            CompileOutcome::Compiled => judge::fault("the compiler said nothing".to_owned()),
            CompileOutcome::Errors(errors) => Verdict::DoesNotCompile {
                errors: errors.iter().map(|error| self.in_names_of_the_project(error)).collect(),
            },
            CompileOutcome::LimitExceeded(ExceededLimit::Time(limit)) => {
                judge::timed_out(judge::COMPILE, limit.as_secs())
            }
            CompileOutcome::LimitExceeded(limit) => {
                judge::fault(format!("the compiler went past {limit}"))
            }
            CompileOutcome::Faulty(reason) => judge::fault(reason),
        }
    }

    /// Errors name files by their paths below the project's folder.
    fn in_names_of_the_project(&self, error: &str) -> String {
        let original = self.original.to_string_lossy();
        let root = format!("{}/", self.bed.workspace.root.display());
        error.replace(&*self.patched.to_string_lossy(), &original).replace(&root, "")
    }
}
