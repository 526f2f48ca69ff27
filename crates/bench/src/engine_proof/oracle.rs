//! Who says whether a file compiles.

use engine::{CompileError, EngineError, JavacEngine};
use task::SourceText;

/// A full compile of one file against the rest of the project, which knows nothing of what was
/// asked before.
pub trait Oracle {
    /// The errors of the file; it compiles when there is none.
    ///
    /// # Errors
    /// When the compiler cannot be reached.
    fn errors(&mut self, file: &SourceText) -> Result<Vec<CompileError>, EngineError>;
}

impl Oracle for JavacEngine {
    /// A compile in a context of its own, by the companion's request `compile`.
    fn errors(&mut self, file: &SourceText) -> Result<Vec<CompileError>, EngineError> {
        Ok(self.compile(std::slice::from_ref(file))?.errors)
    }
}
