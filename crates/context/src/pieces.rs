//! A file in pieces, each with a rank.

use std::collections::BTreeSet;

use syntax::{Declaration, DeclarationKind, JavaFile};
use task::Span;

use crate::layout::{Layout, Part};

/// Which side of the hole a piece is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// What is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Header,
    Enclosing,
    /// Headers that were too long for their share.
    LateHeader,
    UsedImport,
    Field,
    Signature,
    OtherImport,
    Neighbour,
}

/// A shorter form of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Short {
    pub(crate) rank: Rank,
    pub(crate) text: String,
}

/// Some whole lines of the text on one side of the hole, or what the hole leaves of its own line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) side: Side,
    /// How many lines away from the hole the nearest line is: 0 for the hole's own line.
    pub(crate) distance: usize,
    pub(crate) rank: Rank,
    pub(crate) whole: &'a str,
    pub(crate) short: Option<Short>,
    /// Whether it belongs to the member that the hole is in.
    pub(crate) is_enclosing: bool,
}

impl Piece<'_> {
    /// Whether the short form lacks the body.
    pub(crate) fn has_body_elided(&self) -> bool {
        let ends = [ELIDED_BODY, ELIDED_VALUE];
        self.short.as_ref().is_some_and(|short| ends.iter().any(|end| short.text.ends_with(end)))
    }
}

/// What stands for the body of a member that is shown by its signature.
pub(crate) const ELIDED_BODY: &str = " { ... }\n";

/// What stands for the initial value of a field that fills several lines.
pub(crate) const ELIDED_VALUE: &str = " = ...;\n";

/// All pieces in the order of the text; together with the hole they are the text.
pub(crate) fn pieces<'a>(
    text: &'a str,
    file: Option<&JavaFile>,
    layout: &Layout,
    hole: Span,
) -> Vec<Piece<'a>> {
    let cutter = Cutter { text, file, layout, hole, used: used_names(text, layout, hole) };
    let mut pieces = cutter.side(Side::Before, Span::new(0, hole.start));
    pieces.extend(cutter.side(Side::After, Span::new(hole.end, text.len())));
    pieces
}

/// What all pieces are cut from.
struct Cutter<'a, 'b> {
    text: &'a str,
    file: Option<&'b JavaFile>,
    layout: &'b Layout,
    hole: Span,
    used: BTreeSet<&'a str>,
}

impl<'a> Cutter<'a, '_> {
    fn side(&self, side: Side, part: Span) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        // Where the comments and empty lines start that belong to a member that may follow.
        let mut lead = part.start;
        let mut at = part.start;
        while at < part.end {
            let line = self.layout.line_of(at);
            let what = self.layout.part(line);
            let mut end = self.line_end(line).min(part.end);
            if let Part::Member(_) = what {
                end = self.run_end(line).min(part.end);
                pieces.push(self.piece(side, Span::new(lead, end), at));
                lead = end;
            } else if what != Part::Other {
                self.push_lines(&mut pieces, side, Span::new(lead, end));
                lead = end;
            }
            at = end;
        }
        self.push_lines(&mut pieces, side, Span::new(lead, part.end));
        pieces
    }

    /// One piece a line.
    fn push_lines(&self, pieces: &mut Vec<Piece<'a>>, side: Side, part: Span) {
        let mut at = part.start;
        while at < part.end {
            let end = self.line_end(self.layout.line_of(at)).min(part.end);
            pieces.push(self.piece(side, Span::new(at, end), at));
            at = end;
        }
    }

    /// The piece that covers `span`; what it is, is said by the line at `main`.
    fn piece(&self, side: Side, span: Span, main: usize) -> Piece<'a> {
        let layout = self.layout;
        let what = layout.part(layout.line_of(main));
        let whole = &self.text[span.start..span.end];
        let distance = match side {
            Side::Before => layout.line_of(self.hole.start) - layout.line_of(span.end - 1),
            Side::After => layout.line_of(span.start) - layout.line_of(self.hole.end),
        };
        Piece {
            side,
            distance,
            rank: self.rank(what, whole),
            whole,
            short: self.short(what, Span::new(main, span.end)),
            is_enclosing: matches!(what, Part::Enclosing | Part::EnclosingHeader),
        }
    }

    fn rank(&self, what: Part, line: &str) -> Rank {
        match what {
            Part::TypeFrame | Part::EnclosingHeader => Rank::Header,
            Part::Enclosing => Rank::Enclosing,
            Part::Package => Rank::UsedImport,
            Part::Import if self.is_used(line) => Rank::UsedImport,
            Part::Import => Rank::OtherImport,
            Part::Member(_) | Part::Other => Rank::Neighbour,
        }
    }

    /// Whether the last name of an import occurs in the enclosing member; one of all names does.
    fn is_used(&self, import: &str) -> bool {
        let path = import.split(';').next().unwrap_or(import);
        let last = path.rsplit('.').next().unwrap_or(path).trim();
        last == "*" || self.used.contains(last)
    }

    fn short(&self, what: Part, lines: Span) -> Option<Short> {
        let (Part::Member(id), Some(file)) = (what, self.file) else { return None };
        let declaration = file.declaration(id)?;
        let own = &self.text[lines.start..lines.end];
        let is_one_line = own.trim_end().lines().count() <= 1;
        let text = match declaration.body {
            Some(_) if !is_one_line => self.signature(declaration, lines)?,
            _ => own.to_owned(),
        };
        Some(Short { rank: short_rank(declaration.kind), text })
    }

    /// The header with its indentation and an ellipsis; nothing for a block without a header, and
    /// for a member whose first line belongs to the member before it.
    fn signature(&self, declaration: &Declaration, lines: Span) -> Option<String> {
        let header = declaration.header;
        if !lines.contains(header) {
            return None;
        }
        let header = &self.text[lines.start..header.end];
        let elided = match declaration.kind {
            DeclarationKind::Field => ELIDED_VALUE,
            _ => ELIDED_BODY,
        };
        (!header.trim().is_empty()).then(|| format!("{header}{elided}"))
    }

    fn line_end(&self, line: usize) -> usize {
        self.layout.end_of(line).unwrap_or(self.text.len())
    }

    /// Where the run of lines that are the same ends.
    fn run_end(&self, line: usize) -> usize {
        let what = self.layout.part(line);
        let mut last = line;
        while self.line_end(last) < self.text.len() && self.layout.part(last + 1) == what {
            last += 1;
        }
        self.line_end(last)
    }
}

fn short_rank(kind: DeclarationKind) -> Rank {
    match kind {
        DeclarationKind::Field | DeclarationKind::EnumConstant => Rank::Field,
        _ => Rank::Signature,
    }
}

/// The names that occur in the enclosing member outside the hole.
fn used_names<'a>(text: &'a str, layout: &Layout, hole: Span) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for side in [Span::new(0, hole.start), Span::new(hole.end, text.len())] {
        let mut start = side.start;
        for line in text[side.start..side.end].split_inclusive('\n') {
            let what = layout.part(layout.line_of(start));
            if matches!(what, Part::Enclosing | Part::EnclosingHeader) {
                names.extend(words(line));
            }
            start += line.len();
        }
    }
    names
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_alphanumeric() || character == '_'))
        .filter(|word| !word.is_empty())
}
