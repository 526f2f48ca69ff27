//! What every language model promises, checked on the scripted one and on a real one.
//!
//! The real one is the model that `PATCHWRIGHT_TEST_MODEL` names, by its name in the registry or
//! by the path of a GGUF file. Without the variable its part is left out, with a line that says so.

// A failure of a helper is a failure of the test, and its progress is for people.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod suite;

use lm::Limits;
use lm::scripted::{Script, ScriptedModel, ScriptedSettings};
use suite::Tolerance;

/// Small enough that the suite can fill it.
const LIMITS: Limits = Limits { sequences: 4, cells: 256 };

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
        limits: LIMITS,
    });
    suite::check_all(&mut model, Tolerance { of_batching: 0.0 });
}

#[cfg(feature = "llama")]
mod real {
    use std::path::PathBuf;

    use lm::llama::{Settings, with_model};
    use lm::store::Store;
    use lm::{Limits, Row};

    use super::{LIMITS, suite};

    const VARIABLE: &str = "PATCHWRIGHT_TEST_MODEL";

    /// The model to test with; none when nobody named one.
    fn model_file() -> Option<PathBuf> {
        let Ok(name) = std::env::var(VARIABLE) else {
            eprintln!("SKIPPED: `{VARIABLE}` is not set, so no real model was tested");
            return None;
        };
        Some(Store::of_user().unwrap().resolve(&name).unwrap().path)
    }

    fn settings(limits: Limits, batch: usize) -> Settings {
        let Limits { sequences, cells } = limits;
        // Two threads wait for each other at every step, which takes for ever on a busy machine.
        Settings { sequences, cells, batch, threads: 1, ..Settings::default() }
    }

    #[test]
    fn it_keeps_the_contract() {
        let Some(path) = model_file() else { return };
        // Single logits were seen to differ by up to 0.5 between batches.
        let tolerance = suite::Tolerance { of_batching: 1.0 };
        let settings = settings(LIMITS, 32);
        with_model(&path, &settings, |model| suite::check_all(model, tolerance)).unwrap();
    }

    /// The runtime ends the whole process over settings that do not fit together.
    #[test]
    fn any_settings_in_range_work() {
        let Some(path) = model_file() else { return };
        for (sequences, cells, batch) in
            [(1, 1, 1), (256, 2, 1), (256, 300, 7), (2, 4, 4096), (256, 4, 512), (3, 5000, 2)]
        {
            let settings = settings(Limits { sequences, cells }, batch);
            let fill = |model: &mut dyn lm::LanguageModel| {
                let token = model.tokenize("x")[0];
                let count = cells.min(16);
                let (sequence, _) = model.prefill(&vec![token; count], &mut |_| true).unwrap();
                model.truncate(sequence, count - 1).unwrap();
                let tokens = [token];
                model.decode(&[Row { sequence, tokens: &tokens }], &mut |_, _| {}).unwrap();
            };
            with_model(&path, &settings, fill).unwrap();
        }
    }
}
