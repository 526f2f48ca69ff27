//! Drawing samples along the prefix tree, several at once.
//!
//! A decode of sixteen rows costs a processor seven times as much as one of a single row, not
//! sixteen times, since the model's weights are read from memory once for all of them. So several
//! draws are under way: each goes on until it needs a row that is not there, then all missing rows
//! are decoded together. What a draw chooses depends on its number and its position alone, so the
//! order of the work changes nothing but the time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use syntax::tokens::token_key;
use task::SampleEnd;

use crate::boundary::Suffix;
use crate::candidates::Candidates;
use crate::cells::{Cells, Need};
use crate::guide::Guide;
use crate::sample::{Choice, Generation, Origin, Sample, SampledToken, seconds};
use crate::tree::{NodeId, Tree};
use crate::{DecodeError, EndRule, Observer, Request, Settings, Statistics};
use choose::{Position, Step};
use walk::Walk;

mod arrive;
mod choose;
mod finish;
mod score;
mod walk;

/// Draws the samples of one hole.
pub(crate) struct Drawer<'a> {
    tree: Tree,
    cells: Cells<'a>,
    guide: Guide<'a>,
    settings: Settings,
    /// The file's text after the hole.
    suffix_text: &'a str,
    suffix: Suffix,
    /// The key of what stands in the hole already.
    original: String,
    candidates: Candidates,
    /// How many candidates the observer knows.
    announced: usize,
    repeats_of_the_original: usize,
}

/// A sample that is being drawn.
struct Draw {
    index: usize,
    node: NodeId,
    /// For each token from the root how it came about and how many outcomes were passed over.
    choices: Vec<(Choice, usize)>,
    pruned: usize,
    dead_ends: usize,
    /// The rows that were decoded because this draw was the first to need them.
    rows: u64,
    started: Instant,
    position: Option<Position>,
    walk: Option<Walk>,
}

/// How far a draw came.
enum Progress {
    Finished(SampleEnd),
    Waiting(Need),
}

impl<'a> Drawer<'a> {
    pub(crate) fn new(
        tree: Tree,
        cells: Cells<'a>,
        guide: Guide<'a>,
        request: &Request<'a>,
    ) -> Self {
        Self {
            tree,
            cells,
            guide,
            settings: request.settings,
            suffix_text: request.hole.suffix(),
            suffix: Suffix::new(request.hole.suffix()),
            original: token_key(request.hole.content()),
            candidates: Candidates::default(),
            announced: 0,
            repeats_of_the_original: 0,
        }
    }

    /// Draws all samples, or as many as the observer lets.
    pub(crate) fn run(mut self, observer: &mut dyn Observer) -> Result<Generation, DecodeError> {
        let started = Instant::now();
        let mut samples = Vec::new();
        let mut begun = 0;
        let mut under_way: VecDeque<Draw> = VecDeque::new();
        loop {
            let mut waiting: Vec<(Draw, Need)> = Vec::new();
            while let Some(mut draw) =
                under_way.pop_front().or_else(|| self.begin(&mut begun, waiting.len(), observer))
            {
                match self.advance(&mut draw, observer)? {
                    Progress::Waiting(need) => waiting.push((draw, need)),
                    Progress::Finished(end) => {
                        let sample = self.finish(draw, end);
                        self.announce(observer);
                        observer.sample(&sample);
                        samples.push(sample);
                    }
                }
            }
            if waiting.is_empty() {
                break;
            }
            under_way = self.decode(waiting)?;
        }
        samples.sort_by_key(|sample| sample.index);
        self.score_candidates();
        let statistics = self.statistics(started.elapsed());
        self.cells.release_all();
        Ok(Generation { samples, candidates: self.candidates.found, statistics })
    }

    /// The next draw, when one may begin beside those that wait.
    fn begin(
        &self,
        begun: &mut usize,
        waiting: usize,
        observer: &mut dyn Observer,
    ) -> Option<Draw> {
        // Each draw may hold a sequence, and the prompt holds one.
        let width = self.settings.draws_at_once.min(self.cells.model().limits().sequences - 1);
        if *begun == self.settings.samples || waiting >= width.max(1) || !observer.go_on() {
            return None;
        }
        *begun += 1;
        Some(Draw {
            index: *begun - 1,
            node: Tree::ROOT,
            choices: Vec::new(),
            pruned: 0,
            dead_ends: 0,
            rows: 0,
            started: Instant::now(),
            position: None,
            walk: None,
        })
    }

    /// Decodes the rows that draws wait for. A row that several wait for counts as the first's.
    fn decode(&mut self, mut waiting: Vec<(Draw, Need)>) -> Result<VecDeque<Draw>, DecodeError> {
        let mut needs: Vec<Need> = Vec::new();
        for (_, need) in &waiting {
            if !needs.contains(need) {
                needs.push(*need);
            }
        }
        let tokens = self.cells.decode(&mut self.tree, &needs)?;
        for (need, tokens) in needs.iter().zip(tokens) {
            if let Some((draw, _)) = waiting.iter_mut().find(|(_, other)| other == need) {
                draw.rows += tokens;
            }
        }
        Ok(waiting.into_iter().map(|(draw, _)| draw).collect())
    }

    /// Takes a draw on until it ends or needs a row.
    fn advance(
        &mut self,
        draw: &mut Draw,
        observer: &mut dyn Observer,
    ) -> Result<Progress, DecodeError> {
        loop {
            if let Some(end) = self.end_reached(draw, observer) {
                return Ok(Progress::Finished(end));
            }
            if let Some(walk) = draw.walk.take() {
                match self.go_on_walking(draw, walk)? {
                    Some(need) => return Ok(Progress::Waiting(need)),
                    None => continue,
                }
            }
            match self.choose(draw)? {
                Step::Wait(need) => return Ok(Progress::Waiting(need)),
                Step::End => return Ok(Progress::Finished(SampleEnd::Ended)),
                Step::Child(child, pruned) => {
                    draw.node = child;
                    draw.choices.push((Choice::Drawn, pruned));
                    self.begin_walk(draw)?;
                }
                Step::Dead if !self.step_back(draw) => {
                    return Ok(Progress::Finished(SampleEnd::DeadEnd));
                }
                Step::Dead => {}
            }
        }
    }

    /// Whether the draw ends before another token is chosen.
    fn end_reached(&self, draw: &Draw, observer: &mut dyn Observer) -> Option<SampleEnd> {
        if !observer.go_on() {
            return Some(SampleEnd::Stopped);
        }
        if draw.walk.is_some() || draw.position.is_some() {
            return None;
        }
        let node = self.tree.node(draw.node);
        if draw.dead_ends >= self.settings.dead_ends_per_sample {
            Some(SampleEnd::DeadEnd)
        } else if self.settings.end_rule == EndRule::FirstBoundary && !node.passed.is_empty() {
            Some(SampleEnd::Boundary)
        } else if node.repeated.is_some() {
            Some(SampleEnd::RepeatedSuffix)
        } else if node.depth >= self.settings.max_tokens {
            Some(SampleEnd::MaxTokens)
        } else if draw.rows >= self.settings.rows_per_sample as u64 {
            Some(SampleEnd::RowLimit)
        } else {
            None
        }
    }

    /// Marks a node from which nothing feasible follows and goes back to the one before it.
    /// `false` at the root.
    fn step_back(&mut self, draw: &mut Draw) -> bool {
        self.tree.node_mut(draw.node).dead = true;
        draw.dead_ends += 1;
        let Some(parent) = self.tree.node(draw.node).parent else { return false };
        draw.node = parent;
        draw.choices.truncate(self.tree.node(parent).depth);
        true
    }

    fn statistics(&mut self, elapsed: Duration) -> Statistics {
        Statistics {
            draw_seconds: seconds(elapsed),
            engine_seconds: seconds(self.guide.waited),
            decode_seconds: seconds(self.cells.waited),
            rows: self.cells.rows,
            decoded_again: self.cells.decoded_again,
            decodes: self.cells.decodes,
            nodes: self.tree.len(),
            engine_calls: self.guide.calls,
            rejections: std::mem::take(&mut self.guide.rejections),
            unknowns: std::mem::take(&mut self.guide.unknowns),
            repeats_of_the_original: self.repeats_of_the_original,
            ..Statistics::default()
        }
    }

    fn announce(&mut self, observer: &mut dyn Observer) {
        for candidate in &self.candidates.found[self.announced..] {
            observer.candidate(candidate);
        }
        self.announced = self.candidates.found.len();
    }
}
