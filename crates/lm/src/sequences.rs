//! Which sequence holds which cells.
//!
//! A backend's own book-keeping cannot be asked in advance whether an append will fit, and a
//! failed append may leave half of its tokens behind. Both backends therefore keep this table:
//! it counts a cell once however many sequences share it, exactly as a unified key/value cache
//! does, so that a full cache is noticed before the runtime is touched.

use crate::{Limits, ModelError, Row, SequenceId, TokenId};

/// One token of one or more sequences.
#[derive(Clone, Copy, Debug)]
struct Cell {
    token: TokenId,
    /// The number of sequences that have this cell; a free cell has none.
    sharers: u32,
}

/// The sequences in use and the cells that they share.
#[derive(Debug)]
pub(crate) struct SequenceTable {
    limits: Limits,
    cells: Vec<Cell>,
    free_cells: Vec<usize>,
    /// The cells of each sequence in order; `None` for a free one.
    sequences: Vec<Option<Vec<usize>>>,
}

impl SequenceTable {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            cells: Vec::new(),
            free_cells: Vec::new(),
            sequences: vec![None; limits.sequences],
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// An empty new sequence: the free one with the lowest number, so that runs repeat.
    pub(crate) fn create(&mut self) -> Result<SequenceId, ModelError> {
        let limit = self.limits.sequences;
        let full = ModelError::CacheFull { what: "sequences", limit };
        let number = self.sequences.iter().position(Option::is_none).ok_or(full)?;
        self.sequences[number] = Some(Vec::new());
        Ok(SequenceId(number as u32))
    }

    /// A new sequence that shares the first `length` cells of another, or all when it has fewer.
    pub(crate) fn fork(
        &mut self,
        from: SequenceId,
        length: usize,
    ) -> Result<SequenceId, ModelError> {
        let mut shared = self.cells_of(from)?.to_vec();
        shared.truncate(length);
        let fork = self.create()?;
        for cell in &shared {
            self.cells[*cell].sharers += 1;
        }
        self.sequences[fork.0 as usize] = Some(shared);
        Ok(fork)
    }

    /// Appends tokens; nothing is appended when they do not all fit.
    pub(crate) fn append(
        &mut self,
        sequence: SequenceId,
        tokens: &[TokenId],
    ) -> Result<(), ModelError> {
        self.cells_of(sequence)?;
        self.check_room(tokens.len())?;
        for &token in tokens {
            let cell = self.take_cell(token);
            if let Some(cells) = &mut self.sequences[sequence.0 as usize] {
                cells.push(cell);
            }
        }
        Ok(())
    }

    /// Forgets the cells after the first `length`.
    pub(crate) fn truncate(
        &mut self,
        sequence: SequenceId,
        length: usize,
    ) -> Result<(), ModelError> {
        let keep = length.min(self.cells_of(sequence)?.len());
        let slot = &mut self.sequences[sequence.0 as usize];
        let dropped = slot.as_mut().map(|cells| cells.split_off(keep)).unwrap_or_default();
        self.give_back(dropped);
        Ok(())
    }

    /// Forgets a sequence; one that is not in use is left alone.
    pub(crate) fn release(&mut self, sequence: SequenceId) {
        let slot = self.sequences.get_mut(sequence.0 as usize);
        let dropped = slot.and_then(Option::take).unwrap_or_default();
        self.give_back(dropped);
    }

    /// The number of tokens of a sequence; 0 for one that is not in use.
    pub(crate) fn length(&self, sequence: SequenceId) -> usize {
        self.cells_of(sequence).map_or(0, <[usize]>::len)
    }

    /// The tokens of a sequence; none for one that is not in use.
    pub(crate) fn tokens(&self, sequence: SequenceId) -> impl Iterator<Item = TokenId> {
        let cells = self.cells_of(sequence).unwrap_or(&[]);
        cells.iter().map(|&cell| self.cells[cell].token)
    }

    /// Whether `count` more tokens fit.
    pub(crate) fn check_room(&self, count: usize) -> Result<(), ModelError> {
        let used = self.cells.len() - self.free_cells.len();
        if used + count > self.limits.cells {
            return Err(ModelError::CacheFull { what: "cells", limit: self.limits.cells });
        }
        Ok(())
    }

    /// Whether all rows can be appended: then appending them one after the other cannot fail.
    pub(crate) fn check_rows(&self, rows: &[Row<'_>]) -> Result<(), ModelError> {
        for row in rows {
            self.cells_of(row.sequence)?;
            if row.tokens.is_empty() {
                return Err(ModelError::NoTokens);
            }
        }
        self.check_room(rows.iter().map(|row| row.tokens.len()).sum())
    }

    fn cells_of(&self, sequence: SequenceId) -> Result<&[usize], ModelError> {
        let slot = self.sequences.get(sequence.0 as usize).and_then(Option::as_deref);
        slot.ok_or(ModelError::NoSuchSequence(sequence))
    }

    fn take_cell(&mut self, token: TokenId) -> usize {
        let cell = Cell { token, sharers: 1 };
        if let Some(index) = self.free_cells.pop() {
            self.cells[index] = cell;
            return index;
        }
        self.cells.push(cell);
        self.cells.len() - 1
    }

    fn give_back(&mut self, dropped: Vec<usize>) {
        for index in dropped {
            self.cells[index].sharers -= 1;
            if self.cells[index].sharers == 0 {
                self.free_cells.push(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: [TokenId; 4] = [TokenId(5), TokenId(6), TokenId(7), TokenId(8)];

    fn table() -> SequenceTable {
        SequenceTable::new(Limits { sequences: 3, cells: 6 })
    }

    #[test]
    fn a_shared_cell_counts_once_until_its_last_sharer_is_gone() {
        let mut table = table();
        let prompt = table.create().unwrap();
        table.append(prompt, &TOKENS).unwrap();
        let fork = table.fork(prompt, 3).unwrap();
        assert_eq!(table.tokens(fork).collect::<Vec<_>>(), TOKENS[..3]);
        table.append(fork, &TOKENS[..2]).unwrap();
        assert!(table.check_room(1).is_err(), "four shared and two own cells are all six");
        table.release(prompt);
        assert!(table.check_room(1).is_ok(), "only the prompt's last cell was its own");
        assert!(table.check_room(2).is_err());
        table.release(fork);
        assert!(table.check_room(6).is_ok());
    }

    #[test]
    fn a_failed_append_leaves_no_token_behind() {
        let mut table = table();
        let sequence = table.create().unwrap();
        table.append(sequence, &TOKENS).unwrap();
        assert!(table.append(sequence, &TOKENS).is_err());
        assert_eq!(table.length(sequence), 4);
        assert!(table.check_room(2).is_ok());
    }

    #[test]
    fn the_free_sequence_with_the_lowest_number_is_taken() {
        let mut table = table();
        let all: Vec<_> = (0..3).map(|_| table.create().unwrap()).collect();
        assert!(matches!(
            table.create(),
            Err(ModelError::CacheFull { what: "sequences", limit: 3 })
        ));
        table.release(all[1]);
        assert_eq!(table.create().unwrap(), SequenceId(1));
    }

    #[test]
    fn a_released_sequence_is_known_as_such() {
        let mut table = table();
        let sequence = table.create().unwrap();
        table.release(sequence);
        table.release(sequence);
        assert!(matches!(table.fork(sequence, 0), Err(ModelError::NoSuchSequence(_))));
        assert!(matches!(table.append(sequence, &TOKENS), Err(ModelError::NoSuchSequence(_))));
        assert_eq!(table.length(sequence), 0);
    }
}
