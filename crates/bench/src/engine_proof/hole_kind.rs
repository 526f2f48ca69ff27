//! What a hole stands for.

use serde::Serialize;

/// A stratum: holes are chosen in turn from each, in the order of [`HoleKind::TURNS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HoleKind {
    /// One whole statement.
    Statement,
    /// Two or three statements that follow one another.
    Statements,
    /// The rest of a statement from one of its tokens on.
    RestOfStatement,
    /// A whole expression: an initial value, what is assigned or returned.
    Expression,
    /// What stands between the parentheses of an `if` or `while`.
    Condition,
    /// All arguments of a call.
    Arguments,
    /// The initial value of a field.
    FieldValue,
    /// A place that a file of model's texts names.
    Sample,
}

impl HoleKind {
    /// The kinds in the order of their turns; whole statements have two.
    pub const TURNS: [HoleKind; 8] = [
        HoleKind::Statement,
        HoleKind::Condition,
        HoleKind::Statements,
        HoleKind::Arguments,
        HoleKind::RestOfStatement,
        HoleKind::Expression,
        HoleKind::Statement,
        HoleKind::FieldValue,
    ];

    /// The name for a table.
    pub fn name(self) -> &'static str {
        match self {
            HoleKind::Statement => "statement",
            HoleKind::Statements => "statements",
            HoleKind::RestOfStatement => "rest of statement",
            HoleKind::Expression => "expression",
            HoleKind::Condition => "condition",
            HoleKind::Arguments => "arguments",
            HoleKind::FieldValue => "field value",
            HoleKind::Sample => "model sample",
        }
    }

    /// Whether statements may be put before and after its text.
    pub(super) fn holds_statements(self) -> bool {
        matches!(self, HoleKind::Statement | HoleKind::Statements)
    }

    /// Whether its text is an expression.
    pub(super) fn is_expression(self) -> bool {
        matches!(self, HoleKind::Expression | HoleKind::Condition | HoleKind::FieldValue)
    }
}
