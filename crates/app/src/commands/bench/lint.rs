//! `patchwright bench lint`.

use std::path::PathBuf;
use std::process::ExitCode;

use bench::{Bug, Finding, LintReport, LintSettings, find_data_set, lint, natural_key};
use task::TestName;
use validate::ValidationLimits;

use crate::arguments::bench::LintOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::output::{data, talk};

/// How many tests a line names.
const MOST_TESTS: usize = 5;

pub(crate) fn run(options: &LintOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    let settings = LintSettings {
        build: options.build.settings(stop_on_signal())?,
        sandbox: options.build.sandbox()?,
        limits: ValidationLimits::with_test_time(options.build.test_time()),
    };
    let bugs = chosen(options)?;
    let mut in_order = 0;
    for bug in &bugs {
        let report = match bug {
            Ok(bug) => {
                if !quiet {
                    talk(&format!("{} …", bug.name()));
                }
                lint(bug, &settings)?
            }
            Err(unreadable) => LintReport::clone(unreadable),
        };
        in_order += usize::from(report.findings.is_empty());
        let text = if options.json {
            format!("{}\n", serde_json::to_string(&report)?)
        } else {
            shown(&report)
        };
        data(&text)?;
    }
    if !quiet {
        talk(&format!("{in_order} of {} bugs are in order", bugs.len()));
    }
    Ok(if in_order == bugs.len() { ExitCode::SUCCESS } else { ExitCode::from(exit::NONE_FOUND) })
}

/// The bugs to look at, and the reports of those that cannot be read.
fn chosen(options: &LintOptions) -> anyhow::Result<Vec<Result<Bug, Box<LintReport>>>> {
    if !options.folder.is_dir() {
        let message = format!("there is no folder `{}`", options.folder.display());
        return Err(UsageError(message).into());
    }
    let data_set = find_data_set(&options.folder)?;
    let open = |folder: PathBuf| {
        data_set.open(&folder).map_err(|error| Box::new(LintReport::unreadable(&folder, &error)))
    };
    let mut bugs: Vec<_> = data_set.folders()?.into_iter().map(open).collect();
    bugs.sort_by_cached_key(|bug| natural_key(name(bug)));
    if options.bugs.is_empty() {
        return Ok(bugs);
    }
    if let Some(unknown) =
        options.bugs.iter().find(|wanted| !bugs.iter().any(|bug| name(bug) == **wanted))
    {
        let message = format!("`{}` has no bug `{unknown}`", options.folder.display());
        return Err(UsageError(message).into());
    }
    bugs.retain(|bug| options.bugs.iter().any(|wanted| wanted == name(bug)));
    Ok(bugs)
}

fn name(bug: &Result<Bug, Box<LintReport>>) -> &str {
    match bug {
        Ok(bug) => bug.name(),
        Err(unreadable) => &unreadable.bug,
    }
}

fn shown(report: &LintReport) -> String {
    let LintReport { bug, passing, seconds, .. } = report;
    let mut text = String::new();
    if report.findings.is_empty() {
        text.push_str(&format!("ok   {bug}: {passing} tests pass, {seconds:.0} s"));
        if !report.reference {
            text.push_str(", no reference fix to try");
        }
        text.push('\n');
    } else {
        let reasons: Vec<String> = report.findings.iter().map(said).collect();
        text.push_str(&format!("BAD  {bug}: {}\n", reasons.join("; ")));
    }
    if !report.also_failing.is_empty() {
        let names = because(&report.also_failing, &report.also_failing_reason);
        text.push_str(&format!("     fail as well: {names}\n"));
    }
    if !report.failing_only_alone.is_empty() {
        let names = names(&report.failing_only_alone);
        text.push_str(&format!("     fail alone and pass after other tests: {names}\n"));
    }
    if let Some(reason) = &report.slow {
        text.push_str(&format!(
            "     slow, since only the build tool can run its tests: {reason}\n"
        ));
    }
    text
}

fn said(finding: &Finding) -> String {
    match finding {
        Finding::Unreadable { reason } => reason.clone(),
        Finding::DoesNotCompile { reason } => format!("it does not compile: {reason}"),
        Finding::NoHole => "it names no place for a fix (`holes`)".to_owned(),
        Finding::Hole { at, reason } => format!("the place `{at}`: {reason}"),
        Finding::TestsDoNotRun { reason } => format!("its tests do not run: {reason}"),
        Finding::FailingTestsPass { tests } => {
            format!("these should fail and pass: {}", names(tests))
        }
        Finding::FailingTestsMissing { tests } => {
            format!("these should fail and did not run: {}", names(tests))
        }
        Finding::ReferenceDoesNotApply { reason } => {
            format!("the reference fix does not apply: {reason}")
        }
        Finding::FixedDoesNotRun { reason } => format!("with the reference fix: {reason}"),
        Finding::FixedTestsDoNotPass { tests, reason } => {
            format!("with the reference fix these do not pass: {}", because(tests, reason))
        }
        Finding::ReferenceBreaksTests { tests, reason } => {
            format!("the reference fix breaks {}", because(tests, reason))
        }
    }
}

/// Names, and what the first of the tests said.
fn because(tests: &[TestName], reason: &str) -> String {
    if reason.is_empty() { names(tests) } else { format!("{} ({reason})", names(tests)) }
}

fn names(tests: &[TestName]) -> String {
    let shown: Vec<String> = tests.iter().take(MOST_TESTS).map(ToString::to_string).collect();
    let more = tests.len().saturating_sub(MOST_TESTS);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &rest
}
