//! What is found in a file.

use task::Span;

/// The place of a declaration in [`JavaFile::declarations`](crate::JavaFile::declarations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclarationId(pub usize);

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclarationKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
    /// `record`
    Record,
    /// `@interface`
    AnnotationType,
    /// The class of `new T() { … }`.
    AnonymousClass,
    /// A constant of an enum, with or without a body of its own.
    EnumConstant,
    /// One or several fields that are declared together, those of interfaces included.
    Field,
    /// A method, with or without a body.
    Method,
    /// A constructor.
    Constructor,
    /// The constructor of a record that leaves its parameters out.
    CompactConstructor,
    /// A block of a class, `static` or not.
    Initializer,
    /// An element of an annotation type.
    AnnotationElement,
}

impl DeclarationKind {
    /// Whether its body holds members.
    pub fn is_type(self) -> bool {
        use DeclarationKind as Kind;
        matches!(
            self,
            Kind::Class
                | Kind::Interface
                | Kind::Enum
                | Kind::Record
                | Kind::AnnotationType
                | Kind::AnonymousClass
        )
    }

    /// Whether its body holds statements.
    pub fn is_callable(self) -> bool {
        use DeclarationKind as Kind;
        matches!(
            self,
            Kind::Method | Kind::Constructor | Kind::CompactConstructor | Kind::Initializer
        )
    }
}

/// One declaration. Comments before it are not part of it; modifiers and annotations are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// The innermost declaration around it: a type for a member, a callable for a local class.
    pub parent: Option<DeclarationId>,
    /// The declared names: one, or none (an initialiser, an anonymous class), or several (fields).
    pub names: Vec<Span>,
    /// All of it.
    pub span: Span,
    /// What stands before the body, without the white space between the two; for a field with a
    /// body, without the `=` too. Everything when there is no body.
    pub header: Span,
    /// The body with its braces; for a field that is declared alone, its initial value.
    pub body: Option<Span>,
}

impl Declaration {
    /// Whether `span` lies between the braces of the body, and touches neither of them.
    pub fn holds_in_braces(&self, span: Span) -> bool {
        let braces = self.kind != DeclarationKind::Field;
        braces && self.body.is_some_and(|body| body.start < span.start && span.end < body.end)
    }
}

/// One statement inside a body. Blocks are none; the statements inside them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// All of it, nested statements included.
    pub span: Span,
    /// What stands before its first nested block or statement, such as `if (a < b)`; everything
    /// when nothing is nested, or when it begins with a nested one.
    pub head: Span,
}
