//! A model that the runtime loads in a moment: the architecture of a real one, one layer, random
//! weights, and a token for each byte. What it writes makes no sense, but that is no part of any
//! promise.

use crate::gguf::tests::Writer;

/// The infilling tokens as the runtime knows them without being told.
pub(crate) const INFILL_NAMES: [&str; 3] = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"];

const WIDTH: u64 = 64;
const HIDDEN: u64 = 96;
const CONTEXT: u32 = 8192;
/// Tokens of several bytes with the parts that they are merged of.
const MERGES: [(&str, &str); 4] = [(";", "\u{10a}"), ("r", "e"), ("re", "t"), ("(", ")")];
/// The number of the first special token.
const SPECIALS: u32 = 256 + MERGES.len() as u32;
/// Kinds of tokens in the file's metadata.
const NORMAL: u32 = 1;
const CONTROL: u32 = 3;
/// Kinds of values in the file's metadata.
const TEXT: u32 = 8;
const ARRAY: u32 = 9;
const INTEGER: u32 = 5;
const FLOAT: u32 = 6;

/// The file of a model whose infilling tokens have these names, with further keys that number
/// the special tokens: 0 ends the text, 1 to 3 are prefix, suffix and middle.
pub(crate) fn tiny_model(infill: [&str; 3], keys: &[(&str, u32)]) -> Vec<u8> {
    let tokens = tokens(infill);
    let shapes = shapes(tokens.len() as u64);
    let mut writer = Writer::start(3, shapes.len() as u64, 15 + keys.len() as u64)
        .text_value("general.architecture", "qwen2")
        .number_value("qwen2.context_length", CONTEXT)
        .number_value("qwen2.embedding_length", WIDTH as u32)
        .number_value("qwen2.block_count", 1)
        .number_value("qwen2.feed_forward_length", HIDDEN as u32)
        .number_value("qwen2.attention.head_count", 2)
        .number_value("qwen2.attention.head_count_kv", 2)
        .string("qwen2.attention.layer_norm_rms_epsilon")
        .u32(FLOAT)
        .u32(1e-6f32.to_bits())
        .text_value("tokenizer.ggml.model", "gpt2")
        .text_value("tokenizer.ggml.pre", "qwen2")
        .number_value("tokenizer.ggml.eos_token_id", SPECIALS)
        .number_value("tokenizer.ggml.bos_token_id", SPECIALS);
    writer = writer.string("tokenizer.ggml.tokens").u32(ARRAY).u32(TEXT).u64(tokens.len() as u64);
    writer = tokens.iter().fold(writer, |writer, token| writer.string(token));
    writer =
        writer.string("tokenizer.ggml.token_type").u32(ARRAY).u32(INTEGER).u64(tokens.len() as u64);
    let kind = |token| if token < SPECIALS { NORMAL } else { CONTROL };
    writer = (0..tokens.len() as u32).fold(writer, |writer, token| writer.u32(kind(token)));
    writer = writer.string("tokenizer.ggml.merges").u32(ARRAY).u32(TEXT).u64(MERGES.len() as u64);
    writer = MERGES.iter().fold(writer, |writer, (a, b)| writer.string(&format!("{a} {b}")));
    for (key, special) in keys {
        writer = writer.number_value(key, SPECIALS + special);
    }
    let mut offset = 0;
    for (name, columns, rows) in &shapes {
        writer = writer.tensor(name, *columns, *rows, offset);
        offset += columns * rows * 4;
    }
    writer.weights(&weights(&shapes))
}

/// The byte tokens in the order of the bytes, the merged ones, and the special ones.
fn tokens(infill: [&str; 3]) -> Vec<String> {
    let mut tokens: Vec<String> = (0..=u8::MAX).map(|byte| letter_of(byte).to_string()).collect();
    tokens.extend(MERGES.iter().map(|(a, b)| format!("{a}{b}")));
    tokens.extend(["<|endoftext|>"].into_iter().chain(infill).map(str::to_owned));
    tokens
}

/// The letter that stands for a byte in the vocabulary of a byte-level tokenizer: its own where
/// that can be seen, else one of those from U+0100 on.
fn letter_of(byte: u8) -> char {
    let is_visible = |byte: u8| matches!(byte, 33..=126 | 161..=172 | 174..=255);
    if is_visible(byte) {
        return char::from(byte);
    }
    let hidden_before = (0..byte).filter(|other| !is_visible(*other)).count();
    char::from_u32(256 + hidden_before as u32).unwrap_or_default()
}

/// The tensors with their columns and rows; all sizes are multiples of the file's alignment.
fn shapes(tokens: u64) -> Vec<(String, u64, u64)> {
    let of_layer = |name: &str, columns, rows| (format!("blk.0.{name}"), columns, rows);
    vec![
        ("token_embd.weight".to_owned(), WIDTH, tokens),
        ("output_norm.weight".to_owned(), WIDTH, 1),
        of_layer("attn_norm.weight", WIDTH, 1),
        of_layer("attn_q.weight", WIDTH, WIDTH),
        of_layer("attn_k.weight", WIDTH, WIDTH),
        of_layer("attn_v.weight", WIDTH, WIDTH),
        of_layer("attn_q.bias", WIDTH, 1),
        of_layer("attn_k.bias", WIDTH, 1),
        of_layer("attn_v.bias", WIDTH, 1),
        of_layer("attn_output.weight", WIDTH, WIDTH),
        of_layer("ffn_norm.weight", WIDTH, 1),
        of_layer("ffn_gate.weight", WIDTH, HIDDEN),
        of_layer("ffn_up.weight", WIDTH, HIDDEN),
        of_layer("ffn_down.weight", HIDDEN, WIDTH),
    ]
}

/// Random weights between -0.5 and 0.5 that are the same in every run; ones for the norms.
fn weights(shapes: &[(String, u64, u64)]) -> Vec<f32> {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    let mut weights = Vec::new();
    for (name, columns, rows) in shapes {
        let is_norm = name.contains("norm");
        weights.extend((0..columns * rows).map(|_| if is_norm { 1.0 } else { random() }));
    }
    weights
}
