//! One bug as a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use project::BuildSettings;
use task::{BugBuild, BugFile, BugHole, BugReference, BugTests, TestName};

use super::class_path::class_path;
use super::compile::leave_out_what_does_not_compile;
use super::conventions::{
    JVM_OPTIONS, RESOURCES, TEST_RESOURCES, TIME_ZONE, encoding, with_further,
};
use super::generated::add_generated;
use super::metadata::BugRecord;
use super::{LaidOut, Sources};
use crate::bug::Bug;
use crate::error::BenchError;
use crate::git::{Git, apply_patch};

/// The folder of the project in a bug folder.
const PROGRAM: &str = "program";
/// The file of the reference fix.
const REFERENCE: &str = "reference.diff";

/// Lays a bug out in `folder`, which is not there yet. It gets its name only when it is whole.
pub(super) fn lay_out(
    sources: &Sources,
    record: &BugRecord,
    folder: &Path,
    build: &BuildSettings,
) -> Result<LaidOut, BenchError> {
    let parent = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(BenchError::file("create", parent))?;
    let making = tempfile::Builder::new()
        .prefix(".making-")
        .tempdir_in(parent)
        .map_err(BenchError::file("create a folder in", parent))?;
    let place = making.path().canonicalize().map_err(BenchError::file("read", making.path()))?;
    let program = place.join(PROGRAM);
    fs::create_dir(&program).map_err(BenchError::file("create", &program))?;
    let missing = check_out(sources, record, &program)?;
    make_buggy(sources, record, &place)?;
    add_generated(&program, &sources.framework, &record.project)?;
    let mut file = bug_file(sources, record, &program)?;
    leave_out_what_does_not_compile(&mut file, record, &place, build)?;
    write_bug_file(&file, &place)?;
    let path = making.keep();
    fs::rename(&path, folder).map_err(BenchError::file("rename", &path))?;
    Ok(LaidOut { bug: Bug::open(folder)?, missing })
}

pub(super) fn write_bug_file(file: &BugFile, folder: &Path) -> Result<(), BenchError> {
    let text = file.to_text().map_err(|error| BenchError::LayOut(error.to_string()))?;
    let path = folder.join(BugFile::NAME);
    fs::write(&path, text).map_err(BenchError::file("write", &path))
}

/// Writes the files of the fixed revision, without touching the repository. Gives the files whose
/// content the repository lacks.
fn check_out(
    sources: &Sources,
    record: &BugRecord,
    program: &Path,
) -> Result<Vec<PathBuf>, BenchError> {
    let repository = repository_of(&sources.repositories, &record.revision_fixed)?;
    let index = tempfile::tempdir().map_err(BenchError::file("create a folder in", program))?;
    let index = index.path().join("index");
    let git = Git { repository: Some(&repository), index: Some(&index), work_tree: Some(program) };
    git.run(&["read-tree", &record.revision_fixed])?;
    let missing = missing_files(git, &record.revision_fixed)?;
    if !missing.is_empty() {
        let mut remove: Vec<OsString> =
            ["update-index", "--force-remove", "--"].map(OsString::from).into();
        remove.extend(missing.iter().map(|path| path.clone().into_os_string()));
        git.run(&remove)?;
    }
    git.run(&["checkout-index", "--all", "--quiet"])?;
    Ok(missing)
}

/// Copies of a repository are not always whole: the largest files may be left out. Without a source
/// file there is no bug.
fn missing_files(git: Git<'_>, revision: &str) -> Result<Vec<PathBuf>, BenchError> {
    let objects = git.run(&["rev-list", "--objects", "--no-walk", "--missing=print", revision])?;
    let objects = String::from_utf8_lossy(&objects).into_owned();
    let missing: BTreeSet<&str> =
        objects.lines().filter_map(|line| line.strip_prefix('?')).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let tree = git.run(&["ls-tree", "-r", "-z", revision])?;
    let tree = String::from_utf8_lossy(&tree).into_owned();
    let path_of_missing = |entry: &str| {
        let (head, path) = entry.split_once('\t')?;
        let object = head.split(' ').nth(2)?;
        missing.contains(object).then(|| PathBuf::from(path))
    };
    let files: Vec<PathBuf> = tree.split('\0').filter_map(path_of_missing).collect();
    match files.iter().find(|file| file.extension().is_some_and(|extension| extension == "java")) {
        None => Ok(files),
        Some(file) => {
            let file = file.display();
            Err(BenchError::LayOut(format!("the repository lacks the content of `{file}`")))
        }
    }
}

/// The repository that has a revision: the folder itself or a `.git` or `repo` in it.
fn repository_of(folder: &Path, revision: &str) -> Result<PathBuf, BenchError> {
    let entries = fs::read_dir(folder).map_err(BenchError::file("read", folder))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let candidates = folders.iter().flat_map(|path| {
        ["", ".git", "repo", "repo/.git"].map(|below| path.join(below)).into_iter()
    });
    let commit = format!("{revision}^{{commit}}");
    candidates
        .filter(|path| path.join("HEAD").is_file())
        .find(|path| {
            let git = Git { repository: Some(path), ..Git::default() };
            git.run(&["cat-file", "-e", &commit]).is_ok()
        })
        .ok_or_else(|| BenchError::NoRevision {
            path: folder.to_owned(),
            revision: revision.to_owned(),
        })
}

/// Applies the patch that puts the bug in, and writes the reference fix, which is the way back.
fn make_buggy(sources: &Sources, record: &BugRecord, place: &Path) -> Result<(), BenchError> {
    let program = place.join(PROGRAM);
    let name = format!("framework/projects/{}/patches/{}.src.patch", record.project, record.id);
    let patch = sources.framework.join(name);
    let patch = patch.canonicalize().map_err(BenchError::file("read", &patch))?;
    apply_patch(&program, &patch, false)?;
    // A repository of its own for the difference: its index holds the buggy files.
    let scratch = tempfile::tempdir().map_err(BenchError::file("create a folder in", place))?;
    let repository = scratch.path().join("repository");
    let init: [OsString; 4] =
        ["init".into(), "--quiet".into(), "--bare".into(), repository.clone().into()];
    Git::default().run(&init)?;
    let git = Git { repository: Some(&repository), index: None, work_tree: Some(&program) };
    let mut add: Vec<OsString> = ["add", "--force", "--"].map(OsString::from).into();
    add.extend(record.modified_files.iter().map(|file| file.clone().into_os_string()));
    git.run(&["config", "core.bare", "false"])?;
    git.run(&add)?;
    apply_patch(&program, &patch, true)?;
    let difference =
        git.run(&["diff", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/"])?;
    apply_patch(&program, &patch, false)?;
    let path = place.join(REFERENCE);
    fs::write(&path, difference).map_err(BenchError::file("write", &path))
}

fn bug_file(sources: &Sources, record: &BugRecord, program: &Path) -> Result<BugFile, BenchError> {
    let extra = sources.extras.of(&record.project, &record.key);
    let mut source_folders = vec![record.source_dir.clone()];
    source_folders.extend(extra.sources);
    let folders = [source_folders.clone(), vec![record.test_dir.clone()]].concat();
    let mut jars = class_path(program, &folders, &sources.framework, &record.project);
    jars.extend(extra.class_path);
    let in_program = |jar: PathBuf| match jar.strip_prefix(program) {
        Ok(below) => Ok(Path::new(PROGRAM).join(below)),
        Err(_) => jar.canonicalize().map_err(BenchError::file("read", &jar)),
    };
    let relevant = relevant_tests(sources, record)?;
    let mut jvm_options: Vec<String> = JVM_OPTIONS.map(str::to_owned).into();
    jvm_options.extend(extra.jvm_options);
    Ok(BugFile {
        format_version: BugFile::FORMAT_VERSION,
        name: record.key.clone(),
        title: String::new(),
        project: PathBuf::from(PROGRAM),
        build: Some(BugBuild {
            source_level: record.release,
            encoding: encoding(program, &folders),
            resources: with_further(program, &record.source_dir, RESOURCES),
            test_resources: with_further(program, &record.test_dir, TEST_RESOURCES),
            sources: source_folders,
            test_sources: vec![record.test_dir.clone()],
            class_path: jars.into_iter().map(in_program).collect::<Result<_, _>>()?,
            test_class_path: Vec::new(),
            leave_out: Vec::new(),
            javac_options: Vec::new(),
        }),
        tests: BugTests {
            failing: record.failing().to_vec(),
            disregarded: disregarded_tests(sources, record, &relevant)?,
            relevant,
            jvm_options,
            environment: BTreeMap::from([("TZ".to_owned(), TIME_ZONE.to_owned())]),
            working_folder: PathBuf::from("."),
        },
        holes: record.hunks.iter().map(|hunk| BugHole { at: hunk.location() }).collect(),
        reference: Some(BugReference { patch: PathBuf::from(REFERENCE) }),
    })
}

/// The tests of the relevant classes that fail on the fixed revision as well, as Defects4J's
/// maintainers saw it. Their own tool takes them out of the sources.
fn disregarded_tests(
    sources: &Sources,
    record: &BugRecord,
    relevant: &[String],
) -> Result<Vec<TestName>, BenchError> {
    let name =
        format!("framework/projects/{}/failing_tests/{}", record.project, record.revision_fixed);
    let path = sources.framework.join(name);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(BenchError::file("read", &path)(error)),
    };
    // Lines `--- CLASS::METHOD` or `--- CLASS`, each before a stack trace, whose message may
    // have lines that begin like that, too.
    let names = text.lines().filter_map(|line| line.strip_prefix("--- "));
    let tests = names.filter_map(|name| name.trim().parse::<TestName>().ok());
    let tests: BTreeSet<TestName> = tests.filter(|test| relevant.contains(&test.class)).collect();
    Ok(tests.into_iter().collect())
}

/// The test classes that Defects4J calls relevant: those that load a changed class.
fn relevant_tests(sources: &Sources, record: &BugRecord) -> Result<Vec<String>, BenchError> {
    let name = format!("framework/projects/{}/relevant_tests/{}", record.project, record.id);
    let path = sources.framework.join(name);
    let text = fs::read_to_string(&path).map_err(BenchError::file("read", &path))?;
    let mut classes: Vec<String> =
        text.split_whitespace().map(str::to_owned).filter(|class| !class.is_empty()).collect();
    classes.extend(record.failing().iter().map(|test| test.class.clone()));
    classes.sort();
    classes.dedup();
    Ok(classes)
}
