//! What each line of a file is, seen from a hole.

use syntax::{Declaration, DeclarationId, DeclarationKind, JavaFile};
use task::Span;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The package declaration.
    Package,
    /// An import.
    Import,
    /// From the modifiers of a type around the hole to its `{`, or its `}`.
    TypeFrame,
    /// A member that the hole is not in, of the file or of a type around the hole.
    Member(DeclarationId),
    /// The member that the hole is in or touches; only the hole's own lines when there is none.
    Enclosing,
    /// From the modifiers of that member to its `{`.
    EnclosingHeader,
    /// Comments, empty lines, and what the grammar does not know.
    Other,
}

/// The lines of a text with what they are.
#[derive(Debug)]
pub(crate) struct Layout {
    starts: Vec<usize>,
    parts: Vec<Part>,
}

impl Layout {
    /// The layout of a text that has no view: all but the hole's lines is [`Part::Other`].
    pub(crate) fn of_unknown(text: &str, hole: Span) -> Self {
        let ends = text.match_indices('\n').map(|(index, _)| index + 1);
        let starts: Vec<_> = std::iter::once(0).chain(ends).collect();
        let parts = vec![Part::Other; starts.len()];
        let mut layout = Self { starts, parts };
        layout.mark_hole(hole);
        layout
    }

    /// The layout of a file.
    pub(crate) fn of_file(file: &JavaFile, hole: Span) -> Self {
        let mut layout = Self::of_unknown(file.text(), hole);
        let types = types_around(file, hole);
        layout.mark_members(file, &types);
        for &import in file.imports() {
            layout.mark(import, Part::Import);
        }
        if let Some(package) = file.package() {
            layout.mark(package, Part::Package);
        }
        for declaration in types.iter().filter_map(|&id| file.declaration(id)) {
            layout.mark_frame(declaration);
        }
        layout.mark_enclosing(file, types.last().copied(), hole);
        layout
    }

    /// What the line is; lines are counted from 0.
    pub(crate) fn part(&self, line: usize) -> Part {
        self.parts.get(line).copied().unwrap_or(Part::Other)
    }

    /// The line that holds the byte at `offset`, counted from 0.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The first byte of a line.
    pub(crate) fn start_of(&self, line: usize) -> usize {
        self.starts[line]
    }

    /// The byte after a line's end; `None` for the last line.
    pub(crate) fn end_of(&self, line: usize) -> Option<usize> {
        self.starts.get(line + 1).copied()
    }

    fn mark(&mut self, span: Span, part: Part) {
        let last = self.line_of(if span.is_empty() { span.start } else { span.end - 1 });
        let first = self.line_of(span.start);
        self.parts[first..=last].fill(part);
    }

    /// Marks the members of the file and of the types around the hole. The first one keeps a line
    /// that two of them share.
    fn mark_members(&mut self, file: &JavaFile, types: &[DeclarationId]) {
        let mut free = 0;
        for (index, declaration) in file.declarations().iter().enumerate() {
            let id = DeclarationId(index);
            let is_member = declaration.parent.is_none_or(|parent| types.contains(&parent));
            let first = self.line_of(declaration.span.start).max(free);
            let last = self.line_of(declaration.span.end.saturating_sub(1));
            if is_member && !types.contains(&id) && first <= last {
                self.parts[first..=last].fill(Part::Member(id));
                free = last + 1;
            }
        }
    }

    fn mark_frame(&mut self, declaration: &Declaration) {
        let Some(body) = declaration.body else { return };
        self.mark(Span::new(declaration.span.start, body.start + 1), Part::TypeFrame);
        self.mark(Span::new(body.end - 1, body.end), Part::TypeFrame);
    }

    /// Marks the member that the hole is in, with the comment right above it, or those it touches.
    fn mark_enclosing(&mut self, file: &JavaFile, level: Option<DeclarationId>, hole: Span) {
        let touched: Vec<_> = file
            .members(level)
            .map(|(_, declaration)| declaration)
            .filter(|declaration| overlap(declaration.span, hole))
            .collect();
        for declaration in &touched {
            self.mark(declaration.span, Part::Enclosing);
            self.mark_comment_above(file.text(), declaration.span.start);
        }
        if let [declaration] = touched[..]
            && declaration.holds_in_braces(hole)
            && let Some(body) = declaration.body
        {
            self.mark(Span::new(declaration.span.start, body.start + 1), Part::EnclosingHeader);
        }
        self.mark_hole(hole);
    }

    fn mark_comment_above(&mut self, text: &str, start: usize) {
        let is_blank = |layout: &Self, line: usize| {
            let end = layout.end_of(line).unwrap_or(text.len());
            text[layout.start_of(line)..end].trim().is_empty()
        };
        let mut line = self.line_of(start);
        while line > 0 && self.part(line - 1) == Part::Other && !is_blank(self, line - 1) {
            line -= 1;
            self.parts[line] = Part::Enclosing;
        }
    }

    /// Marks the lines that the hole shares with the text before and after it.
    fn mark_hole(&mut self, hole: Span) {
        let (first, last) = (self.line_of(hole.start), self.line_of(hole.end));
        self.parts[first..=last].fill(Part::Enclosing);
    }
}

/// The types whose members the hole is among, the outermost first. Types inside a method are part
/// of the method.
fn types_around(file: &JavaFile, hole: Span) -> Vec<DeclarationId> {
    let is_type_around = |id: &DeclarationId| {
        file.declaration(*id).is_some_and(|declaration| {
            let named = declaration.kind != DeclarationKind::AnonymousClass;
            declaration.kind.is_type() && named && declaration.holds_in_braces(hole)
        })
    };
    file.enclosing(hole).into_iter().take_while(is_type_around).collect()
}

/// Whether two ranges share a byte, or an empty one lies inside the other.
fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end
}
