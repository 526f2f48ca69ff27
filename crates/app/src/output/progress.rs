//! Progress of a repair: bars on a terminal, a plain line every few seconds on a pipe.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use repair::{Event, Stage};
use task::{Verdict, VerdictKind};

use super::talk;

/// How often a plain line is printed.
pub(super) const PLAIN_INTERVAL: Duration = Duration::from_secs(5);

/// Shows the events of a run.
pub(crate) enum Progress {
    /// Nothing is shown but warnings.
    Quiet,
    /// Bars.
    Bars(Box<Bars>),
    /// Lines.
    Lines(Lines),
}

impl Progress {
    /// What fits standard error.
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            Progress::Quiet
        } else if std::io::stderr().is_terminal() {
            Progress::Bars(Box::new(Bars::new()))
        } else {
            Progress::Lines(Lines::default())
        }
    }

    /// Shows an event.
    pub(crate) fn show(&mut self, event: &Event<'_>) {
        match self {
            Progress::Quiet => {
                if let Event::Warning(text) = event {
                    talk(&format!("warning: {text}"));
                }
            }
            Progress::Bars(bars) => bars.show(event),
            Progress::Lines(lines) => lines.show(event),
        }
    }

    /// Takes the bars away, so that what is printed next stands alone.
    pub(crate) fn finish(&mut self) {
        if let Progress::Bars(bars) = self {
            let _ = bars.all.clear();
        }
    }
}

/// What has happened so far.
#[derive(Default)]
struct Counts {
    drawn: usize,
    planned: usize,
    ended: usize,
    found: usize,
    judged: usize,
    waiting: usize,
    compiling: usize,
    plausible: usize,
}

impl Counts {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Drawn { sample, planned } => {
                self.drawn += 1;
                self.planned = *planned;
                self.ended += usize::from(sample.end.by_itself());
            }
            Event::Found(_) => self.found += 1,
            Event::Judged { verdict, waiting, .. } => {
                self.judged += 1;
                self.waiting = *waiting;
                self.compiling += usize::from(verdict.kind() != VerdictKind::DoesNotCompile);
                self.plausible += usize::from(matches!(verdict, Verdict::Plausible { .. }));
            }
            _ => {}
        }
    }

    fn judging(&self) -> String {
        format!("{} of {} compile, {} plausible", self.compiling, self.judged, self.plausible)
    }
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Prepare => "copying and compiling the project",
        Stage::Baseline => "running the tests as they stand",
        Stage::LoadModel => "loading the model",
    }
}

/// Bars on a terminal.
pub(crate) struct Bars {
    all: MultiProgress,
    stages: Vec<(Stage, ProgressBar)>,
    prompt: Option<ProgressBar>,
    samples: Option<ProgressBar>,
    candidates: Option<ProgressBar>,
    counts: Counts,
}

impl Bars {
    fn new() -> Self {
        Self {
            all: MultiProgress::new(),
            stages: Vec::new(),
            prompt: None,
            samples: None,
            candidates: None,
            counts: Counts::default(),
        }
    }

    fn show(&mut self, event: &Event<'_>) {
        self.counts.take(event);
        match event {
            Event::Started { .. } => {}
            Event::Began(stage) => self.begin(*stage),
            Event::Finished { stage, seconds } => self.end(*stage, *seconds),
            Event::Warning(text) => self.line(&format!("warning: {text}")),
            Event::Failing(tests) => {
                let names: Vec<String> = tests.iter().map(ToString::to_string).collect();
                self.line(&format!("failing: {}", names.join(", ")));
            }
            Event::Prefilled { done, all } => self.prefilled(*done, *all),
            Event::Drawn { planned, .. } => self.drawn(*planned),
            Event::Found(_) | Event::Judged { .. } => self.judged(),
        }
    }

    fn line(&self, text: &str) {
        let _ = self.all.println(text);
    }

    fn begin(&mut self, stage: Stage) {
        let bar = self.all.add(ProgressBar::new_spinner().with_message(stage_name(stage)));
        bar.enable_steady_tick(Duration::from_millis(120));
        self.stages.push((stage, bar));
    }

    fn end(&mut self, stage: Stage, seconds: f64) {
        let Some(index) = self.stages.iter().position(|known| known.0 == stage) else { return };
        let (_, bar) = self.stages.remove(index);
        bar.finish_and_clear();
        self.line(&format!("{} took {seconds:.1} s", stage_name(stage)));
    }

    fn prefilled(&mut self, done: usize, all: usize) {
        let bar = self.prompt.get_or_insert_with(|| add_bar(&self.all, "prompt", all, "tokens"));
        bar.set_position(done as u64);
        if done >= all {
            bar.finish_and_clear();
        }
    }

    fn drawn(&mut self, planned: usize) {
        let bar =
            self.samples.get_or_insert_with(|| add_bar(&self.all, "samples", planned, "drawn"));
        bar.set_position(self.counts.drawn as u64);
        bar.set_message(format!("{} ended by themselves", self.counts.ended));
    }

    fn judged(&mut self) {
        let found = self.counts.found;
        let bar = self
            .candidates
            .get_or_insert_with(|| add_bar(&self.all, "candidates", found, "judged"));
        bar.set_length(found as u64);
        bar.set_position(self.counts.judged as u64);
        bar.set_message(self.counts.judging());
    }
}

fn add_bar(all: &MultiProgress, name: &str, length: usize, unit: &str) -> ProgressBar {
    let template =
        format!("{name:>10} {{bar:20}} {{pos}}/{{len}} {unit}, {{eta}} left  {{wide_msg}}");
    let style = ProgressStyle::with_template(&template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸ ");
    all.add(ProgressBar::new(length as u64).with_style(style))
}

/// Plain lines.
#[derive(Default)]
pub(crate) struct Lines {
    counts: Counts,
    last: Option<Instant>,
}

impl Lines {
    fn show(&mut self, event: &Event<'_>) {
        self.counts.take(event);
        match event {
            Event::Started { folder } => talk(&format!("run folder: {}", folder.display())),
            Event::Began(stage) => talk(&format!("{} …", stage_name(*stage))),
            Event::Finished { stage, seconds } => {
                talk(&format!("{} took {seconds:.1} s", stage_name(*stage)));
            }
            Event::Warning(text) => talk(&format!("warning: {text}")),
            Event::Failing(tests) => {
                let names: Vec<String> = tests.iter().map(ToString::to_string).collect();
                talk(&format!("failing: {}", names.join(", ")));
            }
            Event::Prefilled { .. } | Event::Found(_) => {}
            Event::Drawn { .. } | Event::Judged { .. } => self.now_and_then(),
        }
    }

    fn now_and_then(&mut self) {
        if self.last.is_some_and(|last| last.elapsed() < PLAIN_INTERVAL) {
            return;
        }
        self.last = Some(Instant::now());
        let Counts { drawn, planned, ended, found, judged, .. } = self.counts;
        talk(&format!(
            "samples {drawn}/{planned} ({ended} ended by themselves), candidates judged \
             {judged}/{found}: {}",
            self.counts.judging()
        ));
    }
}
