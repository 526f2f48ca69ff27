//! The bytes of the companion's messages: `PROTOCOL.md` in this crate's folder says what they are.

/// Why bytes are no message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("malformed message: {0}")]
pub(crate) struct Malformed(pub(crate) String);

/// Puts a message together.
#[derive(Debug, Default)]
pub(crate) struct MessageWriter {
    bytes: Vec<u8>,
}

impl MessageWriter {
    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_be_bytes());
    }

    /// A count of bytes or things. The whole frame's length is checked before it is sent, so that
    /// a count that does not fit never leaves this process.
    pub(crate) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }

    pub(crate) fn strings<'a>(&mut self, texts: impl ExactSizeIterator<Item = &'a str>) {
        self.count(texts.len());
        for text in texts {
            self.string(text);
        }
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Takes a message apart. Nothing is trusted: every length is checked against what is there.
#[derive(Debug)]
pub(crate) struct MessageReader<'a> {
    rest: &'a [u8],
}

impl<'a> MessageReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(Malformed(format!(
                "{length} bytes are announced and {} are there",
                self.rest.len()
            )));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], Malformed> {
        let mut array = [0; LENGTH];
        array.copy_from_slice(self.bytes(LENGTH)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    pub(crate) fn bool(&mut self) -> Result<bool, Malformed> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Malformed(format!("{other} is neither false nor true"))),
        }
    }

    pub(crate) fn string(&mut self) -> Result<String, Malformed> {
        let length = self.u32()? as usize;
        String::from_utf8(self.bytes(length)?.to_vec())
            .map_err(|_| Malformed("a string is not UTF-8".to_owned()))
    }

    /// A list, each element read by `read`.
    pub(crate) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        // No room is reserved by the count: it may be anything.
        let count = self.u32()?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Checks that nothing is left.
    pub(crate) fn finish(self) -> Result<(), Malformed> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(Malformed(format!("{left} bytes are left over"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Malformed, MessageReader, MessageWriter};

    #[test]
    fn what_is_written_is_read() {
        let mut writer = MessageWriter::default();
        writer.u8(7);
        writer.u32(0xdead_beef);
        writer.string("grüße 🚀");
        writer.strings(["a", ""].into_iter());
        let bytes = writer.finish();
        let mut reader = MessageReader::new(&bytes);
        assert_eq!(reader.u8(), Ok(7));
        assert_eq!(reader.u32(), Ok(0xdead_beef));
        assert_eq!(reader.string().as_deref(), Ok("grüße 🚀"));
        assert_eq!(reader.list(MessageReader::string), Ok(vec!["a".to_owned(), String::new()]));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn every_damage_is_an_error() {
        let reader = |bytes| MessageReader::new(bytes);
        assert!(reader(&[0, 0, 0]).u32().is_err());
        assert!(reader(&[0; 7]).u64().is_err());
        assert!(reader(&[2]).bool().is_err());
        assert!(reader(&[0, 0, 0, 9, b'a']).string().is_err());
        assert!(reader(&[0, 0, 0, 1, 0xff]).string().is_err());
        assert!(reader(&[0xff; 4]).list(MessageReader::u8).is_err());
        assert_eq!(reader(&[1]).finish(), Err(Malformed("1 bytes are left over".to_owned())));
    }
}
