use super::tiny::{INFILL_NAMES, tiny_model};
use super::*;
use crate::gguf::tests::{Writer, small_model};
use crate::{InfillTokens, TokenId};

fn load(bytes: &[u8], settings: &Settings) -> LoadError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, bytes).unwrap();
    let loaded = with_model(&path, settings, |_| ());
    loaded.expect_err("this is no model")
}

#[test]
fn an_unknown_architecture_is_named() {
    let error = load(&small_model("watermill"), &Settings::default());
    assert!(
        matches!(&error, LoadError::UnknownArchitecture { architecture, .. }
            if architecture == "watermill"),
        "{error}"
    );
}

#[test]
fn the_runtimes_own_reason_is_told() {
    let bytes = Writer::start(3, 0, 1).text_value("general.architecture", "qwen2").data(64);
    let error = load(&bytes, &Settings::default());
    assert!(
        matches!(&error, LoadError::Runtime { reason, .. } if reason.contains("qwen2.")),
        "{error}"
    );
}

#[test]
fn a_broken_file_never_reaches_the_runtime() {
    let whole = small_model("qwen2");
    let error = load(&whole[..whole.len() - 1], &Settings::default());
    assert!(matches!(error, LoadError::File(GgufError::Truncated { .. })), "{error}");
    let missing = with_model(Path::new("/nonexistent.gguf"), &Settings::default(), |_| ());
    assert!(matches!(missing, Err(LoadError::File(GgufError::Unreadable { .. }))));
}

#[test]
fn a_model_that_is_larger_than_the_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, small_model("qwen2")).unwrap();
    // A file of holes: it has its size without taking the room.
    std::fs::File::options().write(true).open(&path).unwrap().set_len(4 << 40).unwrap();
    let error = with_model(&path, &Settings::default(), |_| ()).unwrap_err();
    assert!(matches!(error, LoadError::NotEnoughMemory { .. }), "{error}");
}

#[test]
fn loading_stops_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, tiny_model(INFILL_NAMES, &[])).unwrap();
    let go_on = GoOn(Arc::new(|| false));
    let settings = Settings { cells: 64, threads: 1, go_on, ..Settings::default() };
    let error = with_model(&path, &settings, |_| ()).unwrap_err();
    assert!(matches!(error, LoadError::Stopped), "{error}");
}

#[test]
fn settings_out_of_range_are_refused() {
    let settings = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        settings
    };
    for (settings, expected) in [
        (settings(|s| s.sequences = 257), "`sequences` is 257, allowed are 1 to 256"),
        (settings(|s| s.cells = 0), "`cells` is 0"),
        (settings(|s| s.batch = 0), "`batch` is 0"),
        (settings(|s| s.threads = 0), "`threads` is 0"),
    ] {
        let message = load(&small_model("qwen2"), &settings).to_string();
        assert!(message.contains(expected), "{message}");
    }
}

/// The infilling tokens that are found in a tiny model.
fn infill_of(names: [&str; 3], keys: &[(&str, u32)], family: bool) -> Result<[u32; 3], LoadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, tiny_model(names, keys)).unwrap();
    let [prefix, suffix, middle] = ["<hole-a>", "<hole-b>", "<hole-c>"].map(str::to_owned);
    let infill = family.then_some(InfillNames { prefix, suffix, middle });
    let settings = Settings { cells: 64, threads: 1, infill, ..Settings::default() };
    with_model(&path, &settings, |model| {
        let vocabulary = model.vocabulary();
        let InfillTokens { prefix, suffix, middle } = vocabulary.infill.unwrap();
        let special = vocabulary.len() as u32 - 4;
        assert!(vocabulary.ends(TokenId(special)), "the end token ends the text");
        [prefix, suffix, middle].map(|token| token.0 - special)
    })
}

#[test]
fn infilling_tokens_come_from_the_file_or_from_the_family() {
    let own = ["<hole-a>", "<hole-b>", "<hole-c>"];
    let keys = ["fim_pre_token_id", "fim_suf_token_id", "fim_mid_token_id"];
    let keys = keys.map(|key| format!("tokenizer.ggml.{key}"));
    let keys: Vec<_> = keys.iter().zip([3, 1, 2]).map(|(key, token)| (&**key, token)).collect();
    assert_eq!(infill_of(INFILL_NAMES, &[], false).unwrap(), [1, 2, 3]);
    assert_eq!(infill_of(own, &keys, false).unwrap(), [3, 1, 2]);
    assert_eq!(infill_of(own, &keys, true).unwrap(), [3, 1, 2]);
    assert_eq!(infill_of(own, &[], true).unwrap(), [1, 2, 3]);
}

#[test]
fn a_model_without_infilling_tokens_is_refused_by_name() {
    let names = ["<hole-a>", "<|fim_suffix|>", "<hole-c>"];
    let message = infill_of(names, &[], false).unwrap_err().to_string();
    for expected in ["model.gguf", "missing: prefix, middle", "tokenizer.ggml.fim_pre_token_id"] {
        assert!(message.contains(expected), "`{message}` has no `{expected}`");
    }
}
