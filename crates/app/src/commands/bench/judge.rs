//! `patchwright bench judge`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use bench::judge::{Desk, JudgeName, JudgeServer};
use bench::{BenchError, find_data_set};

use crate::arguments::bench::JudgeOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::output::{data, talk};

pub(crate) fn run(options: &JudgeOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    let desk = desk(options)?;
    let unfinished = desk.unfinished_runs();
    if unfinished > 0 {
        let runs = if unfinished == 1 { "1 run has" } else { &format!("{unfinished} runs have") };
        talk(&format!(
            "{runs} no report yet and nothing to show; start again when the measurement is done"
        ));
    }
    if desk.patch_count() == 0 {
        talk(&format!("no run in `{}` has a plausible patch to judge", options.out.display()));
        return Ok(ExitCode::from(exit::NONE_FOUND));
    }
    let stop = stop_on_signal();
    let server = JudgeServer::start(desk, options.port)
        .context("the page cannot be served; name another port with `--port`, or none")?;
    if !quiet {
        talk(&progress(&server)?);
        talk("open this in your browser; Ctrl-C ends it:");
    }
    data(&format!("{}\n", server.address()))?;
    server.serve(&stop)?;
    if !quiet {
        talk(&progress(&server)?);
    }
    Ok(ExitCode::SUCCESS)
}

fn desk(options: &JudgeOptions) -> anyhow::Result<Desk> {
    let wrong = |message: String| anyhow::Error::from(UsageError(message));
    if !options.out.join("cells").is_dir() {
        let out = options.out.display();
        return Err(wrong(format!(
            "`{out}` holds no measurement: there is no folder `cells` in it"
        )));
    }
    if !options.bugs.is_dir() {
        return Err(wrong(format!("there is no folder `{}` with bugs", options.bugs.display())));
    }
    let judge = judge_name(options.judge.as_deref())?;
    let data_set = find_data_set(&options.bugs)?;
    match Desk::open(&options.out, data_set.as_ref(), judge, env!("CARGO_PKG_VERSION")) {
        Err(error @ BenchError::UnknownBug { .. }) => {
            Err(wrong(format!("{error}; name the bugs that were measured with `--bugs`")))
        }
        result => Ok(result?),
    }
}

fn progress(server: &JudgeServer) -> anyhow::Result<String> {
    let desk = server.desk();
    let (judged, all) = (desk.judged()?, desk.patch_count());
    Ok(format!("{judged} of {all} plausible patches are judged by {}", desk.judge()))
}

/// The name in the flag, else git's.
fn judge_name(flag: Option<&str>) -> anyhow::Result<JudgeName> {
    let name = match flag {
        Some(name) => JudgeName::new(name),
        None => JudgeName::of_git(Path::new(".")),
    };
    name.map_err(|error| UsageError(format!("{error}; say who you are with `--as NAME`")).into())
}
