//! `patchwright bench judge`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use bench::find_data_set;
use bench::judge::{Desk, JudgeName, JudgeServer};

use crate::arguments::bench::JudgeOptions;
use crate::exit::{self, UsageError};
use crate::interrupt::stop_on_signal;
use crate::output::{data, talk};

pub(crate) fn run(options: &JudgeOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    for (folder, holds) in [(&options.out, "a measurement"), (&options.bugs, "bugs")] {
        if !folder.is_dir() {
            let message = format!("there is no folder `{}` with {holds}", folder.display());
            return Err(UsageError(message).into());
        }
    }
    let judge = judge_name(options.judge.as_deref())?;
    let data_set = find_data_set(&options.bugs)?;
    let desk = Desk::open(&options.out, data_set.as_ref(), judge, env!("CARGO_PKG_VERSION"))?;
    if desk.unfinished_runs() > 0 {
        talk(&format!(
            "{} runs have no report yet; what they find is not shown. Start again when they are done",
            desk.unfinished_runs()
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
