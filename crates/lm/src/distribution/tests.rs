use proptest::prelude::*;

use super::*;

/// The same by the definitions, in double precision, with nothing clever.
fn naive(logits: &[f32], vocabulary: &Vocabulary, settings: Settings) -> Distribution {
    let clean = |logit: f32| if logit.is_nan() { f64::NEG_INFINITY } else { f64::from(logit) };
    let greatest = logits.iter().copied().map(clean).fold(f64::NEG_INFINITY, f64::max);
    let masses: Vec<f64> = logits.iter().map(|logit| (clean(*logit) - greatest).exp()).collect();
    let total: f64 = masses.iter().sum();
    let (mut entries, mut end, mut tail) = (Vec::new(), 0.0, 0.0);
    for (index, mass) in masses.iter().enumerate() {
        let probability = mass / total;
        if vocabulary.ends(TokenId(index as u32)) {
            end += probability;
        } else if probability >= f64::from(settings.floor) {
            entries.push((TokenId(index as u32), probability.ln() as f32));
        } else {
            tail += probability;
        }
    }
    entries.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let dropped = entries.split_off(entries.len().min(settings.entries));
    tail += dropped.iter().map(|entry| f64::from(entry.1).exp()).sum::<f64>();
    Distribution { entries, end_log_probability: end.ln() as f32, tail: tail as f32 }
}

fn vocabulary(length: usize, ends: &[usize]) -> Vocabulary {
    let ends = (0..length).map(|index| ends.contains(&index)).collect();
    Vocabulary { bytes: vec![Box::from([b'x']); length], ends, infill: None }
}

fn is_close(found: f32, expected: f32) -> bool {
    found == expected || (found - expected).abs() <= 2e-6 + 2e-6 * expected.abs()
}

/// Equal up to rounding. The tokens are not compared: rounding may order equals otherwise.
fn assert_same(found: &Distribution, expected: &Distribution) {
    let (end, tail) = (expected.end_log_probability, expected.tail);
    assert!(is_close(found.end_log_probability, end), "{} {end}", found.end_log_probability);
    assert!(is_close(found.tail, tail), "{} {tail}", found.tail);
    assert_eq!(found.entries.len(), expected.entries.len());
    for (found, expected) in found.entries.iter().zip(&expected.entries) {
        assert!(is_close(found.1, expected.1), "{found:?} {expected:?}");
    }
}

/// Whether rounding decides if a token is above the floor.
fn is_on_the_floor(distribution: &Distribution, floor: f32) -> bool {
    distribution.entries.iter().any(|entry| (entry.1 - floor.ln()).abs() < 1e-4)
}

fn settings() -> impl Strategy<Value = Settings> {
    let floor = prop_oneof![Just(1e-7f32), Just(1e-3), Just(1e-30)];
    let entries = prop_oneof![Just(1024usize), 0..20usize];
    (floor, entries).prop_map(|(floor, entries)| Settings { floor, entries })
}

fn logits() -> impl Strategy<Value = Vec<f32>> {
    let logit = prop_oneof![
        20 => -30.0f32..30.0,
        20 => -2.0f32..2.0,
        1 => Just(f32::NEG_INFINITY),
        1 => Just(f32::NAN),
        1 => -1e9f32..-100.0,
    ];
    prop::collection::vec(logit, 1..2500)
}

proptest! {
    #[test]
    fn it_is_the_naive_distribution(
        logits in logits(),
        ends in prop::collection::vec(0..2500usize, 0..40),
        settings in settings(),
    ) {
        prop_assume!(logits.iter().any(|logit| logit.is_finite()));
        let vocabulary = vocabulary(logits.len(), &ends);
        let lower = Settings { floor: settings.floor * 0.99, entries: usize::MAX };
        prop_assume!(!is_on_the_floor(&naive(&logits, &vocabulary, lower), settings.floor));
        let expected = naive(&logits, &vocabulary, settings);
        let found = Distribution::with_settings(&logits, &vocabulary, settings);
        assert_same(&found, &expected);
        for pair in found.entries.windows(2) {
            let [above, below] = [pair[0], pair[1]].map(|entry| logits[entry.0.0 as usize]);
            prop_assert!((above - below - (pair[0].1 - pair[1].1)).abs() < 1e-4);
            prop_assert!(pair[0].1 > pair[1].1 || above - below < 1e-5);
        }
    }

    #[test]
    fn the_parts_sum_to_one(logits in prop::collection::vec(-20.0f32..20.0, 1..3000)) {
        let vocabulary = vocabulary(logits.len(), &[0, 17]);
        let found = Distribution::from_logits(&logits, &vocabulary);
        let entries: f64 = found.entries.iter().map(|entry| f64::from(entry.1).exp()).sum();
        let sum = entries + f64::from(found.end_log_probability).exp() + f64::from(found.tail);
        prop_assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    }
}

#[test]
fn a_tiny_tail_keeps_its_digits() {
    let mut logits = vec![-30.0f32; 10_000];
    logits[77] = 0.0;
    let found = Distribution::from_logits(&logits, &vocabulary(10_000, &[]));
    let exact = 9_999.0 * (-30.0f64).exp();
    assert_eq!(found.entries.len(), 1);
    assert!((f64::from(found.tail) / exact - 1.0).abs() < 1e-6, "{}", found.tail);
}

#[test]
fn equal_tokens_stand_in_the_order_of_their_numbers() {
    let found = Distribution::from_logits(&[1.0; 40], &vocabulary(40, &[3]));
    let tokens: Vec<u32> = found.entries.iter().map(|entry| entry.0.0).collect();
    assert_eq!(tokens, (0..40).filter(|token| *token != 3).collect::<Vec<_>>());
}

#[test]
fn a_row_without_a_finite_logit_has_nothing() {
    for row in [vec![f32::NAN; 50], vec![f32::NEG_INFINITY; 3], vec![]] {
        let found = Distribution::from_logits(&row, &vocabulary(row.len(), &[0]));
        assert!(found.entries.is_empty());
        assert_eq!((found.end_log_probability, found.tail), (f32::NEG_INFINITY, 0.0));
    }
}

#[test]
fn logits_beyond_the_vocabulary_are_ordinary_tokens() {
    let found = Distribution::from_logits(&[0.0; 40], &vocabulary(20, &[0]));
    assert_eq!(found.entries.len(), 39);
}
