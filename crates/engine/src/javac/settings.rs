//! What a javac engine is told about the project, and its limits.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use companion::{CompanionError, Jdk, all_jdks, find_jdk, java_command};

/// The versions of the JDK that the engine's tests run on. Others are tried when these are not
/// there, or do not know a project's language level: the companion is compiled with the JDK at hand,
/// which fails where javac's inside differs. No version before the first is tried.
pub const ENGINE_JDKS: [u32; 2] = [17, 25];

/// What javac must know of the project.
#[derive(Clone, Debug)]
pub struct JavacSettings {
    /// The JDK that answers: see [`engine_jdk`].
    pub jdk: Jdk,
    /// The project's own compiler options, such as `--release 17` as two. Not the class path.
    pub javac_options: Vec<String>,
    /// Folders and jars, the project's own compiled classes included.
    pub class_path: Vec<PathBuf>,
    /// The source folders relative to the project's root, as files are named. A file's package is
    /// the path below the longest one that holds it.
    pub source_roots: Vec<PathBuf>,
    /// How much the companion may use.
    pub limits: JavacLimits,
}

/// The limits of a companion. Every message about one names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JavacLimits {
    /// The Java heap's maximum in MiB; default 384. What is resident in all is some 80 MiB more:
    /// 460 MiB were measured with the heap nearly full.
    pub heap_mebibytes: u32,
    /// How long the start may take, in seconds; default 60.
    pub start_seconds: u64,
    /// How long one answer may take, in seconds; default 60. It takes a millisecond, or a second
    /// for the first file.
    pub request_seconds: u64,
    /// How often a companion that died is started again, over the engine's life; default 5.
    pub restarts: u32,
    /// How many files the companion keeps open, each some 3 MiB of heap; default 16.
    pub open_files: usize,
}

impl Default for JavacLimits {
    fn default() -> Self {
        Self {
            heap_mebibytes: 384,
            start_seconds: 60,
            request_seconds: 60,
            restarts: 5,
            open_files: 16,
        }
    }
}

impl JavacLimits {
    pub(crate) fn start(&self) -> Duration {
        Duration::from_secs(self.start_seconds)
    }

    pub(crate) fn request(&self) -> Duration {
        Duration::from_secs(self.request_seconds)
    }
}

/// The JDK of this machine to run the engine on for sources of a language level (17 when it is not
/// known): the lowest of [`ENGINE_JDKS`] that knows the level, or else the lowest other one that
/// does, or else the latest that there is. Whoever gets that last one can see it by its version.
///
/// # Errors
/// When there is none at all; the message says what to type to install one.
pub fn engine_jdk(level: Option<u32>) -> Result<Jdk, CompanionError> {
    let [oldest, ..] = ENGINE_JDKS;
    let jdks = all_jdks();
    let versions: Vec<u32> = jdks.iter().map(|jdk| jdk.version().feature()).collect();
    let chosen = fitting(&versions, level.unwrap_or(oldest));
    match chosen.and_then(|index| jdks.into_iter().nth(index)) {
        Some(jdk) => Ok(jdk),
        None => find_jdk(oldest),
    }
}

/// The place of the version that fits a level best.
fn fitting(versions: &[u32], level: u32) -> Option<usize> {
    let [oldest, ..] = ENGINE_JDKS;
    let usable = || (0..versions.len()).filter(|&index| versions[index] >= oldest);
    let knowing = || usable().filter(|&index| versions[index] >= level);
    let tested = |index: &usize| ENGINE_JDKS.contains(&versions[*index]);
    // Of several of a version the first counts, which is the one that the user named.
    let by_version = |index: &usize| versions[*index];
    knowing()
        .filter(tested)
        .min_by_key(by_version)
        .or_else(|| knowing().min_by_key(by_version))
        .or_else(|| usable().rev().max_by_key(by_version))
}

impl JavacSettings {
    /// Settings with the default limits, no options, no class path and no source roots.
    pub fn new(jdk: Jdk) -> Self {
        Self {
            jdk,
            javac_options: Vec::new(),
            class_path: Vec::new(),
            source_roots: Vec::new(),
            limits: JavacLimits::default(),
        }
    }

    /// Where a file lies below its source root; its bare name when no root holds it.
    pub(crate) fn path_below_root<'a>(&self, file: &'a Path) -> &'a Path {
        let below = |root: &PathBuf| file.strip_prefix(root).ok();
        let shortest =
            self.source_roots.iter().filter_map(below).min_by_key(|path| path.iter().count());
        shortest.or_else(|| file.file_name().map(Path::new)).unwrap_or(file)
    }

    /// The command that starts the companion's jar. The machine's report of a crash of its own
    /// goes beside the jar and not into the user's folder.
    pub(crate) fn command(&self, jar: &Path) -> Command {
        let mut command = java_command(&self.jdk.java());
        command
            .args(JAVA_OPTIONS)
            .arg(format!("-Xmx{}m", self.limits.heap_mebibytes))
            .arg(format!("-XX:ErrorFile={}", jar.with_file_name("crash-%p.log").display()))
            .arg("-jar")
            .arg(jar);
        command
    }
}

/// Options of the virtual machine. The serial collector needs the least memory beside the heap.
/// Only the first compiler works: against both it saved 70 MiB and half of the processor's time
/// over 5,000 questions, which the language model needs more, and no answer was slower.
/// The machine's own warnings go to standard error: they would tear a frame apart. No file is left
/// in `/tmp`.
const JAVA_OPTIONS: [&str; 7] = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-XX:+DisplayVMOutputToStderr",
    "-XX:-CreateCoredumpOnCrash",
    "-XX:-UsePerfData",
    "-Duser.language=en",
];

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{JavacSettings, engine_jdk, fitting};

    #[test]
    fn the_lowest_tested_jdk_that_knows_the_level_is_taken() {
        for (versions, level, expected) in [
            (&[21, 17, 25, 17][..], 8, Some(1)),
            (&[21, 17, 25], 17, Some(1)),
            (&[21, 17, 25], 21, Some(2)),
            (&[21, 22, 17], 18, Some(0)),
            (&[21, 23, 17], 25, Some(1)),
            (&[11, 21], 8, Some(1)),
            (&[26], 8, Some(0)),
            (&[11, 8], 8, None),
            (&[], 8, None),
        ] {
            assert_eq!(fitting(versions, level), expected, "{versions:?} for {level}");
        }
    }

    #[test]
    fn the_longest_source_root_counts() {
        let roots = ["", "app/src/main/java", "app", "src"].map(PathBuf::from).to_vec();
        let mut settings = JavacSettings::new(engine_jdk(None).unwrap());
        let file = Path::new("app/src/main/java/com/example/A.java");
        assert_eq!(settings.path_below_root(file), Path::new("A.java"));
        settings.source_roots = roots;
        assert_eq!(settings.path_below_root(file), Path::new("com/example/A.java"));
        assert_eq!(settings.path_below_root(Path::new("srcs/B.java")), Path::new("srcs/B.java"));
    }
}
