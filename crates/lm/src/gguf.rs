//! The header of a GGUF model file, read and checked before the model runtime sees the file.
//!
//! The runtime answers a broken file with a null pointer and a line in its log, and a file that
//! ends early can cost it a fault in the middle of a run. So the header is read here first, with
//! a limit on everything that a header can make large: what is wrong is then said in words, and
//! the sizes tell in advance how much memory the model will take.

mod read;
mod tensor;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use read::HeaderReader;

/// The first four bytes of the file.
const MAGIC: [u8; 4] = *b"GGUF";
/// Versions that the runtime reads; version 1 counted in 32 bits.
const VERSIONS: std::ops::RangeInclusive<u32> = 2..=3;
/// The greatest number of metadata keys.
pub const KEY_LIMIT: u64 = 4096;
/// The greatest length of a key or a tensor's name in bytes (the format's own limit).
pub const NAME_LIMIT: u64 = 65_535;
/// The greatest length of a metadata string in bytes.
pub const STRING_LIMIT: u64 = 4 << 20;
/// The greatest number of elements of a metadata array.
pub const ARRAY_LIMIT: u64 = 16 << 20;
/// The greatest number of tensors.
pub const TENSOR_LIMIT: u64 = 65_536;
/// Where the data begins when the header names no alignment, in bytes.
const DEFAULT_ALIGNMENT: u64 = 32;

/// Why a file cannot be used as a model.
#[derive(Debug, thiserror::Error)]
pub enum GgufError {
    /// The file could not be opened or read.
    #[error("cannot read the model file `{path}`: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is something else.
    #[error("`{path}` is not a GGUF model file: it begins with {found} instead of `GGUF`")]
    NotGguf {
        /// The file.
        path: PathBuf,
        /// Its first bytes.
        found: String,
    },
    /// The file is older or newer than the runtime.
    #[error("`{path}` has GGUF version {version}; versions 2 and 3 can be read")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// The file ends before its last byte.
    #[error("`{path}` is cut off: it has {actual} bytes and needs at least {needed}")]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Its size.
        actual: u64,
        /// What the header says it needs.
        needed: u64,
    },
    /// The header asks for more than any real model.
    #[error("the header of `{path}` is not plausible: {what} is {found}, the limit is {limit}")]
    Limit {
        /// The file.
        path: PathBuf,
        /// What is too large.
        what: &'static str,
        /// How large it is.
        found: u64,
        /// How large it may be.
        limit: u64,
    },
    /// The header contradicts the format.
    #[error("the header of `{path}` is damaged: {what}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where.
        what: String,
    },
}

/// A value of the metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer of any width without sign.
    Unsigned(u64),
    /// An integer of any width with sign.
    Signed(i64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A text; bytes that are not UTF-8 are replaced.
    Text(String),
    /// An array, of which only the number of elements is kept.
    Array {
        /// The number of elements.
        count: u64,
    },
}

/// What the header says.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The format's version.
    pub version: u32,
    /// The metadata by key.
    pub values: BTreeMap<String, Value>,
    /// The number of weights.
    pub parameters: u64,
    /// The size of the file in bytes.
    pub file_bytes: u64,
}

impl Header {
    /// A text of the metadata.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.values.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number of the metadata that is not negative.
    pub fn number(&self, key: &str) -> Option<u64> {
        match *self.values.get(key)? {
            Value::Unsigned(number) => Some(number),
            Value::Signed(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    /// The model's architecture, such as `qwen2`.
    pub fn architecture(&self) -> &str {
        self.text("general.architecture").unwrap_or_default()
    }

    /// A number under the architecture's own name, such as `context_length`.
    pub fn architecture_number(&self, key: &str) -> Option<u64> {
        self.number(&format!("{}.{key}", self.architecture()))
    }

    /// The number of bytes that the keys and values of one token take, at two bytes a number;
    /// `None` when the header does not say how many there are.
    pub fn cell_bytes(&self) -> Option<u64> {
        let heads = self.architecture_number("attention.head_count")?.max(1);
        let head_width = self.architecture_number("embedding_length")? / heads;
        let width = |key| self.architecture_number(key).unwrap_or(head_width);
        let widths = width("attention.key_length") + width("attention.value_length");
        let shared = self.architecture_number("attention.head_count_kv").unwrap_or(heads);
        Some(2 * self.architecture_number("block_count")? * shared * widths)
    }
}

/// Reads and checks the header of a model file.
///
/// # Errors
/// When the file cannot be read, is no GGUF file, is cut off, or has a header that is damaged or
/// beyond a limit.
pub fn read_header(path: &Path) -> Result<Header, GgufError> {
    let unreadable = |source| GgufError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut reader = HeaderReader::new(path, metadata.len(), BufReader::new(file));
    reader.header()
}

#[cfg(test)]
pub(crate) mod tests;
