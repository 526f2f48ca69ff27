//! The binary `patchwright`: the only place that parses flags and prints.
//!
//! Standard output is data, standard error is talk. Exit codes are part of the interface; see
//! [`exit`].

mod arguments;
mod commands;
mod exit;
mod interrupt;
mod models;
mod output;
mod restart;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => exit::report_usage(&error),
    };
    output::log::start(arguments.verbose);
    let as_json = arguments.command.prints_json();
    let result = match arguments.command {
        Command::Repair(options) => {
            restart::with_short_spinning();
            commands::repair::run(&options, arguments.quiet)
        }
        Command::Model(options) => commands::model::run(options, arguments.quiet),
        Command::Doctor(options) => commands::doctor::run(&options),
        Command::Bench(options) => commands::bench::run(&options, arguments.quiet),
    };
    match result {
        Ok(code) => code,
        Err(error) => exit::report(&error, as_json),
    }
}
