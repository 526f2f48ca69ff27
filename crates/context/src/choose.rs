//! Which pieces are shown, and in which form.

use crate::pieces::{Piece, Rank, Side};

/// What is shown of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Nothing,
    Short,
    Whole,
    /// As many bytes next to the hole.
    Cut(usize),
}

impl Shown {
    /// The text that is shown of `piece`.
    pub(crate) fn text<'a>(self, piece: &'a Piece<'_>) -> &'a str {
        match (self, piece.side) {
            (Shown::Nothing, _) => "",
            (Shown::Short, _) => piece.short.as_ref().map_or("", |short| &short.text),
            (Shown::Whole, _) => piece.whole,
            (Shown::Cut(bytes), Side::Before) => &piece.whole[piece.whole.len() - bytes..],
            (Shown::Cut(bytes), Side::After) => &piece.whole[..bytes],
        }
    }
}

/// The forms of all pieces, with what is needed to take the last choices back.
#[derive(Debug)]
pub(crate) struct Choices {
    pub(crate) forms: Vec<Shown>,
    /// What was shown of a piece before it was chosen, the last choice last.
    history: Vec<(usize, Shown)>,
}

impl Choices {
    fn set(&mut self, index: usize, form: Shown) {
        self.history.push((index, self.forms[index]));
        self.forms[index] = form;
    }

    /// Takes the last choice back; when none is left, halves what is shown of the hole's own line.
    /// `false` when nothing is shown any more.
    pub(crate) fn take_back(&mut self, pieces: &[Piece<'_>]) -> bool {
        if let Some((index, former)) = self.history.pop() {
            self.forms[index] = former;
            return true;
        }
        let mut changed = false;
        for (form, piece) in self.forms.iter_mut().zip(pieces) {
            let length = form.text(piece).len();
            if length > 0 {
                *form = cut_to(piece, length / 2);
                changed = true;
            }
        }
        changed
    }
}

/// The headers may take one part in this many of the budget before the lines next to the hole have
/// had their turn.
const HEADER_SHARE: usize = 4;

/// So many lines before the hole are taken for one after it, beginning with one of each.
const LINES_BEFORE_FOR_ONE_AFTER: usize = 3;

/// Chooses pieces by rank and distance until `budget` tokens are spent, by the sum of their counts.
pub(crate) fn choose(
    pieces: &[Piece<'_>],
    budget: usize,
    count_tokens: &dyn Fn(&str) -> usize,
) -> Choices {
    let mut chooser = Chooser {
        pieces,
        count_tokens,
        choices: Choices { forms: vec![Shown::Nothing; pieces.len()], history: Vec::new() },
        spent_on: vec![0; pieces.len()],
        left: budget,
        header_left: budget / HEADER_SHARE,
        open: [Open::Everything; 2],
    };
    chooser.choose_own_line();
    for candidate in candidates(pieces) {
        chooser.consider(candidate);
    }
    chooser.choices
}

/// One form of one piece, and when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    rank: Rank,
    distance: usize,
    piece: usize,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Short,
    Whole,
}

/// Each piece in each of its forms, the most valuable first.
fn candidates(pieces: &[Piece<'_>]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.distance > 0) {
        let distance = match piece.side {
            Side::Before => piece.distance,
            Side::After => (piece.distance - 1) * LINES_BEFORE_FOR_ONE_AFTER + 1,
        };
        let mut push =
            |rank, form| candidates.push(Candidate { rank, distance, piece: index, form });
        push(piece.rank, Form::Whole);
        // A header that is too long for the headers' share has a second turn: that of the method
        // among its lines, so that no line further outward is taken before it.
        if piece.rank == Rank::Header {
            let later = if piece.is_enclosing { Rank::Enclosing } else { Rank::LateHeader };
            push(later, Form::Whole);
        }
        if let Some(short) = &piece.short {
            push(short.rank, Form::Short);
        }
    }
    candidates.sort();
    candidates
}

struct Chooser<'a> {
    pieces: &'a [Piece<'a>],
    count_tokens: &'a dyn Fn(&str) -> usize,
    choices: Choices,
    spent_on: Vec<usize>,
    left: usize,
    header_left: usize,
    /// What may still be taken, before and after the hole.
    open: [Open; 2],
}

/// What may still be taken on one side of the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Everything,
    /// The lines outward have come to an end.
    NothingOutward,
    /// The hole's own line is cut: whatever came next would stand in its middle.
    Nothing,
}

impl Chooser<'_> {
    /// What the hole leaves of its own line comes first. It is cut only if it is above the budget,
    /// and the part after the hole is then left a quarter, or what the part before does not use.
    fn choose_own_line(&mut self) {
        let own = |side| self.pieces.iter().position(|one| one.distance == 0 && one.side == side);
        let (before, after) = (own(Side::Before), own(Side::After));
        let quarter = self.left / (LINES_BEFORE_FOR_ONE_AFTER + 1);
        for (part, limit) in [(after, quarter), (before, self.left), (after, self.left)] {
            if let Some(index) = part {
                self.cut_to_fit(index, limit);
            }
        }
    }

    /// Shows as much of a piece as the limit and the budget allow. It is not noted in the history:
    /// the hole's own line is the last thing to go.
    fn cut_to_fit(&mut self, index: usize, limit: usize) {
        self.left += self.spent_on[index];
        let limit = limit.min(self.left);
        let piece = &self.pieces[index];
        let count = |form: Shown| (self.count_tokens)(form.text(piece));
        let form = longest_that_fits(piece, |form| count(form) <= limit);
        let cost = count(form);
        self.choices.forms[index] = form;
        self.spent_on[index] = cost;
        self.left = self.left.saturating_sub(cost);
        let is_cut = matches!(form, Shown::Cut(_));
        self.open[piece.side as usize] = if is_cut { Open::Nothing } else { Open::Everything };
    }

    fn consider(&mut self, candidate: Candidate) {
        let Candidate { rank, piece: index, .. } = candidate;
        let piece = &self.pieces[index];
        let form = match candidate.form {
            Form::Short => Shown::Short,
            Form::Whole => Shown::Whole,
        };
        let is_outward = OUTWARD.contains(&rank);
        let side = piece.side as usize;
        let is_shown = form.text(piece) == self.choices.forms[index].text(piece);
        let is_open = match self.open[side] {
            Open::Everything => true,
            Open::NothingOutward => !is_outward,
            Open::Nothing => false,
        };
        if is_shown || !is_open {
            return;
        }
        match self.further_cost(index, form, rank) {
            Some(cost) => self.take(index, form, rank, cost),
            None if is_outward => self.open[side] = Open::NothingOutward,
            None => {}
        }
    }

    /// The tokens that a form costs beyond what is spent on the piece already; `None` if they are
    /// not there.
    fn further_cost(&self, index: usize, form: Shown, rank: Rank) -> Option<usize> {
        let text = form.text(&self.pieces[index]);
        let left = if rank == Rank::Header { self.header_left.min(self.left) } else { self.left };
        let there = self.spent_on[index] + left;
        // A line with something on it is at least one token: no need to count a long member.
        let at_least = text.lines().filter(|line| !line.trim().is_empty()).count();
        if at_least > there {
            return None;
        }
        let cost = (self.count_tokens)(text);
        (cost <= there).then(|| cost.saturating_sub(self.spent_on[index]))
    }

    fn take(&mut self, index: usize, form: Shown, rank: Rank, cost: usize) {
        self.choices.set(index, form);
        self.spent_on[index] += cost;
        self.left -= cost;
        if rank == Rank::Header {
            self.header_left -= cost;
        }
    }
}

/// Ranks whose pieces are taken line after line away from the hole: the first one that does not
/// fit ends its side, so that no gap is left between lines that belong together.
const OUTWARD: [Rank; 2] = [Rank::Enclosing, Rank::Neighbour];

/// All of a piece, or as much of it next to the hole as `fits`. The first guesses are short, so
/// that a line of megabytes is not counted again and again.
fn longest_that_fits(piece: &Piece<'_>, fits: impl Fn(Shown) -> bool) -> Shown {
    let length = piece.whole.len();
    let (mut low, mut high) = (0, 64);
    while high < length && fits(cut_to(piece, high)) {
        (low, high) = (high, high * 2);
    }
    if high >= length && fits(Shown::Whole) {
        return Shown::Whole;
    }
    high = high.min(length);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(cut_to(piece, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    cut_to(piece, low)
}

/// At most `bytes` of a piece, next to the hole, cut between two characters.
fn cut_to(piece: &Piece<'_>, bytes: usize) -> Shown {
    let whole = piece.whole;
    Shown::Cut(match piece.side {
        Side::Before => whole.len() - whole.ceil_char_boundary(whole.len() - bytes),
        Side::After => whole.floor_char_boundary(bytes),
    })
}
