use super::*;

/// Puts a header together, value by value.
#[derive(Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    /// The fixed part of a header: magic, version, and the two counts.
    pub(crate) fn start(version: u32, tensors: u64, keys: u64) -> Self {
        let mut writer = Self::default();
        writer.0.extend(MAGIC);
        writer.0.extend(version.to_le_bytes());
        writer.0.extend(tensors.to_le_bytes());
        writer.0.extend(keys.to_le_bytes());
        writer
    }

    pub(crate) fn string(mut self, text: &str) -> Self {
        self.0.extend((text.len() as u64).to_le_bytes());
        self.0.extend(text.as_bytes());
        self
    }

    pub(crate) fn u32(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    pub(crate) fn u64(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    pub(crate) fn text_value(self, key: &str, value: &str) -> Self {
        self.string(key).u32(8).string(value)
    }

    pub(crate) fn number_value(self, key: &str, value: u32) -> Self {
        self.string(key).u32(4).u32(value)
    }

    /// A matrix of 32-bit numbers whose data begins at the offset.
    pub(crate) fn tensor(self, name: &str, columns: u64, rows: u64, offset: u64) -> Self {
        self.string(name).u32(2).u64(columns).u64(rows).u32(0).u64(offset)
    }

    /// Pads the header to the alignment and adds the weights.
    #[cfg(feature = "llama")]
    pub(crate) fn weights(self, weights: &[f32]) -> Vec<u8> {
        let mut bytes = self.data(0);
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// Pads the header to the alignment and adds zeros for data.
    pub(crate) fn data(mut self, bytes: usize) -> Vec<u8> {
        let start = self.0.len().next_multiple_of(DEFAULT_ALIGNMENT as usize);
        self.0.resize(start + bytes, 0);
        self.0
    }
}

/// A small header of an architecture that no runtime knows, with two tensors of 64 bytes.
pub(crate) fn small_model(architecture: &str) -> Vec<u8> {
    Writer::start(3, 2, 4)
        .text_value("general.architecture", architecture)
        .number_value(&format!("{architecture}.block_count"), 2)
        .string("tokenizer.ggml.tokens")
        .u32(9)
        .u32(8)
        .u64(2)
        .string("a")
        .string("b")
        .string("numbers")
        .u32(9)
        .u32(5)
        .u64(3)
        .u32(1)
        .u32(2)
        .u32(3)
        .tensor("first", 4, 4, 0)
        .tensor("second", 8, 2, 64)
        .data(128)
}

fn read(bytes: &[u8]) -> Result<Header, GgufError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, bytes).unwrap();
    read_header(&path)
}

#[test]
fn a_header_is_read_to_its_end() {
    let header = read(&small_model("mill")).unwrap();
    assert_eq!((header.version, header.architecture(), header.parameters), (3, "mill", 32));
    assert_eq!(header.architecture_number("block_count"), Some(2));
    assert_eq!(header.values["tokenizer.ggml.tokens"], Value::Array { count: 2 });
    assert_eq!(header.values["numbers"], Value::Array { count: 3 });
    assert_eq!(header.cell_bytes(), None);
}

#[test]
fn the_cells_of_grouped_heads_are_counted() {
    let bytes = Writer::start(3, 0, 5)
        .text_value("general.architecture", "qwen2")
        .number_value("qwen2.block_count", 28)
        .number_value("qwen2.embedding_length", 1536)
        .number_value("qwen2.attention.head_count", 12)
        .number_value("qwen2.attention.head_count_kv", 2)
        .data(0);
    assert_eq!(read(&bytes).unwrap().cell_bytes(), Some(28 * 1024));
}

#[test]
fn every_cut_is_noticed() {
    let whole = small_model("mill");
    for length in 4..whole.len() {
        let found = read(&whole[..length]);
        let cut = matches!(found, Err(GgufError::Truncated { actual, needed, .. })
            if actual == length as u64 && needed > actual);
        assert!(cut, "{length} of {} bytes: {found:?}", whole.len());
    }
}

#[test]
fn what_is_wrong_is_said() {
    let huge = u64::MAX;
    let architecture = |keys| Writer::start(3, 0, keys).text_value("general.architecture", "mill");
    let cases: [(Vec<u8>, &str); 12] = [
        (vec![], "is not a GGUF model file: it begins with nothing"),
        (b"GG".to_vec(), "it begins with `GG` instead of `GGUF`"),
        (b"PK\x03\x04rest".to_vec(), r"it begins with `PK\x03\x04` instead of `GGUF`"),
        (Writer::start(1, 0, 0).data(0), "has GGUF version 1"),
        (Writer::start(4, 0, 0).data(0), "has GGUF version 4"),
        (Writer::start(3, huge, 0).data(0), "the number of tensors is 18446744073709551615"),
        (Writer::start(3, 0, 4097).data(0), "metadata keys is 4097, the limit is 4096"),
        (Writer::start(3, 0, 1).u64(65_536).data(0), "the length of a metadata key is 65536"),
        (Writer::start(3, 0, 0).data(0), "`general.architecture` is missing"),
        (architecture(2).string("k").u32(13).data(0), "`k` has the unknown type 13"),
        (architecture(2).string("k").u32(9).u32(9).u64(1).data(0), "array of the unknown type 9"),
        (architecture(2).string("k").u32(8).u64(huge).data(0), "metadata string is 184467440737"),
    ];
    for (bytes, expected) in cases {
        let message = read(&bytes).unwrap_err().to_string();
        assert!(message.contains(expected), "`{message}` has no `{expected}`");
    }
}

#[test]
fn a_tensor_beyond_all_numbers_is_refused() {
    let start = || Writer::start(3, 1, 1).text_value("general.architecture", "mill");
    for bytes in [
        start().tensor("t", u64::MAX, u64::MAX, 0).data(64),
        start().tensor("t", 4, 4, u64::MAX).data(64),
    ] {
        assert!(read(&bytes).unwrap_err().to_string().contains("`t` is too large"));
    }
    let far = start().tensor("t", 4, 4, u64::MAX - 64).data(64);
    assert!(matches!(read(&far), Err(GgufError::Truncated { needed: u64::MAX, .. })));
}

#[test]
fn a_missing_file_and_a_folder_are_unreadable() {
    for path in ["/nonexistent/model.gguf", "/"] {
        let error = read_header(Path::new(path)).unwrap_err();
        assert!(matches!(error, GgufError::Unreadable { .. }), "{error}");
    }
}
