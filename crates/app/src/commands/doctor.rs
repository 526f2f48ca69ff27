//! `patchwright doctor`.

use std::process::ExitCode;

use lm::store::{State, Store};
use project::{Check, CheckStatus, build_tool_checks, discover};
use validate::sandbox::{Sandbox, check_sandbox};

use crate::arguments::DoctorOptions;
use crate::exit;
use crate::output::data;

/// Exit code 0 when everything is there, 4 when something is missing.
pub(crate) fn run(options: &DoctorOptions) -> anyhow::Result<ExitCode> {
    let mut checks = build_tool_checks();
    checks.push(sandbox_check());
    checks.push(model_check());
    if let Some(project) = &options.project {
        checks.push(project_check(project));
    }
    let text = if options.json {
        format!("{}\n", serde_json::to_string_pretty(&checks)?)
    } else {
        checks.iter().map(shown).collect()
    };
    data(&text)?;
    let missing = |check: &Check| matches!(check.status, CheckStatus::Missing { .. });
    Ok(if checks.iter().any(missing) { exit::environment() } else { ExitCode::SUCCESS })
}

fn shown(check: &Check) -> String {
    match &check.status {
        CheckStatus::Present { version } => format!("ok       {}: {version}\n", check.name),
        CheckStatus::Missing { reason } => {
            let mut text = format!("MISSING  {}, for {}: {reason}\n", check.name, check.needed_for);
            for line in check.advice.lines() {
                text.push_str(&format!("         {line}\n"));
            }
            text
        }
    }
}

fn sandbox_check() -> Check {
    let status = match Sandbox::find().and_then(|sandbox| check_sandbox(&sandbox)) {
        Ok(version) => CheckStatus::Present { version },
        Err(error) => CheckStatus::Missing { reason: error.to_string() },
    };
    Check {
        name: "sandbox".to_owned(),
        status,
        needed_for: "running generated code and the project's tests".to_owned(),
        advice: "Debian, Ubuntu: apt-get install bubblewrap".to_owned(),
    }
}

fn model_check() -> Check {
    let advice = "patchwright model pull qwen2.5-coder-1.5b".to_owned();
    let present = Store::of_user().map(|store| {
        let here = store.list().into_iter();
        let here = here.filter(|(_, _, state)| matches!(state, State::Present { .. }));
        here.map(|(name, _, _)| name.to_owned()).collect::<Vec<_>>()
    });
    let status = match present {
        Ok(names) if names.is_empty() => {
            CheckStatus::Missing { reason: "none was fetched yet".to_owned() }
        }
        Ok(names) => CheckStatus::Present { version: names.join(", ") },
        Err(error) => CheckStatus::Missing { reason: error.to_string() },
    };
    let needed_for = "writing patches".to_owned();
    Check { name: "model".to_owned(), status, needed_for, advice }
}

fn project_check(path: &std::path::Path) -> Check {
    let status = match discover(path) {
        Ok(build) => CheckStatus::Present {
            version: format!("{} build in {}", build.tool, build.root.display()),
        },
        Err(error) => CheckStatus::Missing { reason: error.to_string() },
    };
    Check {
        name: "project".to_owned(),
        status,
        needed_for: "being repaired".to_owned(),
        advice: String::new(),
    }
}
