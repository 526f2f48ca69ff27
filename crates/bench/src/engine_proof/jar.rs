//! Sources from a `-sources.jar` or a folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::{JavacSettings, engine_jdk};
use project::{Limits, RunError, StopFlag, java_files, javac_argument_file, run_process};
use zip::ZipArchive;

use super::corpus::{Corpora, Corpus};
use crate::error::{BenchError, temporary_folder};
use crate::shortened::shortened;

/// The most files that are taken out of one archive.
const MOST_ENTRIES: usize = 100_000;
/// The most bytes of one file of an archive; a longer one is cut off, and then does not compile.
const MOST_ENTRY_BYTES: u64 = 16 << 20;
/// The most bytes of all files of an archive: 1 GiB.
const MOST_BYTES: u64 = 1 << 30;
/// How many characters are told of what `javac` says.
const LONGEST_MESSAGE: usize = 500;

/// How the sources compile as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompiledSources {
    /// The classes are at the head of the class path.
    Compiled,
    /// They are not, so that the class path that was given must hold them.
    Failed {
        /// The beginning of what `javac` said.
        reason: String,
    },
}

/// Sources of one or more `-sources.jar`s or folders, each a corpus of its own, with the class path
/// and the language level that the user names. All of them are compiled first, for the engine looks
/// at one file and takes the others from their classes.
///
/// # Errors
/// When something cannot be read or unpacked, or there is no JDK, or no Java file.
///
/// # Cost
/// A compile of everything: some ten seconds for a large library.
pub fn corpus_of_sources(
    sources: &[PathBuf],
    class_path: &[PathBuf],
    release: Option<u32>,
    stop: &StopFlag,
) -> Result<(Corpora, Vec<CompiledSources>), BenchError> {
    let folder = temporary_folder()?;
    let mut javac = JavacSettings::new(engine_jdk(release)?);
    javac.javac_options = vec!["-proc:none".to_owned()];
    if let Some(release) = release {
        javac.javac_options.extend(["--release".to_owned(), release.to_string()]);
    }
    javac.source_roots = vec![PathBuf::new()];
    let absolute = |path: &PathBuf| path.canonicalize().map_err(BenchError::file("read", path));
    javac.class_path = class_path.iter().map(absolute).collect::<Result<_, _>>()?;
    let (mut corpora, mut outcomes) = (Vec::new(), Vec::new());
    for (index, source) in sources.iter().enumerate() {
        let work = folder.path().join(index.to_string());
        let (corpus, outcome) = corpus(source, &work, javac.clone(), stop)?;
        corpora.push(corpus);
        outcomes.push(outcome);
    }
    Ok((Corpora { corpora, _folder: Some(folder) }, outcomes))
}

fn corpus(
    source: &Path,
    work: &Path,
    mut javac: JavacSettings,
    stop: &StopFlag,
) -> Result<(Corpus, CompiledSources), BenchError> {
    let root = if source.is_dir() {
        source.canonicalize().map_err(BenchError::file("read", source))?
    } else {
        let unpacked = work.join("sources");
        unpack(source, &unpacked)?;
        unpacked
    };
    let files: Vec<PathBuf> = java_files(&root).filter(|file| !is_information(file)).collect();
    if files.is_empty() {
        return Err(BenchError::Choice(format!("`{}` holds no Java file", source.display())));
    }
    let classes = work.join("classes");
    let outcome = compile(&files, &classes, work, &javac, stop)?;
    javac.class_path.insert(0, classes);
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let below = |file: &PathBuf| file.strip_prefix(&root).ok().map(Path::to_owned);
    let files = files.iter().filter_map(below).collect();
    Ok((Corpus { name, root, files, javac }, outcome))
}

/// `module-info.java` and `package-info.java` hold no code; the first of them would make `javac`
/// look for modules.
fn is_information(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().ends_with("-info.java"))
}

/// Takes the Java files out of an archive.
fn unpack(jar: &Path, folder: &Path) -> Result<(), BenchError> {
    let file = File::open(jar).map_err(BenchError::file("read", jar))?;
    let unreadable =
        |error: zip::result::ZipError| BenchError::file("unpack", jar)(io::Error::other(error));
    let mut archive = ZipArchive::new(file).map_err(unreadable)?;
    if archive.len() > MOST_ENTRIES {
        let limit = format!("`{}` holds more than {MOST_ENTRIES} files", jar.display());
        return Err(BenchError::Choice(limit));
    }
    let mut left = MOST_BYTES;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(unreadable)?;
        // A name that leads out of the folder is no file of a library.
        let Some(name) = entry.enclosed_name() else { continue };
        if entry.is_dir() || name.extension().is_none_or(|extension| extension != "java") {
            continue;
        }
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(BenchError::file("write", parent))?;
        }
        let mut to = File::create(&path).map_err(BenchError::file("write", &path))?;
        let mut limited = io::Read::take(entry, MOST_ENTRY_BYTES.min(left));
        left -= io::copy(&mut limited, &mut to).map_err(BenchError::file("write", &path))?;
        if left == 0 {
            let limit = format!("`{}` holds more than {MOST_BYTES} bytes", jar.display());
            return Err(BenchError::Choice(limit));
        }
    }
    Ok(())
}

fn compile(
    files: &[PathBuf],
    classes: &Path,
    work: &Path,
    javac: &JavacSettings,
    stop: &StopFlag,
) -> Result<CompiledSources, BenchError> {
    fs::create_dir_all(classes).map_err(BenchError::file("write", classes))?;
    let list = work.join("files");
    fs::write(&list, javac_argument_file(files)).map_err(BenchError::file("write", &list))?;
    let class_path = std::env::join_paths(&javac.class_path)
        .map_err(|error| BenchError::Choice(format!("the class path cannot be used: {error}")))?;
    let mut command = Command::new(javac.jdk.javac());
    command.args(["-nowarn", "-encoding", "UTF-8"]).args(&javac.javac_options);
    command.arg("-cp").arg(class_path).arg("-d").arg(classes);
    command.arg(format!("@{}", list.display()));
    match run_process(&mut command, &Limits::usual(stop.clone())) {
        Ok(output) if output.exit_code == Some(0) => Ok(CompiledSources::Compiled),
        Ok(output) => {
            // Some classes may have been written; half of a library would be worse than none.
            fs::remove_dir_all(classes).map_err(BenchError::file("remove", classes))?;
            fs::create_dir_all(classes).map_err(BenchError::file("write", classes))?;
            let reason = shortened(output.text.trim(), LONGEST_MESSAGE);
            Ok(CompiledSources::Failed { reason })
        }
        Err(RunError::Stopped) => Err(BenchError::Stopped),
        Err(error) => Err(BenchError::file("run", &javac.jdk.javac())(io::Error::other(error))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::unpack;

    #[test]
    fn only_java_files_below_the_folder_are_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("a-sources.jar");
        let mut writer = ZipWriter::new(File::create(&jar).unwrap());
        for name in ["a/A.java", "META-INF/MANIFEST.MF", "../B.java"] {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(b"class A {}").unwrap();
        }
        writer.finish().unwrap();
        let out = folder.path().join("out/deep");
        unpack(&jar, &out).unwrap();
        assert!(out.join("a/A.java").is_file());
        assert!(!out.join("META-INF").exists() && !folder.path().join("out/B.java").exists());
        assert!(unpack(&out.join("a/A.java"), &out).is_err());
    }
}
