//! Progress of a model that is fetched: a bar on a terminal, a line now and then on a pipe.

use std::time::Instant;

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use lm::store::PullEvent;

use super::progress::PLAIN_INTERVAL;
use super::talk;

/// Shows the events of a pull.
pub(crate) struct PullProgress {
    quiet: bool,
    bar: ProgressBar,
    /// When the last plain line about an amount was printed.
    told: Instant,
}

impl PullProgress {
    /// What fits standard error.
    pub(crate) fn new(quiet: bool) -> anyhow::Result<Self> {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template(
            "{msg:>10} {bar:24} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
        )?;
        bar.set_style(style.progress_chars("━╸ "));
        Ok(Self { quiet, bar, told: Instant::now() })
    }

    /// Shows an event.
    pub(crate) fn show(&mut self, event: &PullEvent<'_>) {
        match *event {
            PullEvent::Waiting => self.say("another process fetches the same model; waiting"),
            PullEvent::Source { source } => self.say(&format!("fetching from {source}")),
            PullEvent::Fetched { bytes, total } => self.position(bytes, total, "fetching"),
            PullEvent::Assembled { bytes, total } => self.position(bytes, total, "checking"),
            PullEvent::SourceFailed { source, error } => {
                self.say(&format!("{source} failed: {error}"));
            }
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| talk(line));
        }
    }

    fn position(&mut self, bytes: u64, total: u64, what: &'static str) {
        self.bar.set_length(total);
        self.bar.set_message(what);
        self.bar.set_position(bytes);
        // Without a terminal the bar draws nothing.
        if self.bar.is_hidden() && self.told.elapsed() >= PLAIN_INTERVAL {
            self.told = Instant::now();
            self.say(&format!("{what}: {} of {}", HumanBytes(bytes), HumanBytes(total)));
        }
    }
}
