//! What every language model promises, checked on the scripted one and on a real one.
//!
//! The real one is the model that `PATCHWRIGHT_TEST_MODEL` names, by its name in the registry or
//! by the path of a GGUF file. Without the variable its part is left out, with a line that says so.

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
#[test]
fn the_real_model_keeps_the_contract() {
    use lm::llama::{Settings, with_model};
    let variable = "PATCHWRIGHT_TEST_MODEL";
    let Ok(name) = std::env::var(variable) else {
        eprintln!("SKIPPED: `{variable}` is not set, so no real model was tested");
        return;
    };
    let resolved = lm::store::Store::of_user().unwrap().resolve(&name).unwrap();
    let settings = Settings {
        sequences: LIMITS.sequences,
        cells: LIMITS.cells,
        batch: 32,
        // Two threads wait for each other at every step, which takes for ever on a busy machine.
        threads: 1,
        ..Settings::default()
    };
    // Single logits were seen to differ by up to 0.5 between batches.
    let tolerance = Tolerance { of_batching: 1.0 };
    with_model(&resolved.path, &settings, |model| suite::check_all(model, tolerance)).unwrap();
}
