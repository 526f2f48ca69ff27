use super::*;
use crate::gguf::tests::{Writer, small_model};

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
