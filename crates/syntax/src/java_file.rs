//! One file with what was found in it.

use task::Span;
use tree_sitter::{Parser, Tree};

use crate::collect::{Found, collect};
use crate::{Declaration, DeclarationId, Statement};

/// The largest file that is read, in bytes: 10 MiB. The largest hand-written files known are
/// below 2 MiB, and the grammar takes about three seconds for 10.
pub const MAXIMUM_FILE_BYTES: usize = 10 * 1024 * 1024;

/// Why a text has no view.
#[derive(Debug, thiserror::Error)]
pub enum SyntaxError {
    /// The text is too long.
    #[error("a Java file of {bytes} bytes is above the limit of {limit} bytes")]
    TooLarge {
        /// The length of the text.
        bytes: usize,
        /// [`MAXIMUM_FILE_BYTES`].
        limit: usize,
    },
    /// The grammar and the parser do not belong together: a fault of the build.
    #[error("the Java grammar does not fit the parser: {0}")]
    Grammar(#[from] tree_sitter::LanguageError),
    /// The parser gave no tree.
    #[error("the parser gave a Java file of {bytes} bytes up")]
    GaveUp {
        /// The length of the text.
        bytes: usize,
    },
}

/// A Java file, whole or broken.
#[derive(Clone, Debug)]
pub struct JavaFile {
    text: String,
    found: Found,
}

impl JavaFile {
    /// Reads a text. Linear in its length: about 0.1 s for 9,000 lines.
    ///
    /// # Errors
    /// When the text is longer than [`MAXIMUM_FILE_BYTES`], or the parser fails. Errors in the
    /// Java text are none.
    pub fn parse(text: impl Into<String>) -> Result<Self, SyntaxError> {
        let text = text.into();
        let found = collect(&tree_of(&text)?);
        Ok(Self { text, found })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the text at `span`; empty when there is no such part.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Whether the grammar had to skip or to make up something.
    pub fn is_broken(&self) -> bool {
        self.found.broken
    }

    /// The `package` declaration, with its semicolon.
    pub fn package(&self) -> Option<Span> {
        self.found.package
    }

    /// The `import` declarations in order, with their semicolons.
    pub fn imports(&self) -> &[Span] {
        &self.found.imports
    }

    /// All declarations; an outer one before those inside it, otherwise in the order of the text.
    pub fn declarations(&self) -> &[Declaration] {
        &self.found.declarations
    }

    /// The declaration with this number, if there is one.
    pub fn declaration(&self, id: DeclarationId) -> Option<&Declaration> {
        self.found.declarations.get(id.0)
    }

    /// The declarations right inside `parent`: the members of a type, the local classes of a
    /// method. `None` asks for those that stand in the file itself.
    pub fn members(
        &self,
        parent: Option<DeclarationId>,
    ) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        let numbered = self.found.declarations.iter().enumerate();
        numbered
            .map(|(index, declaration)| (DeclarationId(index), declaration))
            .filter(move |(_, declaration)| declaration.parent == parent)
    }

    /// The declarations around `span`, the outermost first. A place that touches a declaration
    /// only from outside is not in it.
    pub fn enclosing(&self, span: Span) -> Vec<DeclarationId> {
        let inside = |declaration: &Declaration| {
            let outer = declaration.span;
            let touches = span.is_empty() && (span.start == outer.start || span.end == outer.end);
            outer.contains(span) && !touches
        };
        let numbered = self.found.declarations.iter().enumerate();
        numbered
            .filter(|(_, declaration)| inside(declaration))
            .map(|(index, _)| DeclarationId(index))
            .collect()
    }

    /// The innermost method, constructor or initialiser whose span holds `span`.
    pub fn enclosing_callable(&self, span: Span) -> Option<DeclarationId> {
        let enclosing = self.enclosing(span);
        enclosing.into_iter().rev().find(|&id| {
            self.declaration(id).is_some_and(|declaration| declaration.kind.is_callable())
        })
    }

    /// All statements, an outer one before those inside it, otherwise in the order of the text.
    pub fn statements(&self) -> &[Statement] {
        &self.found.statements
    }
}

fn tree_of(text: &str) -> Result<Tree, SyntaxError> {
    let bytes = text.len();
    if bytes > MAXIMUM_FILE_BYTES {
        return Err(SyntaxError::TooLarge { bytes, limit: MAXIMUM_FILE_BYTES });
    }
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into())?;
    parser.parse(text, None).ok_or(SyntaxError::GaveUp { bytes })
}

#[cfg(test)]
mod tests;
