use super::*;

fn softmax(logits: &[f32]) -> Vec<f64> {
    logits.iter().map(|logit| f64::from(*logit).exp()).collect()
}

/// The probability that the model writes the text, as it would cut it itself, and ends.
fn probability(model: &mut ScriptedModel, prompt: &[TokenId], text: &str) -> f64 {
    let (sequence, logits) = model.prefill(prompt, &mut |_| true).unwrap();
    let mut next = softmax(&logits);
    let mut result = 1.0;
    for token in model.tokenize(text) {
        result *= next[token.0 as usize];
        let rows = [Row { sequence, tokens: &[token] }];
        model.decode(&rows, &mut |_, logits| next = softmax(logits)).unwrap();
    }
    model.release(sequence);
    result * next[model.end_token().0 as usize]
}

fn infilling_prompt(model: &ScriptedModel, prefix: &str, suffix: &str) -> Vec<TokenId> {
    let infill = model.vocabulary().infill.unwrap();
    let mut prompt = vec![infill.prefix];
    prompt.extend(model.tokenize(prefix));
    prompt.push(infill.suffix);
    prompt.extend(model.tokenize(suffix));
    prompt.push(infill.middle);
    prompt
}

#[test]
fn a_text_is_as_probable_as_its_weight() {
    let texts = [
        ("return count;\n", 5.0),
        ("return count();\n", 3.0),
        ("return \"\u{e9}\u{20ac}\u{1f600}\";", 1.5),
        ("", 0.5),
    ];
    let mut model = ScriptedModel::answering(&texts);
    let prompt = infilling_prompt(&model, "int f() { ", " }");
    for (text, weight) in texts {
        let found = probability(&mut model, &prompt, text);
        assert!((found - weight / 10.0).abs() < 1e-6, "`{text}` has {found}");
    }
    assert_eq!(probability(&mut model, &prompt, "return;"), 0.0);
}

#[test]
fn tokens_join_to_the_text_and_are_the_longest() {
    let model = ScriptedModel::answering(&[]);
    let text = "list.add(\"\u{e9}\");\n        return count();\n";
    let tokens = model.tokenize(text);
    assert_eq!(model.join(&tokens), text.as_bytes());
    let pieces: Vec<_> = model.tokenize("f();\n").into_iter().map(|t| model.join(&[t])).collect();
    assert_eq!(pieces, [b"f".to_vec(), b"();\n".to_vec()]);
    assert!(tokens.iter().any(|token| std::str::from_utf8(&model.join(&[*token])).is_err()));
}

#[test]
fn the_script_is_chosen_by_the_prompt() {
    let script = |when: &str, text: &str| Script {
        when: when.to_owned(),
        texts: vec![(text.to_owned(), 1.0)],
    };
    let mut model = ScriptedModel::new(ScriptedSettings {
        pieces: vec![b"frobnicate".to_vec()],
        scripts: vec![script("class A", "frobnicate();"), script("class B", "x();")],
        background: 0.25,
        limits: Limits { sequences: 4, cells: 256 },
    });
    assert_eq!(model.tokenize("frobnicate").len(), 1);
    for (prefix, text) in [("class A {", "frobnicate();"), ("class B {", "x();"), ("class C {", "")]
    {
        let prompt = infilling_prompt(&model, prefix, "}");
        assert!(probability(&mut model, &prompt, text) > 0.2, "after `{prefix}`");
    }
}

#[test]
fn the_background_leaves_a_distribution() {
    let mut model = ScriptedModel::answering(&[("return 1;", 1.0)]);
    model.background = 0.1;
    let prompt = infilling_prompt(&model, "a", "b");
    let (_, logits) = model.prefill(&prompt, &mut |_| true).unwrap();
    let next = softmax(&logits);
    assert!((next.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    assert!(next[usize::from(b'z')] > 0.0);
    assert_eq!(next[model.end_token().0 as usize], 0.0);
}

#[test]
fn text_that_was_forced_in_other_tokens_stays_on_the_script() {
    let mut model = ScriptedModel::answering(&[("return count;", 1.0)]);
    let prompt = infilling_prompt(&model, "a", "b");
    let (sequence, _) = model.prefill(&prompt, &mut |_| true).unwrap();
    let letters: Vec<_> = b"return co".iter().map(|byte| TokenId(u32::from(*byte))).collect();
    let mut next = Vec::new();
    let rows = [Row { sequence, tokens: &letters }];
    model.decode(&rows, &mut |_, logits| next = softmax(logits)).unwrap();
    assert_eq!(next[usize::from(b'u')], 1.0);
    assert_eq!(model.work(), Work { decodes: 1, rows: 1, tokens: prompt.len() + 9 });
}
