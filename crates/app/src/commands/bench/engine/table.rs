//! What the proof found, for a person: at most 100 columns.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bench::engine_proof::{ChangeReport, Defect, DefectKind, MutantReport, ProofReport};

/// How many reasons of unknown answers are told for each question.
const MOST_REASONS: usize = 8;
/// How many defects are printed; `--json` has more.
const MOST_DEFECTS: usize = 50;

/// The text for standard output.
pub(super) fn text(report: &ProofReport) -> String {
    let mut out = String::new();
    for defect in report.defects.iter().take(MOST_DEFECTS) {
        out.push_str(&reproducer(defect));
    }
    let more = report.defects.len().saturating_sub(MOST_DEFECTS);
    if more > 0 {
        out.push_str(&format!("and {more} more: see --json\n\n"));
    }
    out.push_str(&head(report));
    out.push_str(&changes(report));
    out.push_str(&holes(report));
    out.push_str(&unknown(report));
    out.push_str(&latency(report));
    out.push_str(&verdict(report));
    out
}

fn reproducer(defect: &Defect) -> String {
    let Defect { kind, text_is, file, start, end, line, question, token, reason, .. } = defect;
    let mut out = format!("{} of {text_is}\n", kind.name());
    let _ = writeln!(out, "  {}:{line}, hole from byte {start} to {end}", file.display());
    let at = if token.is_empty() { String::new() } else { format!(" at `{token}`") };
    let _ = match kind {
        DefectKind::FalseRejection => writeln!(out, "  {}{at}: {reason}", question.name()),
        DefectKind::MissedMutant | DefectKind::WrongEnd => writeln!(out, "  javac: {reason}"),
    };
    out.push_str("  asked about:\n");
    for line in defect.asked.lines() {
        let _ = writeln!(out, "  | {line}");
    }
    if kind == &DefectKind::FalseRejection && defect.asked != defect.text {
        out.push_str("  the whole text, which compiles:\n");
        for line in defect.text.lines() {
            let _ = writeln!(out, "  | {line}");
        }
    }
    out + "\n"
}

fn head(report: &ProofReport) -> String {
    let ProofReport { seed, jdk, holes, tokens, files, .. } = report;
    let mut out = format!(
        "{}, seed {seed}, JDK {jdk}\n{tokens} tokens of true text in {holes} holes of {files} files",
        report.sources.join(", ")
    );
    if report.stopped {
        out.push_str(", stopped before the end");
    }
    out.push('\n');
    let skipped = [
        (report.files_not_compiling, "files do not compile as they stand"),
        (report.holes_not_compiling, "holes in them were skipped"),
        (report.files_not_readable, "files cannot be read as a whole"),
        (report.holes_undecided, "holes are in places that the engine does not support"),
        (report.engine_deaths, "deaths of the companion"),
    ];
    for (number, what) in skipped.iter().filter(|(number, _)| *number > 0) {
        let _ = writeln!(out, "{number} {what}");
    }
    out
}

fn changes(report: &ProofReport) -> String {
    let mut out = format!(
        "\n{:<24}{:>8}{:>14}{:>15}{:>12}{:>8}{:>11}{:>8}\n",
        "changed texts",
        "compile",
        "do not, and:",
        "at identifier",
        "before end",
        "at end",
        "undecided",
        "missed"
    );
    for ChangeReport { name, mutants, .. } in &report.changes {
        out.push_str(&row(&format!("  {name}"), mutants, false));
    }
    out.push_str(&row("identifier mutants", &report.identifier_mutants, true));
    out.push_str(&row("token mutants", &report.token_mutants, true));
    out.push_str(&row("variants", &report.variants, true));
    let samples = report.model_samples;
    if samples.texts != MutantReport::default() || samples.not_placed > 0 {
        out.push_str(&row("texts of models", &samples.texts, true));
    }
    if samples.not_placed > 0 {
        let _ = writeln!(out, "{} texts of models have no place here", samples.not_placed);
    }
    for (what, number) in &report.narrowed {
        let _ = writeln!(out, "{number} texts that compile were rejected on purpose: {what}");
    }
    out
}

/// One line; those of whole groups say shares as well.
fn row(name: &str, mutants: &MutantReport, with_shares: bool) -> String {
    let MutantReport { compiling, uncompilable, rejected_at_end, undecided, missed, .. } = mutants;
    let counted = |number: u64, share: f64| {
        if with_shares && *uncompilable > 0 {
            format!("{number} ({:.0} %)", share * 100.0)
        } else {
            number.to_string()
        }
    };
    let at_identifier =
        counted(mutants.rejected_at_identifier, mutants.rejected_at_identifier_share);
    let before_end = counted(mutants.rejected_before_end, mutants.rejected_before_end_share);
    format!(
        "{name:<24}{compiling:>8}{uncompilable:>14}{at_identifier:>15}{before_end:>12}\
         {rejected_at_end:>8}{undecided:>11}{missed:>8}\n"
    )
}

fn holes(report: &ProofReport) -> String {
    let mut out = format!(
        "\n{:<24}{:>9}{:>10}{:>22}{:>18}\n",
        "true texts", "holes", "tokens", "unknown identifiers", "unknown checks"
    );
    let mut line = |name: &str, holes: u64, tokens: u64, identifiers: f64, checks: f64| {
        let _ = writeln!(
            out,
            "{name:<24}{holes:>9}{tokens:>10}{:>20.1} %{:>16.1} %",
            identifiers * 100.0,
            checks * 100.0
        );
    };
    for kind in &report.hole_kinds {
        let name = format!("  {}", kind.kind.name());
        let (identifiers, checks) = (kind.unknown_identifier_share, kind.unknown_check_share);
        line(&name, kind.holes, kind.tokens, identifiers, checks);
    }
    let (identifiers, checks) = (report.unknown_identifier_share, report.unknown_check_share);
    line("all", report.holes, report.tokens, identifiers, checks);
    out
}

fn unknown(report: &ProofReport) -> String {
    let identifiers = report.identifiers;
    let mut out = format!(
        "\nidentifiers: {} used ({} unknown; at {} any fresh name may stand as well), {} declared\n",
        identifiers.used, identifiers.unknown, identifiers.fresh_allowed, identifiers.declared
    );
    let reasons = &report.unknown;
    for (what, reasons) in [
        ("unknown identifiers", &reasons.identifiers),
        ("unknown checks", &reasons.checks),
        ("unknown ends", &reasons.ends),
    ] {
        if !reasons.is_empty() {
            let _ = writeln!(out, "{what}: {}", most_frequent(reasons));
        }
    }
    out
}

fn most_frequent(reasons: &BTreeMap<String, u64>) -> String {
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by_key(|(reason, number)| (std::cmp::Reverse(**number), *reason));
    let shown = sorted.iter().take(MOST_REASONS);
    let mut texts: Vec<String> =
        shown.map(|(reason, number)| format!("{reason} {number}")).collect();
    if sorted.len() > MOST_REASONS {
        texts.push(format!("{} other reasons", sorted.len() - MOST_REASONS));
    }
    texts.join(", ")
}

fn latency(report: &ProofReport) -> String {
    let mut out = format!(
        "\n{:<24}{:>9}{:>12}{:>12}{:>12}{:>12}\n",
        "round trip in ms", "number", "median", "p95", "p99", "maximum"
    );
    for (question, times) in &report.latency_ms {
        let _ = writeln!(
            out,
            "  {question:<22}{:>9}{:>12.3}{:>12.3}{:>12.3}{:>12.3}",
            times.count, times.median, times.p95, times.p99, times.maximum
        );
    }
    let _ = writeln!(out, "  (without the first {} questions)", report.warm_up_questions);
    let memory = report.memory;
    let _ = write!(out, "memory of the companion: {} MiB of heap", memory.heap_mebibytes);
    if let Some(peak) = memory.peak_resident_mebibytes {
        let _ = write!(out, ", {peak} MiB resident at most");
    }
    out + "\n"
}

fn verdict(report: &ProofReport) -> String {
    let ProofReport { false_rejections, mutants_missed, wrong_ends, .. } = report;
    let silent = if report.decides_enough() {
        ""
    } else {
        "the engine does not support most of the holes, so that nothing is proven\n"
    };
    format!(
        "\n{silent}{false_rejections} false rejections, {mutants_missed} missed mutants, {wrong_ends} wrong \
         end checks\n"
    )
}
