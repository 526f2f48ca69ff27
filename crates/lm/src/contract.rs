//! What every language model promises, checked on all of them: the scripted one, a tiny one that
//! the runtime loads, and a real one.
//!
//! The real one is the model that `PATCHWRIGHT_TEST_MODEL` names, by its name in the registry or
//! by the path of a GGUF file. Without the variable its part is left out, with a line that says so.

mod suite;

use crate::Limits;
use crate::scripted::{Script, ScriptedModel, ScriptedSettings};
use suite::{Tolerance, check_all};

#[test]
fn the_scripted_model_keeps_the_contract() {
    let text = |text: &str, weight: f64| (text.to_owned(), weight);
    let mut model = ScriptedModel::new(ScriptedSettings {
        pieces: Vec::new(),
        scripts: vec![Script {
            when: String::new(),
            texts: vec![text("return sum;\n", 2.0), text("return sum / count();\n", 1.0)],
        }],
        background: 0.05,
        limits: Limits { sequences: 4, cells: 256 },
    });
    check_all(&mut model, Tolerance { of_batching: 0.0 });
}

#[cfg(feature = "llama")]
mod llama {
    use std::path::PathBuf;

    use super::{Tolerance, check_all};
    use crate::llama::tiny::{INFILL_NAMES, tiny_model};
    use crate::llama::{Settings, with_model};
    use crate::store::Store;
    use crate::{LanguageModel, Row};

    const VARIABLE: &str = "PATCHWRIGHT_TEST_MODEL";

    fn settings(sequences: usize, cells: usize, batch: usize) -> Settings {
        // Two threads wait for each other at every step, which takes for ever on a busy machine.
        Settings { sequences, cells, batch, threads: 1, ..Settings::default() }
    }

    #[test]
    fn a_tiny_model_keeps_the_contract() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiny.gguf");
        std::fs::write(&path, tiny_model(INFILL_NAMES, &[])).unwrap();
        let tolerance = Tolerance { of_batching: 1e-3 };
        with_model(&path, &settings(4, 1024, 32), |model| check_all(model, tolerance)).unwrap();
    }

    #[test]
    fn a_real_model_keeps_the_contract() {
        let Ok(name) = std::env::var(VARIABLE) else {
            eprintln!("SKIPPED: `{VARIABLE}` is not set, so no real model was tested");
            return;
        };
        let path: PathBuf = Store::of_user().unwrap().resolve(&name).unwrap().path;
        // Single logits were seen to differ by up to 0.5 between batches.
        let tolerance = Tolerance { of_batching: 1.0 };
        with_model(&path, &settings(4, 256, 32), |model| check_all(model, tolerance)).unwrap();
    }

    #[test]
    fn whole_batches_of_a_kept_prompt_are_not_evaluated_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiny.gguf");
        std::fs::write(&path, tiny_model(INFILL_NAMES, &[])).unwrap();
        let begun_at = |model: &mut dyn LanguageModel, text: &str| {
            let (prompt, mut first) = (model.tokenize(text), None);
            let mut progress = |count| {
                first.get_or_insert(count);
                true
            };
            let (sequence, _) = model.prefill(&prompt, &mut progress).unwrap();
            (sequence, first.unwrap())
        };
        let settings = settings(4, 256, 8);
        with_model(&path, &settings, |model| {
            let (kept, begun) = begun_at(model, "abcdefghijklmnopqrst");
            assert_eq!(begun, 0);
            for (text, expected) in [
                ("abcdefghijklmnopqrst", 16),
                ("abcdefghijklmnopq", 16),
                ("abcdefghijklmnop", 8),
                ("abcdefghijk????", 8),
                ("abcdefg????????", 0),
            ] {
                let (sequence, begun) = begun_at(model, text);
                assert_eq!(begun, expected, "{text}");
                model.release(sequence);
            }
            model.truncate(kept, 9).unwrap();
            let (sequence, begun) = begun_at(model, "abcdefghijklmnopqrst");
            assert_eq!(begun, 8, "only what is left of the kept prompt");
            model.release(sequence);
            model.release(kept);
            assert_eq!(begun_at(model, "abcdefghijklmnopqrst").1, 0);
        })
        .unwrap();
    }

    /// The runtime ends the whole process over settings that do not fit together.
    #[test]
    fn any_settings_in_range_work() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiny.gguf");
        std::fs::write(&path, tiny_model(INFILL_NAMES, &[])).unwrap();
        for (sequences, cells, batch) in
            [(1, 1, 1), (256, 2, 1), (256, 300, 7), (2, 4, 4096), (256, 4, 512), (3, 5000, 2)]
        {
            let fill = |model: &mut dyn LanguageModel| {
                let token = model.tokenize("x")[0];
                let count = cells.min(16);
                let (sequence, _) = model.prefill(&vec![token; count], &mut |_| true).unwrap();
                model.truncate(sequence, count - 1).unwrap();
                let tokens = [token];
                model.decode(&[Row { sequence, tokens: &tokens }], &mut |_, _| {}).unwrap();
            };
            with_model(&path, &settings(sequences, cells, batch), fill).unwrap();
        }
    }
}
