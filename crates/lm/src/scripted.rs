//! A model whose next-token probabilities are known exactly.
//!
//! Tests of decoding need a model that is small, deterministic, and whose true distribution can
//! be worked out by hand. A scripted model is a list of weighted whole texts: the probability of
//! the next token is the share of the texts that continue so, among those whose tokens begin with
//! what was written. A text's tokens, its end included, therefore multiply to exactly its share.
//!
//! What was written is the text after the last infilling token `middle` of a sequence (from the
//! sequence's start when there is none); what stands before is the prompt. Text that was forced in
//! other tokens than the model would choose has no probability at all; it stays on the script of
//! all texts that begin with the same bytes, as a real model would carry on as well as it can.

mod pieces;

use crate::sequences::SequenceTable;
use crate::{
    InfillTokens, LanguageModel, Limits, ModelError, Row, SequenceId, TokenId, Vocabulary,
};

/// What the model answers to the prompts that contain a text.
#[derive(Clone, Debug)]
pub struct Script {
    /// The prompt must contain it; an empty text is contained in every prompt.
    pub when: String,
    /// The answers with their weights, which need not sum to one.
    pub texts: Vec<(String, f64)>,
}

/// Everything that makes up a scripted model.
#[derive(Clone, Debug)]
pub struct ScriptedSettings {
    /// Tokens beside the single bytes and [`ScriptedModel::java_pieces`]; a token can hold a part
    /// of a character.
    pub pieces: Vec<Vec<u8>>,
    /// The first whose `when` fits the prompt answers. A prompt that none fits is answered by
    /// the end token.
    pub scripts: Vec<Script>,
    /// The share of each next-token distribution that is spread evenly over all tokens but the
    /// special ones, between 0 and 1: it stands for a real model's long tail.
    pub background: f64,
    /// What the model can hold.
    pub limits: Limits,
}

/// How much a model was asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Calls of [`LanguageModel::decode`].
    pub decodes: usize,
    /// Rows of all decodes.
    pub rows: usize,
    /// Tokens evaluated by prefills and decodes.
    pub tokens: usize,
}

/// A model that follows scripts; see the module's text.
#[derive(Debug)]
pub struct ScriptedModel {
    vocabulary: Vocabulary,
    infill: InfillTokens,
    end: TokenId,
    scripts: Vec<Script>,
    background: f64,
    sequences: SequenceTable,
    work: Work,
}

impl ScriptedModel {
    /// A model with these settings.
    pub fn new(settings: ScriptedSettings) -> Self {
        let (vocabulary, infill, end) = pieces::vocabulary(&settings.pieces);
        Self {
            vocabulary,
            infill,
            end,
            scripts: settings.scripts,
            background: settings.background,
            sequences: SequenceTable::new(settings.limits),
            work: Work::default(),
        }
    }

    /// A model that answers every prompt with one of these weighted texts, with no background
    /// and room for 64 sequences and 4,096 cells.
    pub fn answering(texts: &[(&str, f64)]) -> Self {
        let texts = texts.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect();
        Self::new(ScriptedSettings {
            pieces: Vec::new(),
            scripts: vec![Script { when: String::new(), texts }],
            background: 0.0,
            limits: Limits { sequences: 64, cells: 4096 },
        })
    }

    /// The tokens of several bytes that every scripted model has.
    pub fn java_pieces() -> &'static [&'static [u8]] {
        pieces::JAVA
    }

    /// The token that ends a text.
    pub fn end_token(&self) -> TokenId {
        self.end
    }

    /// What was asked of the model so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The logits after the last token of a sequence: natural logarithms of probabilities.
    fn logits(&self, sequence: SequenceId) -> Vec<f32> {
        let tokens: Vec<_> = self.sequences.tokens(sequence).collect();
        let middle = tokens.iter().rposition(|token| *token == self.infill.middle);
        let (prompt, written) = tokens.split_at(middle.map_or(0, |index| index + 1));
        let specials = self.vocabulary.ends.iter().filter(|ends| **ends).count();
        let even = self.background / (self.vocabulary.len() - specials) as f64;
        let spread = |ends: &bool| if *ends { 0.0 } else { even };
        let mut result: Vec<f64> = self.vocabulary.ends.iter().map(spread).collect();
        let shares = self.continuations(&self.join(prompt), written);
        let total: f64 = shares.iter().map(|(_, weight)| weight).sum();
        for (token, weight) in shares {
            result[token.0 as usize] += (1.0 - self.background) * weight / total;
        }
        result.into_iter().map(|probability| probability.ln() as f32).collect()
    }

    /// The next token of each text that continues what was written, with the text's weight; the
    /// end token where there is no such text.
    fn continuations(&self, prompt: &[u8], written: &[TokenId]) -> Vec<(TokenId, f64)> {
        let fits = |script: &&Script| contains(prompt, script.when.as_bytes());
        let texts = self.scripts.iter().find(fits).map_or(&[][..], |script| &script.texts);
        let by_tokens = |(text, weight): &(String, f64)| {
            let tokens = self.tokenize(text);
            let rest = tokens.strip_prefix(written)?;
            Some((rest.first().copied().unwrap_or(self.end), *weight))
        };
        let bytes = self.join(written);
        let by_bytes = |(text, weight): &(String, f64)| {
            let rest = text.as_bytes().strip_prefix(bytes.as_slice())?;
            Some((self.first_token(rest).unwrap_or(self.end), *weight))
        };
        let mut shares: Vec<_> = texts.iter().filter_map(by_tokens).collect();
        if shares.is_empty() {
            shares.extend(texts.iter().filter_map(by_bytes));
        }
        if shares.is_empty() { vec![(self.end, 1.0)] } else { shares }
    }

    /// The longest token that the text begins with; `None` for an empty text.
    fn first_token(&self, text: &[u8]) -> Option<TokenId> {
        let fits = |bytes: &[u8]| !bytes.is_empty() && text.starts_with(bytes);
        let tokens = self.vocabulary.bytes.iter().enumerate();
        let longest =
            tokens.filter(|(_, bytes)| fits(bytes)).max_by_key(|(_, bytes)| bytes.len())?;
        Some(TokenId(longest.0 as u32))
    }

    fn join(&self, tokens: &[TokenId]) -> Vec<u8> {
        tokens.iter().flat_map(|token| self.vocabulary.bytes(*token)).copied().collect()
    }
}

impl LanguageModel for ScriptedModel {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn tokenize(&self, text: &str) -> Vec<TokenId> {
        let mut rest = text.as_bytes();
        let mut tokens = Vec::new();
        while let Some(token) = self.first_token(rest) {
            tokens.push(token);
            rest = &rest[self.vocabulary.bytes(token).len()..];
        }
        tokens
    }

    fn limits(&self) -> Limits {
        self.sequences.limits()
    }

    fn prefill(
        &mut self,
        prompt: &[TokenId],
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(SequenceId, Vec<f32>), ModelError> {
        if prompt.is_empty() {
            return Err(ModelError::NoTokens);
        }
        self.vocabulary.check(prompt)?;
        self.sequences.check_room(prompt.len())?;
        if !progress(0) || !progress(prompt.len()) {
            return Err(ModelError::Stopped);
        }
        let sequence = self.sequences.create()?;
        self.sequences.append(sequence, prompt)?;
        self.work.tokens += prompt.len();
        Ok((sequence, self.logits(sequence)))
    }

    fn fork(&mut self, from: SequenceId, length: usize) -> Result<SequenceId, ModelError> {
        self.sequences.fork(from, length)
    }

    fn truncate(&mut self, sequence: SequenceId, length: usize) -> Result<(), ModelError> {
        self.sequences.truncate(sequence, length)
    }

    fn length(&self, sequence: SequenceId) -> usize {
        self.sequences.length(sequence)
    }

    fn release(&mut self, sequence: SequenceId) {
        self.sequences.release(sequence);
    }

    fn decode(
        &mut self,
        rows: &[Row<'_>],
        visit: &mut dyn FnMut(usize, &[f32]),
    ) -> Result<(), ModelError> {
        self.sequences.check_rows(rows)?;
        for row in rows {
            self.vocabulary.check(row.tokens)?;
        }
        for (index, row) in rows.iter().enumerate() {
            self.sequences.append(row.sequence, row.tokens)?;
            self.work.tokens += row.tokens.len();
            visit(index, &self.logits(row.sequence));
        }
        self.work.decodes += 1;
        self.work.rows += rows.len();
        Ok(())
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests;
