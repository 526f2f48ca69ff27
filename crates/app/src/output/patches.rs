//! The result of a repair for a person: a table of the plausible patches, then their diffs.

use std::path::Path;

use repair::{Cut, Outcome, RankedPatch, RunReport};

/// How many diffs are printed; all of them are in the run's folder.
const SHOWN: usize = 10;

/// The text for standard output.
pub(crate) fn text(report: &RunReport) -> String {
    let mut out = String::new();
    if !report.patches.is_empty() {
        out.push_str(&table(&report.patches));
        for patch in report.patches.iter().take(SHOWN) {
            out.push_str(&format!("\nPatch {}  {}\n", patch.rank, patch.file.display()));
            out.push_str(&patch.diff);
        }
    }
    out
}

fn table(patches: &[RankedPatch]) -> String {
    let mut out = String::from("rank  score  drawn  tests  patch\n");
    for patch in patches.iter().take(SHOWN) {
        out.push_str(&format!(
            "{:>4}  {:>5.2}  {:>5}  {:>5}  {}\n",
            patch.rank,
            patch.mean_log_probability,
            patch.draws,
            patch.tests_run,
            one_line(&patch.text, 52)
        ));
    }
    if patches.len() > SHOWN {
        out.push_str(&format!("      and {} more\n", patches.len() - SHOWN));
    }
    out
}

fn one_line(text: &str, width: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if joined.is_empty() {
        "(the lines are left out)".to_owned()
    } else if joined.chars().count() > width {
        joined.chars().take(width - 1).chain(['…']).collect()
    } else {
        joined
    }
}

/// The lines for standard error: what the run came to. Its warnings were told when they arose.
pub(crate) fn summary(report: &RunReport) -> Vec<String> {
    let samples = &report.samples;
    let mut lines = Vec::new();
    if report.outcome != Outcome::NothingToRepair {
        lines.push(format!(
            "{} of {} samples drawn: {} ended by themselves, {} trimmed, {} compile; {} distinct \
             candidates judged, {} plausible",
            samples.drawn,
            samples.planned,
            samples.ended,
            samples.trimmed,
            samples.compiling,
            report.verdicts.values().sum::<usize>(),
            report.patches.len(),
        ));
    }
    let spared = report.statistics.samples_spared;
    if spared > 0 {
        lines.push(format!(
            "{spared} samples were spared: the others cover what the model would write"
        ));
    }
    match report.cut {
        Some(Cut::TimeLimit) => lines.push("stopped by the time limit".to_owned()),
        Some(Cut::Interrupted) => lines.push("interrupted; what was found is kept".to_owned()),
        None => {}
    }
    lines.push(match report.outcome {
        Outcome::Plausible => format!(
            "{} plausible {} in {:.0} s; plausible is not correct: read before you apply\napply \
             the first with: git -C {} apply {}",
            report.patches.len(),
            if report.patches.len() == 1 { "patch" } else { "patches" },
            report.times.total,
            for_shell(&report.apply_in),
            report.patches.first().map(|patch| for_shell(&patch.file)).unwrap_or_default()
        ),
        Outcome::NoneFound if report.times.baseline.is_none() => match report.cut {
            Some(Cut::Interrupted) => "the tests had not been run yet".to_owned(),
            Some(Cut::TimeLimit) | None => {
                "the run ended before the tests had been run once; give it more time".to_owned()
            }
        },
        Outcome::NoneFound => "no plausible patch was found; try more samples (`--samples`), \
                               another range of lines (`--at`) or a larger model (`--model`)"
            .to_owned(),
        Outcome::NothingToRepair => {
            "no test that was to be mended fails: nothing to repair".to_owned()
        }
    });
    lines.push(format!("run: {}", report.folder.display()));
    lines
}

/// A path as one word of a shell.
fn for_shell(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{for_shell, one_line};

    #[test]
    fn paths_are_words_of_a_shell() {
        for (path, expected) in [
            ("/a/b-1.diff", "/a/b-1.diff"),
            ("/my code/Ü", "'/my code/Ü'"),
            ("/it's", "'/it'\\''s'"),
            ("$x", "'$x'"),
        ] {
            assert_eq!(for_shell(Path::new(path)), expected);
        }
    }

    #[test]
    fn a_patch_in_one_line_of_the_table() {
        assert_eq!(one_line("  a();\n  b();", 20), "a(); b();");
        assert_eq!(one_line("abcdefgh", 5), "abcd…");
        assert_eq!(one_line(" \n", 5), "(the lines are left out)");
    }
}
