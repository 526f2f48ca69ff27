//! Reads a model's tokens out of the runtime.

use std::path::Path;

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token_type::LlamaTokenAttr;
use llama_cpp_2::vocab::LlamaVocab;

use super::LoadError;
use crate::{InfillNames, InfillTokens, TokenId, Vocabulary};

/// Text with what tokenizers like to change: spaces at the start, a tab, line ends, and a
/// character of several bytes.
const PROBE: &str = "  x =\ty;\r\n\n}\u{e9} ";

/// The tokens of a model. An infilling token that neither the file nor the runtime knows is
/// looked up by the family's name for it.
pub(super) fn read(
    model: &LlamaModel,
    names: Option<&InfillNames>,
    path: &Path,
) -> Result<Vocabulary, LoadError> {
    let vocabulary = model.vocab();
    let infill = infill_tokens(&vocabulary, names, path)?;
    let mut result = Vocabulary { bytes: Vec::new(), ends: Vec::new(), infill: Some(infill) };
    for token in vocabulary.tokens() {
        let ends = is_special(&vocabulary, token);
        let bytes = match ends {
            true => Vec::new(),
            false => vocabulary.token_to_piece(token, false, None),
        };
        result.bytes.push(bytes.into_boxed_slice());
        result.ends.push(ends);
    }
    check_round_trip(&vocabulary, &result, path)?;
    Ok(result)
}

/// The tokens of a text; no special token is recognised and none is added.
pub(super) fn tokenize(model: &LlamaModel, text: &str) -> Vec<TokenId> {
    let tokens = model.vocab().tokenize(text.as_bytes(), false, false);
    tokens.into_iter().map(|token| TokenId(token.0 as u32)).collect()
}

/// Whether a token has no place inside a hole: it ends the text, steers the model, or was never
/// trained. Tokens that a model's author added for ordinary text, such as runs of spaces, stay.
fn is_special(vocabulary: &LlamaVocab<'_>, token: LlamaToken) -> bool {
    let steering = LlamaTokenAttr::Control | LlamaTokenAttr::Unknown | LlamaTokenAttr::Unused;
    let infilling = [
        vocabulary.fim_pre(),
        vocabulary.fim_suf(),
        vocabulary.fim_mid(),
        vocabulary.fim_pad(),
        vocabulary.fim_rep(),
        vocabulary.fim_sep(),
    ];
    vocabulary.is_eog(token)
        || vocabulary.attr(token).intersects(steering)
        || infilling.contains(&token)
}

fn infill_tokens(
    vocabulary: &LlamaVocab<'_>,
    names: Option<&InfillNames>,
    path: &Path,
) -> Result<InfillTokens, LoadError> {
    let find = |known: LlamaToken, name: Option<&String>| {
        if known.0 >= 0 {
            return Some(TokenId(known.0 as u32));
        }
        let is_named = |token: &LlamaToken| {
            vocabulary.text(*token).is_some_and(|text| text.to_str().ok() == name.map(|n| &**n))
        };
        name.and_then(|_| vocabulary.tokens().find(is_named)).map(|token| TokenId(token.0 as u32))
    };
    let prefix = find(vocabulary.fim_pre(), names.map(|names| &names.prefix));
    let suffix = find(vocabulary.fim_suf(), names.map(|names| &names.suffix));
    let middle = find(vocabulary.fim_mid(), names.map(|names| &names.middle));
    if let (Some(prefix), Some(suffix), Some(middle)) = (prefix, suffix, middle) {
        return Ok(InfillTokens { prefix, suffix, middle });
    }
    let found = [("prefix", prefix), ("suffix", suffix), ("middle", middle)];
    let missing = found.iter().filter(|entry| entry.1.is_none()).map(|entry| entry.0).collect();
    Err(LoadError::NoInfillTokens { path: path.to_owned(), missing })
}

/// Some tokenizers put a space before the text. A hole's text is cut and joined at will, which
/// works only when tokens say exactly what the text said.
fn check_round_trip(
    vocabulary: &LlamaVocab<'_>,
    tokens: &Vocabulary,
    path: &Path,
) -> Result<(), LoadError> {
    let split = vocabulary.tokenize(PROBE.as_bytes(), false, false);
    let bytes = split.iter().flat_map(|token| tokens.bytes(TokenId(token.0 as u32)));
    let joined: Vec<u8> = bytes.copied().collect();
    if joined == PROBE.as_bytes() {
        return Ok(());
    }
    Err(LoadError::Tokenizer {
        path: path.to_owned(),
        given: PROBE.to_owned(),
        got: String::from_utf8_lossy(&joined).into_owned(),
    })
}
