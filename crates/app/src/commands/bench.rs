//! `patchwright bench`.

mod engine;
mod import;
mod judge;
mod lint;
mod list;
mod repair;
mod table;

use std::process::ExitCode;

use crate::arguments::bench::{BenchCommand, BenchOptions, Collection};

pub(crate) fn run(options: &BenchOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    match &options.command {
        BenchCommand::Lint(options) => lint::run(options, quiet),
        BenchCommand::Engine(options) => engine::run(options, quiet),
        BenchCommand::Import(options) => match &options.collection {
            Collection::Defects4J(options) => import::run(options, quiet),
        },
        BenchCommand::Judge(options) => judge::run(options, quiet),
        BenchCommand::Repair(options) => repair::run(options, quiet),
        BenchCommand::Table(options) => table::run(options, quiet),
    }
}
