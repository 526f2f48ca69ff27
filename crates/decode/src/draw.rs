//! Drawing samples along the prefix tree, several at once.
//!
//! A decode of sixteen rows costs a processor seven times as much as one of a single row, not
//! sixteen times, since the model's weights are read from memory once for all of them. So several
//! draws are under way: each goes on until it needs a row that is not there, then all missing rows
//! are decoded together. What a draw chooses depends on its number and its position alone, so the
//! order of the work changes nothing but the time.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use lm::TokenId;
use syntax::tokens::token_key;
use task::SampleEnd;

use crate::boundary::Suffix;
use crate::candidates::Candidates;
use crate::cells::{Cells, Need};
use crate::guide::Guide;
use crate::rejected::RejectedPrefixes;
use crate::sample::{Choice, Generation, Origin, Sample, SampledToken, seconds};
use crate::tree::{NodeId, Tree};
use crate::{DecodeError, Observer, Request, Settings, Statistics};
use choose::{Position, Step};
use walk::Walk;

mod arrive;
mod choose;
mod condition;
mod distinct;
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
    /// What most samples begin with.
    demanded: Vec<TokenId>,
    /// The programs that were drawn, when none may be drawn twice, and their probability.
    drawn: BTreeSet<String>,
    covered: f64,
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
    /// How often it was begun once more.
    restarts: usize,
    /// The rows that were decoded because this draw was the first to need them.
    rows: u64,
    started: Instant,
    position: Option<Position>,
    walk: Option<Walk>,
}

/// The draws that cannot go on, and the rows that they wait for.
#[derive(Default)]
struct Waiting {
    /// Each with the index of its need.
    draws: Vec<(Draw, usize)>,
    /// Distinct.
    needs: Vec<Need>,
}

impl Waiting {
    fn add(&mut self, draw: Draw, need: Need) {
        let known = self.needs.iter().position(|other| *other == need);
        self.draws.push((draw, known.unwrap_or(self.needs.len())));
        if known.is_none() {
            self.needs.push(need);
        }
    }

    /// The draws after a decode in which each need took so many tokens: they count as those of
    /// the first draw that waited.
    fn into_draws(self, tokens: &[u64]) -> VecDeque<Draw> {
        let mut unpaid = tokens.to_vec();
        let paid = |(mut draw, need): (Draw, usize)| {
            draw.rows += std::mem::take(&mut unpaid[need]);
            draw
        };
        self.draws.into_iter().map(paid).collect()
    }
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
        demanded: Option<&str>,
    ) -> Self {
        let demanded = demanded.map(|text| cells.model().tokenize(text)).unwrap_or_default();
        Self {
            tree,
            cells,
            guide,
            settings: request.settings,
            suffix_text: request.hole.suffix(),
            suffix: Suffix::new(request.hole.suffix()),
            original: token_key(request.hole.content()),
            demanded,
            drawn: BTreeSet::new(),
            covered: 0.0,
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
            let mut waiting = Waiting::default();
            let most_rows = self.most_rows(samples.len());
            while let Some(mut draw) = under_way.pop_front().or_else(|| {
                let may_begin = self.may_begin(&waiting, most_rows) && observer.go_on();
                may_begin.then(|| self.begin(&mut begun)).flatten()
            }) {
                match self.advance(&mut draw, observer)? {
                    Progress::Waiting(need) => waiting.add(draw, need),
                    Progress::Finished(SampleEnd::DeadEnd) if self.is_covered() => {}
                    Progress::Finished(end) if self.retire(&mut draw, end) => {
                        under_way.push_front(draw);
                    }
                    Progress::Finished(end) => {
                        let sample = self.finish(draw, end);
                        self.announce(observer);
                        observer.sample(&sample);
                        samples.push(sample);
                    }
                }
            }
            if waiting.draws.is_empty() {
                break;
            }
            let tokens = self.cells.decode(&mut self.tree, &waiting.needs)?;
            under_way = waiting.into_draws(&tokens);
        }
        samples.sort_by_key(|sample| sample.index);
        self.score_candidates();
        let mut statistics = self.statistics(started.elapsed());
        if self.is_covered() {
            statistics.samples_spared = self.settings.samples - samples.len();
        }
        self.cells.release_all();
        Ok(Generation { samples, candidates: self.candidates.found, statistics })
    }

    /// Whether another draw may begin beside those that wait. Draws that wait for the same row cost
    /// nothing, but what is found infeasible comes too late for those that are past it.
    fn may_begin(&self, waiting: &Waiting, most_rows: usize) -> bool {
        let learns = self.settings.restarts_per_sample > 0;
        let under_way = if learns { waiting.draws.len() } else { waiting.needs.len() };
        under_way < most_rows
    }

    /// How many rows are decoded together when `ended` samples have ended.
    fn most_rows(&self, ended: usize) -> usize {
        let Settings { rows_at_once, rows_at_first, .. } = self.settings;
        let wanted = if ended < rows_at_first { rows_at_first } else { rows_at_once };
        // Each row may need a sequence of its own, and the prompt has one.
        wanted.min(rows_at_once).min(self.cells.model().limits().sequences - 1).max(1)
    }

    /// The next draw, if not all have begun.
    fn begin(&self, begun: &mut usize) -> Option<Draw> {
        if *begun == self.settings.samples || self.is_covered() {
            return None;
        }
        *begun += 1;
        Some(Draw {
            index: *begun - 1,
            node: Tree::ROOT,
            choices: Vec::new(),
            pruned: 0,
            dead_ends: 0,
            restarts: 0,
            rows: 0,
            started: Instant::now(),
            position: None,
            walk: self.demanded_walk(*begun - 1),
        })
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
                Step::Dead | Step::Restart => {}
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
        } else if node.repeated.is_some() {
            Some(SampleEnd::RepeatedSuffix)
        } else if self.chosen_boundary(draw).is_some() {
            Some(SampleEnd::Boundary)
        } else if node.depth >= self.settings.max_tokens {
            Some(SampleEnd::MaxTokens)
        } else if draw.rows >= self.settings.rows_per_sample as u64 {
            Some(SampleEnd::RowLimit)
        } else {
            None
        }
    }

    /// Marks a node from which nothing feasible follows and goes back to the one before it; where
    /// a draw may end, it begins once more, or else ends there. `false` at the root.
    fn step_back(&mut self, draw: &mut Draw) -> bool {
        let left = 1.0 - self.tree.node(draw.node).infeasible;
        self.tree.take_off(draw.node, left);
        let node = self.tree.node_mut(draw.node);
        if node.ends > 0.0 && !node.ended {
            node.closed = true;
            self.restart(draw);
            return true;
        }
        node.dead = true;
        // Nobody comes here again, and twenty thousand rejected texts are a megabyte.
        node.rejected = RejectedPrefixes::default();
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
