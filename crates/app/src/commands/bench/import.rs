//! `patchwright bench import defects4j`.

use std::process::ExitCode;

use bench::BenchError;
use bench::import::defects4j::{Extras, LaidOut, Sources, import};

use super::list::names_in;
use crate::arguments::bench::Defects4JOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::output::{data, talk};

pub(crate) fn run(options: &Defects4JOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    let build = options.build.settings(stop_on_signal())?;
    let sources = Sources {
        metadata: options.metadata.clone(),
        framework: options.framework.clone(),
        repositories: options.repositories.clone(),
        extras: options.extras.as_deref().map(Extras::read).transpose()?.unwrap_or_default(),
    };
    let (mut done, mut failed) = (0, 0);
    let mut lines = Ok(());
    let result = import(
        &sources,
        &names_in(options.list.as_deref(), &options.bugs)?,
        &options.out,
        &build,
        &mut |key, result| {
            let line = match result {
                Ok(laid_out) => {
                    done += 1;
                    ok_line(key, laid_out)
                }
                Err(error) => {
                    failed += 1;
                    format!("BAD  {key}: {}\n", task::with_causes(error))
                }
            };
            if lines.is_ok() {
                lines = data(&line);
            }
        },
    );
    match result {
        Err(error @ BenchError::NoSuchBug { .. }) => {
            return Err(UsageError(error.to_string()).into());
        }
        result => result?,
    }
    lines?;
    if !quiet {
        talk(&format!("{done} bugs are laid out in {}, {failed} are not", options.out.display()));
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(exit::NONE_FOUND) })
}

fn ok_line(key: &str, laid_out: &LaidOut) -> String {
    let LaidOut { bug, missing } = laid_out;
    let mut line = format!("ok   {key}: {}", bug.folder.display());
    let left_out = bug.file.build.as_ref().map_or(0, |build| build.leave_out.len());
    if left_out > 0 {
        line.push_str(&format!(", {left_out} files that do not compile are left out"));
    }
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|path| path.display().to_string()).collect();
        line.push_str(&format!(", the repository lacks {}", names.join(", ")));
    }
    line + "\n"
}
