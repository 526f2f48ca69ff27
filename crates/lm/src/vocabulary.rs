//! The tokens a model speaks.

use crate::ModelError;

/// A token's number in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenId(pub u32);

/// The special tokens of fill-in-the-middle prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfillTokens {
    /// Stands before the text before the hole.
    pub prefix: TokenId,
    /// Stands before the text after the hole.
    pub suffix: TokenId,
    /// Stands where the hole's text is to follow.
    pub middle: TokenId,
}

/// The names of the infilling tokens, as a model's family calls them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfillNames {
    /// The name of [`InfillTokens::prefix`], such as `<|fim_prefix|>`.
    pub prefix: String,
    /// The name of [`InfillTokens::suffix`].
    pub suffix: String,
    /// The name of [`InfillTokens::middle`].
    pub middle: String,
}

/// The bytes of every token and the tokens with a meaning of their own.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The bytes of each token, by number. A special token has none; a token can hold a part of
    /// a character.
    pub bytes: Vec<Box<[u8]>>,
    /// Whether a token ends the text: the end tokens, and every special token that has no place
    /// inside a hole (file separators, infilling tokens, roles of a chat).
    pub ends: Vec<bool>,
    /// The infilling tokens, when the model has them.
    pub infill: Option<InfillTokens>,
}

impl Vocabulary {
    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether all these tokens are in the vocabulary.
    pub(crate) fn check(&self, tokens: &[TokenId]) -> Result<(), ModelError> {
        let unknown = tokens.iter().find(|token| token.0 as usize >= self.len());
        unknown
            .map_or(Ok(()), |&token| Err(ModelError::NoSuchToken { token, vocabulary: self.len() }))
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes of a token; none for one that is not in the vocabulary.
    pub fn bytes(&self, token: TokenId) -> &[u8] {
        self.bytes.get(token.0 as usize).map_or(&[], |bytes| bytes)
    }

    /// Whether the token ends the text.
    pub fn ends(&self, token: TokenId) -> bool {
        self.ends.get(token.0 as usize).copied().unwrap_or(false)
    }
}
