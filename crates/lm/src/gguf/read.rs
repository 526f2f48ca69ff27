//! Reads the header front to back. Nothing is allocated before its size was compared with a
//! limit and with what is left of the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use super::tensor::tensor_bytes;
use super::{
    ARRAY_LIMIT, DEFAULT_ALIGNMENT, GgufError, Header, KEY_LIMIT, MAGIC, NAME_LIMIT, STRING_LIMIT,
    TENSOR_LIMIT, VERSIONS, Value,
};

/// The greatest number of dimensions of a tensor (the runtime's own limit).
const DIMENSION_LIMIT: u64 = 4;

pub(super) struct HeaderReader<'a> {
    path: &'a Path,
    file_bytes: u64,
    position: u64,
    input: BufReader<File>,
}

impl<'a> HeaderReader<'a> {
    pub(super) fn new(path: &'a Path, file_bytes: u64, input: BufReader<File>) -> Self {
        Self { path, file_bytes, position: 0, input }
    }

    pub(super) fn header(&mut self) -> Result<Header, GgufError> {
        self.magic()?;
        let version = u32::from_le_bytes(self.bytes()?);
        if !VERSIONS.contains(&version) {
            return Err(GgufError::Version { path: self.path.to_owned(), version });
        }
        let tensors = self.count("the number of tensors", TENSOR_LIMIT)?;
        let values = self.values()?;
        let mut header = Header { version, values, parameters: 0, file_bytes: self.file_bytes };
        if header.architecture().is_empty() {
            return Err(self.malformed("`general.architecture` is missing"));
        }
        let data_bytes = self.tensors(tensors, &mut header.parameters)?;
        let alignment = header.number("general.alignment").unwrap_or(DEFAULT_ALIGNMENT).max(1);
        let start = self.position.checked_next_multiple_of(alignment);
        match start.and_then(|start| start.checked_add(data_bytes)) {
            Some(needed) if needed <= self.file_bytes => Ok(header),
            needed => Err(self.truncated(needed.unwrap_or(u64::MAX))),
        }
    }

    fn magic(&mut self) -> Result<(), GgufError> {
        let mut found = Vec::new();
        let read = self.input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut found);
        read.map_err(|source| GgufError::Unreadable { path: self.path.to_owned(), source })?;
        self.position += found.len() as u64;
        if found == MAGIC {
            return Ok(());
        }
        let found = match found.is_empty() {
            true => "nothing".to_owned(),
            false => format!("`{}`", found.escape_ascii()),
        };
        Err(GgufError::NotGguf { path: self.path.to_owned(), found })
    }

    fn values(&mut self) -> Result<BTreeMap<String, Value>, GgufError> {
        let count = self.count("the number of metadata keys", KEY_LIMIT)?;
        let mut values = BTreeMap::new();
        for _ in 0..count {
            let key = self.string("the length of a metadata key", NAME_LIMIT)?;
            let kind = u32::from_le_bytes(self.bytes()?);
            let value = self.value(kind, &key)?;
            values.insert(key, value);
        }
        Ok(values)
    }

    fn value(&mut self, kind: u32, key: &str) -> Result<Value, GgufError> {
        Ok(match kind {
            0 => Value::Unsigned(u8::from_le_bytes(self.bytes()?).into()),
            1 => Value::Signed(i8::from_le_bytes(self.bytes()?).into()),
            2 => Value::Unsigned(u16::from_le_bytes(self.bytes()?).into()),
            3 => Value::Signed(i16::from_le_bytes(self.bytes()?).into()),
            4 => Value::Unsigned(u32::from_le_bytes(self.bytes()?).into()),
            5 => Value::Signed(i32::from_le_bytes(self.bytes()?).into()),
            6 => Value::Float(f32::from_le_bytes(self.bytes()?).into()),
            7 => Value::Bool(self.bytes::<1>()? != [0]),
            8 => Value::Text(self.string("the length of a metadata string", STRING_LIMIT)?),
            9 => self.array(key)?,
            10 => Value::Unsigned(u64::from_le_bytes(self.bytes()?)),
            11 => Value::Signed(i64::from_le_bytes(self.bytes()?)),
            12 => Value::Float(f64::from_le_bytes(self.bytes()?)),
            _ => return Err(self.malformed(&format!("`{key}` has the unknown type {kind}"))),
        })
    }

    /// Steps over an array; an array of arrays is nothing that the runtime reads.
    fn array(&mut self, key: &str) -> Result<Value, GgufError> {
        let kind = u32::from_le_bytes(self.bytes()?);
        let count = self.count("the number of elements of a metadata array", ARRAY_LIMIT)?;
        let width = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            10..=12 => 8,
            8 => {
                for _ in 0..count {
                    let length = self.count("the length of a metadata string", STRING_LIMIT)?;
                    self.skip(length)?;
                }
                return Ok(Value::Array { count });
            }
            _ => {
                let what = format!("`{key}` is an array of the unknown type {kind}");
                return Err(self.malformed(&what));
            }
        };
        self.skip(count * width)?;
        Ok(Value::Array { count })
    }

    /// Reads the tensors' descriptions; the answer is how many bytes of data they span.
    fn tensors(&mut self, count: u64, parameters: &mut u64) -> Result<u64, GgufError> {
        let mut span = 0;
        for _ in 0..count {
            let name = self.string("the length of a tensor's name", NAME_LIMIT)?;
            let dimensions = u64::from(u32::from_le_bytes(self.bytes()?));
            self.check("the number of a tensor's dimensions", dimensions, DIMENSION_LIMIT)?;
            let mut elements = Some(1u64);
            for _ in 0..dimensions {
                let size = u64::from_le_bytes(self.bytes()?);
                elements = elements.and_then(|elements| elements.checked_mul(size));
            }
            let kind = u32::from_le_bytes(self.bytes()?);
            let offset = u64::from_le_bytes(self.bytes()?);
            let too_large = || self.malformed(&format!("the tensor `{name}` is too large"));
            let elements = elements.ok_or_else(too_large)?;
            let end = offset.checked_add(tensor_bytes(kind, elements)).ok_or_else(too_large)?;
            *parameters = parameters.saturating_add(elements);
            span = end.max(span);
        }
        Ok(span)
    }

    fn count(&mut self, what: &'static str, limit: u64) -> Result<u64, GgufError> {
        let found = u64::from_le_bytes(self.bytes()?);
        self.check(what, found, limit)?;
        Ok(found)
    }

    fn check(&self, what: &'static str, found: u64, limit: u64) -> Result<(), GgufError> {
        if found > limit {
            return Err(GgufError::Limit { path: self.path.to_owned(), what, found, limit });
        }
        Ok(())
    }

    fn string(&mut self, what: &'static str, limit: u64) -> Result<String, GgufError> {
        let length = self.count(what, limit)?;
        self.check_left(length)?;
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn bytes<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], GgufError> {
        let mut bytes = [0; COUNT];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), GgufError> {
        let needed = self.position + bytes.len() as u64;
        match self.input.read_exact(bytes) {
            Ok(()) => self.position = needed,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return Err(self.truncated(needed));
            }
            Err(source) => {
                return Err(GgufError::Unreadable { path: self.path.to_owned(), source });
            }
        }
        Ok(())
    }

    fn skip(&mut self, count: u64) -> Result<(), GgufError> {
        self.check_left(count)?;
        let moved = self.input.seek_relative(count as i64);
        moved.map_err(|source| GgufError::Unreadable { path: self.path.to_owned(), source })?;
        self.position += count;
        Ok(())
    }

    fn check_left(&self, count: u64) -> Result<(), GgufError> {
        let needed = self.position + count;
        if needed > self.file_bytes { Err(self.truncated(needed)) } else { Ok(()) }
    }

    fn truncated(&self, needed: u64) -> GgufError {
        GgufError::Truncated { path: self.path.to_owned(), actual: self.file_bytes, needed }
    }

    fn malformed(&self, what: &str) -> GgufError {
        GgufError::Malformed { path: self.path.to_owned(), what: what.to_owned() }
    }
}
