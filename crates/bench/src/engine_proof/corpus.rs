//! Sources that one engine knows.

use std::fs;
use std::path::{Path, PathBuf};

use companion::TemporaryFolder;
use engine::JavacSettings;
use task::SourceText;

use super::settings::LONGEST_FILE_BYTES;

/// Files that are compiled in the same way.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// What it is called in messages.
    pub name: String,
    /// The folder that the files' names are relative to.
    pub root: PathBuf,
    /// The files, in order.
    pub files: Vec<PathBuf>,
    /// How they are compiled; the class path holds the classes of all of them.
    pub javac: JavacSettings,
}

impl Corpus {
    /// The text of a file; `None` when it is too long or not UTF-8, or holds no code of its own.
    pub(super) fn read(&self, file: &Path) -> Option<SourceText> {
        let path = self.root.join(file);
        let bytes = fs::metadata(&path).ok().filter(|about| about.len() <= longest())?;
        let bytes = if bytes.is_file() { fs::read(&path).ok()? } else { return None };
        SourceText::from_bytes(file, bytes).ok()
    }
}

fn longest() -> u64 {
    LONGEST_FILE_BYTES as u64
}

/// Some corpora, with the folder that holds what was unpacked and compiled for them.
#[derive(Debug)]
pub struct Corpora {
    /// What is walked.
    pub corpora: Vec<Corpus>,
    /// Removed with this value.
    pub(super) _folder: Option<TemporaryFolder>,
}

impl Corpora {
    /// Corpora that lie in folders of the caller.
    pub fn of(corpora: Vec<Corpus>) -> Self {
        Self { corpora, _folder: None }
    }
}
