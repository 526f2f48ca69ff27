//! The promises, one function each. Each begins and ends with an empty model.

use std::collections::BTreeSet;

use crate::{LanguageModel, ModelError, Row, SequenceId, TokenId};

/// By how much logits may differ where a backend is free to.
#[derive(Clone, Copy)]
pub(super) struct Tolerance {
    /// The same token evaluated together with other rows or alone.
    pub(super) of_batching: f32,
}

type Check = fn(&mut dyn LanguageModel, Tolerance);

const CHECKS: &[(&str, Check)] = &[
    ("tokens join to the text", tokens_join_to_the_text),
    ("the vocabulary is in order", the_vocabulary_is_in_order),
    ("a prompt's progress is told", a_prompts_progress_is_told),
    ("a stopped prompt leaves nothing", a_stopped_prompt_leaves_nothing),
    ("a kept prompt gives the same logits", a_kept_prompt_gives_the_same_logits),
    ("a fork shares the prefix", a_fork_shares_the_prefix),
    ("a redo after truncating is identical", a_redo_after_truncating_is_identical),
    ("rows together are as rows alone", rows_together_are_as_rows_alone),
    ("tokens together are as one by one", tokens_together_are_as_one_by_one),
    ("a row can be longer than a batch", a_row_can_be_longer_than_a_batch),
    ("rows of one sequence follow each other", rows_of_one_sequence_follow_each_other),
    ("released cells are free again", released_cells_are_free_again),
    ("a full cache leaves all as it was", a_full_cache_leaves_all_as_it_was),
    ("the sequences are limited", the_sequences_are_limited),
    ("what does not exist is refused", what_does_not_exist_is_refused),
];

pub(super) fn check_all(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    for (name, check) in CHECKS {
        eprintln!("checking that {name}");
        check(model, tolerance);
        assert_empty(model, name);
    }
}

const PREFIX: &str = "class Statistics {\n    private int[] values;\n\n    int mean() {\n        int \
     sum = 0;\n        for (int value : values) {\n            sum += value;\n        }\n        ";
const SUFFIX: &str = "\n    }\n\n    int count() {\n        return values.length;\n    }\n}\n";

fn prompt(model: &dyn LanguageModel) -> Vec<TokenId> {
    let infill = model.vocabulary().infill.expect("the model can infill");
    let mut prompt = vec![infill.prefix];
    prompt.extend(model.tokenize(PREFIX));
    prompt.push(infill.suffix);
    prompt.extend(model.tokenize(SUFFIX));
    prompt.push(infill.middle);
    assert!(prompt.len() > 32, "it needs more than one of the batches of the real model");
    prompt
}

fn prefill(model: &mut dyn LanguageModel) -> (SequenceId, Vec<f32>) {
    let prompt = prompt(model);
    model.prefill(&prompt, &mut |_| true).unwrap()
}

/// Decodes the rows and gives their logits in order.
fn decode(model: &mut dyn LanguageModel, rows: &[(SequenceId, &[TokenId])]) -> Vec<Vec<f32>> {
    let rows: Vec<_> = rows.iter().map(|&(sequence, tokens)| Row { sequence, tokens }).collect();
    let mut seen = vec![Vec::new(); rows.len()];
    let mut visit = |row: usize, logits: &[f32]| {
        assert!(seen[row].is_empty(), "row {row} was visited twice");
        seen[row] = logits.to_vec();
    };
    model.decode(&rows, &mut visit).unwrap();
    assert!(seen.iter().all(|logits| logits.len() == model.vocabulary().len()));
    seen
}

fn assert_close(found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    for (token, (found, expected)) in found.iter().zip(expected).enumerate() {
        let close = found == expected || (found - expected).abs() <= tolerance;
        assert!(close, "token {token}: {found} instead of {expected}");
    }
    assert_eq!(most_probable(found), most_probable(expected));
}

fn most_probable(logits: &[f32]) -> usize {
    let largest =
        |best: usize, token: usize| if logits[token] > logits[best] { token } else { best };
    (0..logits.len()).fold(0, largest)
}

/// All sequences can be taken, and a prompt can fill all cells.
fn assert_empty(model: &mut dyn LanguageModel, after: &str) {
    let filling = vec![model.tokenize(";")[0]; model.limits().cells];
    let filled = model.prefill(&filling, &mut |_| true);
    let (sequence, _) =
        filled.unwrap_or_else(|error| panic!("after checking that {after}: {error}"));
    let forks: Vec<_> =
        (1..model.limits().sequences).map(|_| model.fork(sequence, 1).unwrap()).collect();
    for sequence in forks.into_iter().chain([sequence]) {
        model.release(sequence);
    }
}

fn tokens_join_to_the_text(model: &mut dyn LanguageModel, _: Tolerance) {
    for text in [
        PREFIX,
        "  x =\ty;\r\n\n",
        "\"caf\u{e9} \u{20ac} \u{1f600}\"",
        "<|fim_middle|><|endoftext|>",
        "",
    ] {
        let tokens = model.tokenize(text);
        let bytes: Vec<u8> =
            tokens.iter().flat_map(|token| model.vocabulary().bytes(*token)).copied().collect();
        assert_eq!(String::from_utf8_lossy(&bytes), text);
    }
}

fn the_vocabulary_is_in_order(model: &mut dyn LanguageModel, _: Tolerance) {
    let vocabulary = model.vocabulary();
    assert_eq!(vocabulary.bytes.len(), vocabulary.ends.len());
    let infill = vocabulary.infill.unwrap();
    for token in [infill.prefix, infill.suffix, infill.middle] {
        assert!(vocabulary.ends(token), "{token:?} has no place in a hole");
    }
    for (bytes, ends) in vocabulary.bytes.iter().zip(&vocabulary.ends) {
        assert_eq!(bytes.is_empty(), *ends, "a token has bytes or ends the text");
    }
    let singles: BTreeSet<u8> =
        vocabulary.bytes.iter().filter(|bytes| bytes.len() == 1).map(|bytes| bytes[0]).collect();
    for byte in 0..=u8::MAX {
        // UTF-8 has no use for 13 of the bytes, and some vocabularies leave them out.
        let is_used = !matches!(byte, 0xC0 | 0xC1 | 0xF5..);
        assert!(singles.contains(&byte) || !is_used, "no token for the byte {byte}");
    }
}

fn a_prompts_progress_is_told(model: &mut dyn LanguageModel, _: Tolerance) {
    let prompt = prompt(model);
    let mut told = Vec::new();
    let (sequence, logits) = model
        .prefill(&prompt, &mut |count| {
            told.push(count);
            true
        })
        .unwrap();
    assert!(told.is_sorted() && told.last() == Some(&prompt.len()), "{told:?}");
    assert_eq!((model.length(sequence), logits.len()), (prompt.len(), model.vocabulary().len()));
    model.release(sequence);
    assert_eq!(model.length(sequence), 0);
}

fn a_stopped_prompt_leaves_nothing(model: &mut dyn LanguageModel, _: Tolerance) {
    let prompt = prompt(model);
    for limit in [0, 1, prompt.len()] {
        let stopped = model.prefill(&prompt, &mut |count| count < limit);
        assert!(matches!(stopped, Err(ModelError::Stopped)), "at {limit}");
    }
}

/// The second prompt may share the first one's cells; nothing else may tell them apart.
fn a_kept_prompt_gives_the_same_logits(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let (first, expected) = prefill(model);
    let (second, found) = prefill(model);
    assert_ne!(first, second);
    assert_close(&found, &expected, tolerance.of_batching);
    let difference = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    eprintln!("  the greatest difference is {difference}");
    model.release(first);
    let token = [model.tokenize("return")[0]];
    let alone = decode(model, &[(second, &token)]);
    let (third, _) = prefill(model);
    assert_close(&decode(model, &[(third, &token)])[0], &alone[0], tolerance.of_batching);
    model.release(second);
    model.release(third);
}

fn a_fork_shares_the_prefix(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let (original, _) = prefill(model);
    let length = model.length(original);
    let fork = model.fork(original, length).unwrap();
    let part = model.fork(original, length - 5).unwrap();
    let beyond = model.fork(original, length + 5).unwrap();
    let lengths = [fork, part, beyond].map(|sequence| model.length(sequence));
    assert_eq!(lengths, [length, length - 5, length]);
    let token = model.tokenize("return");
    let expected = decode(model, &[(original, &token)]);
    assert_close(&decode(model, &[(fork, &token)])[0], &expected[0], tolerance.of_batching);
    let last = prompt(model)[length - 5..].to_vec();
    decode(model, &[(part, &last)]);
    assert_close(&decode(model, &[(part, &token)])[0], &expected[0], tolerance.of_batching);
    model.release(original);
    assert_close(&decode(model, &[(beyond, &token)])[0], &expected[0], tolerance.of_batching);
    for sequence in [fork, part, beyond] {
        model.release(sequence);
    }
}

fn a_redo_after_truncating_is_identical(model: &mut dyn LanguageModel, _: Tolerance) {
    let (sequence, _) = prefill(model);
    let length = model.length(sequence);
    let tokens = model.tokenize("return sum / count();\n");
    let first = decode(model, &[(sequence, &tokens)]);
    model.truncate(sequence, length).unwrap();
    assert_eq!(model.length(sequence), length);
    model.truncate(sequence, length + 100).unwrap();
    assert_eq!(model.length(sequence), length);
    assert_eq!(decode(model, &[(sequence, &tokens)]), first);
    model.release(sequence);
}

fn rows_together_are_as_rows_alone(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let (sequence, _) = prefill(model);
    let length = model.length(sequence);
    let texts = ["return", "sum", "if"].map(|text| model.tokenize(text));
    let forks = texts.each_ref().map(|_| model.fork(sequence, length).unwrap());
    let mut alone = Vec::new();
    for (fork, tokens) in forks.iter().zip(&texts) {
        alone.extend(decode(model, &[(*fork, tokens)]));
        model.truncate(*fork, length).unwrap();
    }
    let rows: Vec<_> = forks.iter().zip(&texts).map(|(fork, text)| (*fork, &**text)).collect();
    let together = decode(model, &rows);
    for (found, expected) in together.iter().zip(&alone) {
        assert_close(found, expected, tolerance.of_batching);
    }
    for sequence in forks.into_iter().chain([sequence]) {
        model.release(sequence);
    }
}

fn tokens_together_are_as_one_by_one(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let (sequence, _) = prefill(model);
    let length = model.length(sequence);
    let tokens = model.tokenize("return sum / count");
    let together = decode(model, &[(sequence, &tokens)]);
    model.truncate(sequence, length).unwrap();
    let mut last = Vec::new();
    for token in &tokens {
        last = decode(model, &[(sequence, std::slice::from_ref(token))]);
    }
    assert_close(&together[0], &last[0], tolerance.of_batching);
    model.release(sequence);
}

fn a_row_can_be_longer_than_a_batch(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let prompt = prompt(model);
    let (whole, expected) = model.prefill(&prompt, &mut |_| true).unwrap();
    let cut = model.fork(whole, 3).unwrap();
    let found = decode(model, &[(cut, &prompt[3..])]);
    assert_close(&found[0], &expected, tolerance.of_batching);
    model.release(whole);
    model.release(cut);
}

fn rows_of_one_sequence_follow_each_other(model: &mut dyn LanguageModel, tolerance: Tolerance) {
    let (sequence, _) = prefill(model);
    let length = model.length(sequence);
    let tokens = model.tokenize("return sum");
    let (first, second) = tokens.split_at(1);
    let together = decode(model, &[(sequence, first), (sequence, second)]);
    model.truncate(sequence, length).unwrap();
    let one = decode(model, &[(sequence, first)]);
    let two = decode(model, &[(sequence, second)]);
    assert_close(&together[0], &one[0], tolerance.of_batching);
    assert_close(&together[1], &two[0], tolerance.of_batching);
    model.release(sequence);
}

fn released_cells_are_free_again(model: &mut dyn LanguageModel, _: Tolerance) {
    let prompts = 2 * model.limits().cells / prompt(model).len();
    for _ in 0..prompts {
        let (sequence, _) = prefill(model);
        let fork = model.fork(sequence, usize::MAX).unwrap();
        model.release(sequence);
        model.release(fork);
    }
}

fn a_full_cache_leaves_all_as_it_was(model: &mut dyn LanguageModel, _: Tolerance) {
    let (sequence, _) = prefill(model);
    let (length, token) = (model.length(sequence), model.tokenize("return")[0]);
    let fork = model.fork(sequence, length).unwrap();
    let first = decode(model, &[(fork, &[token])]);
    model.truncate(fork, length).unwrap();
    let filling = vec![token; model.limits().cells - length];
    let rows = [Row { sequence, tokens: &filling }, Row { sequence: fork, tokens: &[token] }];
    let full = model.decode(&rows, &mut |_, _| panic!("no row was evaluated"));
    let limit = model.limits().cells;
    assert!(
        matches!(full, Err(ModelError::CacheFull { what: "cells", limit: told }) if told == limit)
    );
    let mut other = vec![token; model.limits().cells - length + 1];
    assert!(matches!(model.prefill(&other, &mut |_| true), Err(ModelError::CacheFull { .. })));
    assert_eq!((model.length(sequence), model.length(fork)), (length, length));
    assert_eq!(decode(model, &[(fork, &[token])]), first);
    model.truncate(fork, length).unwrap();
    other.truncate(model.limits().cells - length);
    decode(model, &[(sequence, &other)]);
    model.release(sequence);
    model.release(fork);
}

fn the_sequences_are_limited(model: &mut dyn LanguageModel, _: Tolerance) {
    let (first, _) = prefill(model);
    let limit = model.limits().sequences;
    let forks: Vec<_> = (1..limit).map(|_| model.fork(first, 1).unwrap()).collect();
    let full = model.fork(first, 1);
    assert!(
        matches!(full, Err(ModelError::CacheFull { what: "sequences", limit: told }) if told == limit)
    );
    for sequence in forks.into_iter().chain([first]) {
        model.release(sequence);
    }
}

fn what_does_not_exist_is_refused(model: &mut dyn LanguageModel, _: Tolerance) {
    let beyond = TokenId(model.vocabulary().len() as u32);
    let no_sequence = SequenceId(model.limits().sequences as u32);
    let (sequence, _) = prefill(model);
    let length = model.length(sequence);
    let fork = model.fork(no_sequence, 1);
    assert!(matches!(fork, Err(ModelError::NoSuchSequence(_))));
    assert!(matches!(model.prefill(&[], &mut |_| true), Err(ModelError::NoTokens)));
    assert!(matches!(model.prefill(&[beyond], &mut |_| true), Err(ModelError::NoSuchToken { .. })));
    for (tokens, sequence) in
        [(&[][..], sequence), (&[beyond], sequence), (&[TokenId(0)], no_sequence)]
    {
        let refused = model.decode(&[Row { sequence, tokens }], &mut |_, _| panic!("no logits"));
        assert!(refused.is_err());
    }
    model.release(no_sequence);
    assert_eq!(model.length(sequence), length);
    model.release(sequence);
}
