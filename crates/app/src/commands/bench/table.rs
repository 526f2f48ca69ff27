//! `patchwright bench table`.

use std::path::Path;
use std::process::ExitCode;

use bench::tables::{make_tables, write_tables};

use super::repair::usage;
use crate::arguments::bench::TableOptions;
use crate::output::{data, talk};

pub(crate) fn run(options: &TableOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    show(&options.out, options.json, quiet)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the tables anew, writes them and prints them.
pub(super) fn show(out: &Path, json: bool, quiet: bool) -> anyhow::Result<()> {
    let tables = make_tables(out).map_err(usage)?;
    let folder = write_tables(&tables, out)?;
    if json {
        data(&format!("{}\n", serde_json::to_string_pretty(&tables)?))?;
    } else {
        data(&format!("{}\n{}", tables.to_markdown(), tables.times_to_markdown()))?;
    }
    if !quiet {
        talk(&format!("tables: {}", folder.display()));
    }
    Ok(())
}
