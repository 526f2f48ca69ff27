//! The contract of a language model on top of the runtime's context.
//!
//! The table of sequences is the truth: a call first asks it whether there is room, then works on
//! the runtime's cache, and changes the table when that has succeeded. After a failure the cache
//! is brought back to what the table says.

use std::collections::BTreeMap;
use std::fmt::Display;

use llama_cpp_2::DecodeError;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

use super::vocabulary::tokenize;
use crate::sequences::SequenceTable;
use crate::{LanguageModel, Limits, ModelError, Row, SequenceId, TokenId, Vocabulary};

/// A model that is loaded and has a context.
pub(super) struct LlamaLanguageModel<'model> {
    model: &'model LlamaModel,
    context: LlamaContext<'model>,
    vocabulary: Vocabulary,
    table: SequenceTable,
    batch: LlamaBatch<'static>,
    /// Tokens that one call of the runtime takes.
    batch_size: usize,
    /// The sequences that began as a prompt, with the number of their tokens that were evaluated
    /// as one.
    prompts: BTreeMap<SequenceId, usize>,
}

/// A row whose last token is in the batch that is being filled.
struct Finished {
    row: usize,
    place: i32,
}

impl<'model> LlamaLanguageModel<'model> {
    pub(super) fn new(
        model: &'model LlamaModel,
        context: LlamaContext<'model>,
        vocabulary: Vocabulary,
        table: SequenceTable,
        batch_size: usize,
    ) -> Self {
        let batch = LlamaBatch::new(batch_size, 1);
        Self { model, context, vocabulary, table, batch, batch_size, prompts: BTreeMap::new() }
    }

    /// The kept prompt that begins as this one does for the greatest number of whole batches, and
    /// that number of tokens. Parts of a batch are evaluated again, so that a prompt goes through
    /// the runtime in the same batches whether or not its beginning was there already. One token
    /// at least is left to evaluate, for its logits.
    fn kept_prefix(&self, prompt: &[TokenId]) -> Option<(SequenceId, usize)> {
        let usable = prompt.len().saturating_sub(1);
        let shared = self.prompts.iter().map(|(&sequence, &length)| {
            let kept = self.table.tokens(sequence).take(length.min(usable));
            let same = kept.zip(prompt).take_while(|(kept, token)| kept == *token).count();
            (sequence, same - same % self.batch_size)
        });
        shared.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
    }

    /// Evaluates what is not there yet of a prompt, batch by batch.
    fn evaluate_prompt(
        &mut self,
        sequence: SequenceId,
        prompt: &[TokenId],
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Vec<f32>, ModelError> {
        let mut logits = Vec::new();
        let mut done = self.table.length(sequence);
        while done < prompt.len() {
            if !progress(done) {
                return Err(ModelError::Stopped);
            }
            let end = prompt.len().min(done + self.batch_size);
            let last = end == prompt.len();
            self.batch.clear();
            for (offset, token) in prompt[done..end].iter().enumerate() {
                let wanted = last && done + offset + 1 == end;
                self.add(sequence, done + offset, *token, wanted)?;
            }
            self.run()?;
            self.table.append(sequence, &prompt[done..end])?;
            done = end;
            if last {
                logits = self.logits(self.batch.n_tokens() - 1)?.to_vec();
            }
        }
        if progress(done) { Ok(logits) } else { Err(ModelError::Stopped) }
    }

    /// Evaluates the rows in as few calls of the runtime as they fit into.
    fn evaluate_rows(
        &mut self,
        rows: &[Row<'_>],
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), ModelError> {
        let mut finished = Vec::new();
        let mut added: BTreeMap<SequenceId, usize> = BTreeMap::new();
        self.batch.clear();
        for (row, Row { sequence, tokens }) in rows.iter().enumerate() {
            for (offset, token) in tokens.iter().enumerate() {
                if self.batch.n_tokens() as usize == self.batch_size {
                    self.run_batch(&mut finished, visit)?;
                }
                let added = added.entry(*sequence).or_default();
                let position = self.table.length(*sequence) + *added;
                *added += 1;
                let last = offset + 1 == tokens.len();
                self.add(*sequence, position, *token, last)?;
                if last {
                    finished.push(Finished { row, place: self.batch.n_tokens() - 1 });
                }
            }
        }
        self.run_batch(&mut finished, visit)
    }

    /// Runs the batch, shows the logits of the rows that it finishes, and empties it.
    fn run_batch(
        &mut self,
        finished: &mut Vec<Finished>,
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), ModelError> {
        if self.batch.n_tokens() == 0 {
            return Ok(());
        }
        self.run()?;
        for Finished { row, place } in finished.drain(..) {
            visit(row, self.logits(place)?);
        }
        self.batch.clear();
        Ok(())
    }

    fn add(
        &mut self,
        sequence: SequenceId,
        position: usize,
        token: TokenId,
        wants_logits: bool,
    ) -> Result<(), ModelError> {
        let token = LlamaToken(token.0 as i32);
        let sequences = [sequence.0 as i32];
        let added = self.batch.add(token, position as i32, &sequences, wants_logits);
        added.map_err(runtime_error)
    }

    fn run(&mut self) -> Result<(), ModelError> {
        self.context.decode(&mut self.batch).map_err(|error| match error {
            DecodeError::NoKvCacheSlot => {
                ModelError::CacheFull { what: "cells", limit: self.table.limits().cells }
            }
            error => runtime_error(error),
        })
    }

    /// The logits after the token at a place of the last batch.
    fn logits(&self, place: i32) -> Result<&[f32], ModelError> {
        let logits = self.context.get_logits_ith(place);
        // One weight that is not a number makes every logit one, so the first tells.
        if logits.first().is_none_or(|logit| logit.is_nan()) {
            return Err(ModelError::Runtime("the logits are not numbers".to_owned()));
        }
        Ok(logits)
    }

    /// Makes the runtime forget all of a sequence after the first `length` tokens.
    fn forget(&mut self, sequence: SequenceId, length: usize) -> Result<(), ModelError> {
        let removed = self.context.kv_cache_seq_rm(sequence.0 as i32, Some(length as u32), None);
        removed.map_err(runtime_error)
    }
}

impl LanguageModel for LlamaLanguageModel<'_> {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn tokenize(&self, text: &str) -> Vec<TokenId> {
        tokenize(self.model, text)
    }

    fn limits(&self) -> Limits {
        self.table.limits()
    }

    /// Tokens that a kept prompt begins with are shared with it instead of being evaluated again,
    /// in whole batches.
    fn prefill(
        &mut self,
        prompt: &[TokenId],
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(SequenceId, Vec<f32>), ModelError> {
        if prompt.is_empty() {
            return Err(ModelError::NoTokens);
        }
        self.vocabulary.check(prompt)?;
        let kept = self.kept_prefix(prompt);
        self.table.check_room(prompt.len() - kept.map_or(0, |(_, length)| length))?;
        let sequence = match kept {
            Some((from, length)) => self.fork(from, length)?,
            None => self.table.create()?,
        };
        match self.evaluate_prompt(sequence, prompt, progress) {
            Ok(logits) => {
                self.prompts.insert(sequence, prompt.len());
                Ok((sequence, logits))
            }
            Err(error) => {
                self.release(sequence);
                Err(error)
            }
        }
    }

    fn fork(&mut self, from: SequenceId, length: usize) -> Result<SequenceId, ModelError> {
        let fork = self.table.fork(from, length)?;
        let end = self.table.length(fork) as u32;
        let copied = self.context.kv_cache_seq_cp(from.0 as i32, fork.0 as i32, Some(0), Some(end));
        if let Err(error) = copied {
            self.table.release(fork);
            return Err(runtime_error(error));
        }
        Ok(fork)
    }

    fn truncate(&mut self, sequence: SequenceId, length: usize) -> Result<(), ModelError> {
        if length < self.table.length(sequence) {
            self.forget(sequence, length)?;
        }
        self.table.truncate(sequence, length)?;
        if let Some(prompt) = self.prompts.get_mut(&sequence) {
            *prompt = length.min(*prompt);
        }
        Ok(())
    }

    fn length(&self, sequence: SequenceId) -> usize {
        self.table.length(sequence)
    }

    fn release(&mut self, sequence: SequenceId) {
        if let Err(error) = self.forget(sequence, 0) {
            tracing::warn!(%error, sequence = sequence.0, "cells were not given back");
        }
        self.prompts.remove(&sequence);
        self.table.release(sequence);
    }

    fn decode(
        &mut self,
        rows: &[Row<'_>],
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), ModelError> {
        self.table.check_rows(rows)?;
        for row in rows {
            self.vocabulary.check(row.tokens)?;
        }
        let evaluated = self.evaluate_rows(rows, visit);
        for row in rows {
            match &evaluated {
                Ok(()) => self.table.append(row.sequence, row.tokens)?,
                Err(_) => self.forget(row.sequence, self.table.length(row.sequence))?,
            }
        }
        evaluated
    }
}

fn runtime_error(error: impl Display) -> ModelError {
    ModelError::Runtime(error.to_string())
}
