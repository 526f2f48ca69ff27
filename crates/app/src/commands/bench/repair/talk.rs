//! What is told of a matrix while it runs.

use std::io::IsTerminal as _;
use std::time::Duration;

use bench::matrix::{
    CellRecord, CellResult, GUESSED_SECONDS_A_CELL, GUESSED_SECONDS_A_SAMPLE, Matrix, MatrixEvent,
    Measurement, Plan, RunEnd,
};

use crate::arguments::bench::MatrixOptions;
use crate::output::progress::Progress;
use crate::output::talk;

/// Tells events to a person.
pub(super) struct Teller {
    quiet: bool,
    /// Of the repair under way.
    progress: Progress,
}

impl Teller {
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet, progress: progress(quiet) }
    }

    /// What will be done, before anything is.
    pub(super) fn plan(&self, plan: &Plan, matrix: &Matrix, options: &MatrixOptions) {
        for left_out in &matrix.left_out {
            talk(&format!("left out: {}: {}", left_out.bug, left_out.reason));
        }
        if self.quiet {
            return;
        }
        let selected = if plan.selected == plan.in_matrix { "" } else { " selected" };
        talk(&format!(
            "{} cells{selected}: {} bugs × {} models × {} strategies × {} variants × {} seeds",
            plan.selected,
            matrix.bugs.len(),
            matrix.models.len(),
            matrix.strategies.len(),
            matrix.variants.len(),
            matrix.seeds.len()
        ));
        talk(&format!(
            "{} are measured, {} could not be measured, {} are to do",
            plan.measured,
            plan.failed,
            plan.to_do.len()
        ));
        talk(&estimate(plan));
        if let Some(budget) = options.budget {
            talk(&format!("no cell is begun after {}", time(budget.as_secs_f64())));
        }
    }

    /// Something happened.
    pub(super) fn show(&mut self, event: &MatrixEvent<'_>) {
        match event {
            MatrixEvent::Began { cell, number, of } => {
                self.progress = progress(self.quiet);
                self.line(&format!("[{number}/{of}] {} {} …", cell.bug, cell.name()));
            }
            MatrixEvent::Repair(event) => self.progress.show(event),
            MatrixEvent::Ended(record) => {
                self.progress.finish();
                self.line(&ended(record));
            }
            MatrixEvent::Busy(cell) => {
                self.line(&format!("another process is at {}; passed over", cell.bug));
            }
        }
    }

    /// How the run ended.
    pub(super) fn end(&mut self, end: RunEnd, left: &Plan) {
        self.progress.finish();
        let cells = left.to_do.len() - left.failed;
        if left.failed > 0 {
            self.line(&format!(
                "{} cells could not be measured; `--retry-failed` runs them again",
                left.failed
            ));
        }
        match end {
            RunEnd::Complete if cells == 0 => {}
            RunEnd::Complete => self.line(&format!("{cells} cells are left to other processes")),
            RunEnd::Budget => self.line(&format!(
                "the time is over and {cells} cells are left; the same command goes on with them"
            )),
            RunEnd::Interrupted => self.line(&format!(
                "interrupted and {cells} cells are left; the same command goes on with them"
            )),
        }
    }

    fn line(&self, text: &str) {
        if !self.quiet {
            talk(text);
        }
    }
}

/// Bars where there is a terminal; a file of plain lines has enough with one a cell.
fn progress(quiet: bool) -> Progress {
    Progress::new(quiet || !std::io::stderr().is_terminal())
}

fn estimate(plan: &Plan) -> String {
    let time = time(plan.estimate.seconds);
    match plan.estimate.finished_cells {
        _ if plan.to_do.is_empty() => "nothing is to do".to_owned(),
        0 => format!(
            "about {time}: a guess of {GUESSED_SECONDS_A_CELL} s a cell and \
             {GUESSED_SECONDS_A_SAMPLE} s a sample, which the first finished cells replace"
        ),
        cells => format!("about {time}, by the {cells} cells that are measured"),
    }
}

fn ended(record: &CellRecord) -> String {
    match &record.result {
        CellResult::Failed { reason } => format!("      could not be measured: {reason}"),
        CellResult::Measured(measured) => {
            let Measurement { samples, times, .. } = measured.as_ref();
            format!(
                "      {} plausible patches; {} of {} samples compile; {}",
                measured.plausible_patches(),
                samples.compiling,
                samples.drawn,
                time(times.total)
            )
        }
    }
}

/// A time as people read it.
fn time(seconds: f64) -> String {
    let whole = Duration::from_secs_f64(seconds.clamp(0.0, 1e9)).as_secs();
    match whole {
        0..120 => format!("{whole} s"),
        120..7200 => format!("{} min", whole.div_ceil(60)),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_told_in_their_own_size() {
        for (seconds, expected) in [
            (0.4, "0 s"),
            (119.0, "119 s"),
            (121.0, "3 min"),
            (7199.0, "120 min"),
            (9000.0, "2.5 h"),
        ] {
            assert_eq!(time(seconds), expected);
        }
    }
}
