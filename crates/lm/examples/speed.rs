//! How fast a model is on this machine, through the interface that the program uses.
//!
//! `cargo run --release --features llama -p lm --example speed -- MODEL [THREADS [BATCH [CELLS]]]`,
//! where MODEL is a name of the registry or the path of a GGUF file. For fair figures build with
//! `RUSTFLAGS="-C target-cpu=native"` and leave the machine alone; where that cannot be, take one
//! thread and the tokens for each second of processor time.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use lm::llama::{Settings, with_model};
use lm::store::Store;
use lm::{Distribution, LanguageModel, Row, SequenceId, TokenId};

/// Tokens of the prompt.
const PROMPT: usize = 1024;
/// Decodes that are timed for each number of rows.
const STEPS: usize = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a model")?;
    let mut settings = Settings::default();
    for setting in [&mut settings.threads, &mut settings.batch, &mut settings.cells] {
        if let Some(argument) = arguments.next() {
            *setting = argument.parse()?;
        }
    }
    let resolved = Store::of_user()?.resolve(&name)?;
    println!(
        "{name}: {} threads, {} cells, batch {}",
        settings.threads, settings.cells, settings.batch
    );
    let start = Instant::now();
    with_model(&resolved.path, &settings, |model| {
        println!("load {:.2} s, resident {} MiB", start.elapsed().as_secs_f64(), resident());
        measure(model)
    })??;
    Ok(())
}

fn measure(model: &mut dyn LanguageModel) -> Result<(), lm::ModelError> {
    let text = include_str!("speed.rs").repeat(4);
    let prompt = &model.tokenize(&text)[..PROMPT];
    let (start, processor) = (Instant::now(), processor_seconds());
    let (sequence, logits) = model.prefill(prompt, &mut |_| true)?;
    let seconds = start.elapsed().as_secs_f64();
    let processor = processor_seconds() - processor;
    println!(
        "prefill of {PROMPT}: {seconds:.2} s, {:.0} tokens/s, {:.0} a processor second",
        PROMPT as f64 / seconds,
        PROMPT as f64 / processor
    );
    let start = Instant::now();
    let distribution = Distribution::from_logits(&logits, model.vocabulary());
    let micros = start.elapsed().as_micros();
    println!(
        "distribution: {} entries, tail {:.1e}, {micros} us",
        distribution.entries.len(),
        distribution.tail
    );
    for count in [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32] {
        decode(model, sequence, count)?;
    }
    println!("resident at the end {} MiB, at most {} MiB", resident(), status("VmHWM"));
    Ok(())
}

fn decode(
    model: &mut dyn LanguageModel,
    prompt: SequenceId,
    count: usize,
) -> Result<(), lm::ModelError> {
    let forks: Result<Vec<_>, _> = (0..count).map(|_| model.fork(prompt, PROMPT)).collect();
    let forks = forks?;
    let mut next = vec![model.tokenize("int")[0]; count];
    let (mut sampling, mut times) = (0.0, Vec::new());
    let processor = processor_seconds();
    for _ in 0..STEPS {
        let tokens = next.clone();
        let row = |(fork, token): (&SequenceId, _)| Row {
            sequence: *fork,
            tokens: std::slice::from_ref(token),
        };
        let rows: Vec<_> = forks.iter().zip(&tokens).map(row).collect();
        let vocabulary = model.vocabulary().clone();
        let start = Instant::now();
        model.decode(&rows, &mut |row, logits| {
            let start = Instant::now();
            let best = Distribution::from_logits(logits, &vocabulary).entries;
            // The rows take different ways so that they do not all decode the same text.
            next[row] = best.get(row % 3).or(best.first()).map_or(TokenId(0), |entry| entry.0);
            sampling += start.elapsed().as_secs_f64();
        })?;
        times.push(start.elapsed().as_secs_f64());
    }
    let processor = processor_seconds() - processor;
    times.sort_by(f64::total_cmp);
    let median = times[STEPS / 2];
    let each = sampling * 1e6 / (STEPS * count) as f64;
    println!(
        "decode of {count:2} rows: {:6.1} ms, {:6.1} at least, {:4.0} tokens/s, {:.0} a processor \
         second, of it {each:.0} us a row for its distribution",
        median * 1e3,
        times[0] * 1e3,
        count as f64 / median,
        (STEPS * count) as f64 / processor
    );
    for fork in forks {
        model.release(fork);
    }
    Ok(())
}

/// The processor time of this process in seconds, of all its threads; 0 where the system does not
/// tell.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Resident memory in MiB.
fn resident() -> u64 {
    status("VmRSS")
}

/// A line of what the system says about this process, in MiB; 0 where it does not.
fn status(key: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(key));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) >> 10
}
