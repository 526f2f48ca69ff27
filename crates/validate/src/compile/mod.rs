//! Compiles sources with the project's own compiler and options, into a folder of ours.
//!
//! A process of its own and inside the sandbox, because annotation processors are code of the
//! project; and with exactly the options of the build, because it is the judge of whether a patch
//! compiles.

mod class_file;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use project::{CompilerOptions, javac_argument_file};

use crate::ValidateError;
use crate::sandbox::{Ending, ExceededLimit, Finished, Limits, Mount, SandboxedCommand};
use crate::test_run::Surroundings;

pub(crate) use class_file::{class_files, same_classes, shape_changed};

/// How many errors are kept.
const MOST_ERRORS: usize = 20;

/// What is to be compiled.
pub(crate) struct Compilation<'a> {
    /// The source files.
    pub(crate) files: Vec<PathBuf>,
    /// The options of the build.
    pub(crate) options: &'a CompilerOptions,
    /// What the files are compiled against, in order.
    pub(crate) class_path: Vec<PathBuf>,
    /// A folder of ours for the class files, which exists.
    pub(crate) output: &'a Path,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CompileOutcome {
    /// The class files are there.
    Compiled,
    /// The compiler's errors, each in one line.
    Errors(Vec<String>),
    /// A limit was hit.
    LimitExceeded(ExceededLimit),
    /// The compiler did not do its work.
    Faulty(String),
}

/// Runs the compiler.
///
/// # Errors
/// When the sandbox does not start, a file cannot be written, or it is stopped.
///
/// # Cost
/// The start of a virtual machine, about a second.
pub(crate) fn compile(
    surroundings: Surroundings<'_>,
    compilation: &Compilation<'_>,
    limits: &Limits,
) -> Result<CompileOutcome, ValidateError> {
    let sandbox = surroundings.sandbox;
    sandbox.hand_over(compilation.output)?;
    let list = file_list(&compilation.files, surroundings.scratch)?;
    sandbox.make_readable(list.path())?;
    let model = surroundings.model;
    let mut argument = OsString::from("@");
    argument.push(list.path());
    let readable =
        [&model.jdk.home, &model.root, &model.build_tool.local_repository].into_iter().cloned();
    let others = compilation.class_path.iter().chain(&compilation.options.processor_path);
    let command = SandboxedCommand::new(model.jdk.home.join("bin/javac"))
        .arguments(["-J-Duser.language=en", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"])
        .arguments(compilation.options.javac_arguments())
        .arguments(["-implicit:none", "-cp"])
        .arguments([joined(&compilation.class_path)])
        .arguments(["-d".into(), compilation.output.as_os_str().to_owned(), argument])
        .mounts(readable.map(Mount::ReadOnly))
        .mounts(others.filter(|entry| entry.exists()).cloned().map(Mount::ReadOnly))
        .mounts(compilation.files.iter().cloned().map(Mount::ReadOnly))
        .mounts([Mount::ReadOnly(list.path().to_owned())])
        .mounts([Mount::Writable(compilation.output.to_owned())])
        .working_folder(&model.root)
        .limits(limits.clone());
    let finished = sandbox.run(command, surroundings.stop)?;
    match &finished.ending {
        Ending::Stopped => Err(ValidateError::Stopped),
        Ending::LimitExceeded(limit) => Ok(CompileOutcome::LimitExceeded(*limit)),
        Ending::Exited { code: 0 } => Ok(CompileOutcome::Compiled),
        Ending::Exited { code } => Ok(errors(*code, &finished)),
    }
}

/// Writes the names of the files into a file.
fn file_list(files: &[PathBuf], scratch: &Path) -> Result<tempfile::NamedTempFile, ValidateError> {
    let mut list = tempfile::NamedTempFile::new_in(scratch)
        .map_err(ValidateError::file("create a file in", scratch))?;
    let written = list.write_all(javac_argument_file(files).as_bytes());
    written.map_err(ValidateError::file("write", list.path()))?;
    Ok(list)
}

fn errors(code: i32, finished: &Finished) -> CompileOutcome {
    let text = String::from_utf8_lossy(&finished.standard_error);
    let errors: Vec<String> = text
        .lines()
        .filter(|line| line.contains(": error: ") || line.starts_with("error: "))
        .take(MOST_ERRORS)
        .map(str::to_owned)
        .collect();
    // The compiler's 1 means errors in the sources; other codes are about options and crashes.
    if code == 1 && !errors.is_empty() {
        CompileOutcome::Errors(errors)
    } else {
        let lines: Vec<&str> = text.lines().take(MOST_ERRORS).collect();
        CompileOutcome::Faulty(format!("`javac` ended with exit code {code}: {}", lines.join("; ")))
    }
}

/// Entries in the form of a class path.
pub(crate) fn joined(class_path: &[PathBuf]) -> OsString {
    let mut joined = OsString::new();
    for (index, entry) in class_path.iter().enumerate() {
        if index > 0 {
            joined.push(":");
        }
        joined.push(entry);
    }
    joined
}
