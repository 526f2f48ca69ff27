//! What a whole compilation of changed files gives.

use std::path::PathBuf;

/// An error of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The compiler's own key, such as `compiler.err.cant.resolve.location.args`.
    pub key: String,
    /// The message for a person, in English.
    pub message: String,
    /// The file: as the caller named it when it is one of the compiled files, else as javac does.
    pub path: PathBuf,
    /// The line, counted from 1; `None` when the error has no place.
    pub line: Option<usize>,
    /// The byte offset into the compiled file's text; `None` when the error has no place there.
    pub offset: Option<usize>,
}

/// What came out of compiling some files against the rest of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compilation {
    /// The errors in javac's order; the files compile when there is none.
    pub errors: Vec<CompileError>,
    /// The class files by binary name (`com.example.A$B`); none when there is an error.
    pub classes: Vec<(String, Vec<u8>)>,
}

impl Compilation {
    /// Whether there was no error.
    pub fn succeeded(&self) -> bool {
        self.errors.is_empty()
    }
}
