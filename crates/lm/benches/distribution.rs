//! The cost of turning one row of a real vocabulary's size into a distribution, beside the way
//! one would write it first.

use criterion::{Criterion, criterion_group, criterion_main};
use lm::distribution::Settings;
use lm::{Distribution, TokenId, Vocabulary};
use std::hint::black_box;

/// The tokens of the Qwen2.5 family, of which the last 293 are special.
const TOKENS: usize = 151_936;
const SPECIALS: usize = 293;

/// Logits shaped like a model's: a broad bell, and a few that stand out.
fn logits() -> Vec<f32> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    let mut bell = || (0..12).map(|_| uniform()).sum::<f32>() - 6.0;
    let mut row: Vec<f32> = (0..TOKENS).map(|_| 2.5 * bell()).collect();
    for rank in 0..200 {
        row[rank * 701] = 20.0 - 0.08 * rank as f32;
    }
    row
}

fn vocabulary() -> Vocabulary {
    let ends = (0..TOKENS).map(|token| token >= TOKENS - SPECIALS).collect();
    Vocabulary { bytes: vec![Box::from([b'x']); TOKENS], ends, infill: None }
}

/// Softmax into a vector, a full sort, and sums.
fn naive(logits: &[f32], vocabulary: &Vocabulary, settings: Settings) -> Distribution {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let masses: Vec<f32> = logits.iter().map(|logit| (logit - greatest).exp()).collect();
    let total: f32 = masses.iter().sum();
    let mut end = 0.0;
    let mut entries = Vec::new();
    for (index, mass) in masses.iter().enumerate() {
        let token = TokenId(index as u32);
        if vocabulary.ends(token) {
            end += mass / total;
        } else {
            entries.push((token, (mass / total).ln()));
        }
    }
    entries.sort_by(|a, b| b.1.total_cmp(&a.1));
    let floor = settings.floor.ln();
    let kept = entries.iter().take_while(|entry| entry.1 >= floor).count().min(settings.entries);
    let tail = entries.split_off(kept).iter().map(|entry| entry.1.exp()).sum();
    Distribution { entries, end_log_probability: end.ln(), tail }
}

fn distribution(criterion: &mut Criterion) {
    let (logits, vocabulary) = (logits(), vocabulary());
    let mut group = criterion.benchmark_group("distribution over 151,936 logits");
    group.bench_function("vector lanes", |bencher| {
        bencher.iter(|| Distribution::from_logits(black_box(&logits), &vocabulary));
    });
    group.bench_function("naive", |bencher| {
        bencher.iter(|| naive(black_box(&logits), &vocabulary, Settings::default()));
    });
    group.finish();
}

criterion_group!(benches, distribution);
criterion_main!(benches);
