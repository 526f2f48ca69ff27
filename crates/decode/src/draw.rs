//! Drawing samples along the prefix tree.

use std::time::{Duration, Instant};

use engine::Feasibility;
use lm::TokenId;
use syntax::tokens::token_key;
use task::SampleEnd;

use crate::boundary::{Suffix, boundaries};
use crate::candidates::Candidates;
use crate::cells::Cells;
use crate::guide::{Guide, NameFilter, whole_characters};
use crate::noise::Noise;
use crate::outcome::{Outcome, outcomes, sort, tail_outcomes};
use crate::sample::{Choice, Generation, Origin, Sample, SampledToken, seconds};
use crate::tree::{EndState, NodeId, Tree};
use crate::{DecodeError, EndRule, Observer, Request, Settings, Statistics};

mod finish;
mod score;

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
    rows_before: u64,
    started: Instant,
}

/// What a position led to.
enum Step {
    /// On to a child, with the number of infeasible outcomes that came before it.
    Child(NodeId, usize),
    /// The text ends here.
    End,
    /// No outcome is feasible.
    Dead,
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
        while samples.len() < self.settings.samples && observer.go_on() {
            let sample = self.draw(samples.len(), observer)?;
            self.announce(observer);
            observer.sample(&sample);
            samples.push(sample);
        }
        self.score_candidates();
        let statistics = self.statistics(started.elapsed());
        self.cells.release_all();
        Ok(Generation { samples, candidates: self.candidates.found, statistics })
    }

    fn statistics(&mut self, elapsed: Duration) -> Statistics {
        Statistics {
            draw_seconds: seconds(elapsed),
            engine_seconds: seconds(self.guide.waited),
            rows: self.cells.rows,
            decoded_again: self.cells.decoded_again,
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

    fn draw(&mut self, index: usize, observer: &mut dyn Observer) -> Result<Sample, DecodeError> {
        let mut draw = Draw {
            index,
            node: Tree::ROOT,
            choices: Vec::new(),
            pruned: 0,
            dead_ends: 0,
            rows_before: self.cells.rows,
            started: Instant::now(),
        };
        loop {
            if let Some(end) = self.end_reached(&draw, observer) {
                return self.finish(draw, end);
            }
            match self.choose(&mut draw)? {
                Step::End => return self.finish(draw, SampleEnd::Ended),
                Step::Child(child, pruned) => {
                    draw.node = child;
                    draw.choices.push((Choice::Drawn, pruned));
                    let before = draw.choices.clone();
                    self.append_forced(&mut draw)?;
                    if self.tree.node(draw.node).dead {
                        // What is forced here leads nowhere, and so does what it completes.
                        (draw.node, draw.choices) = (child, before);
                        self.step_back(&mut draw);
                    }
                }
                Step::Dead if !self.step_back(&mut draw) => {
                    return self.finish(draw, SampleEnd::DeadEnd);
                }
                Step::Dead => {}
            }
        }
    }

    /// Whether the draw ends before another token is chosen.
    fn end_reached(&self, draw: &Draw, observer: &mut dyn Observer) -> Option<SampleEnd> {
        let node = self.tree.node(draw.node);
        let rows = self.cells.rows - draw.rows_before;
        if draw.dead_ends >= self.settings.dead_ends_per_sample {
            Some(SampleEnd::DeadEnd)
        } else if self.settings.end_rule == EndRule::FirstBoundary && !node.passed.is_empty() {
            Some(SampleEnd::Boundary)
        } else if node.repeated.is_some() {
            Some(SampleEnd::RepeatedSuffix)
        } else if node.depth >= self.settings.max_tokens {
            Some(SampleEnd::MaxTokens)
        } else if rows >= self.settings.rows_per_sample as u64 {
            Some(SampleEnd::RowLimit)
        } else if !observer.go_on() {
            Some(SampleEnd::Stopped)
        } else {
            None
        }
    }

    /// Algorithm 2 of the paper: the best outcome that is not infeasible. Outcomes come in the
    /// order of their noisy scores, which is that of sampling, zeroing and sampling again.
    fn choose(&mut self, draw: &mut Draw) -> Result<Step, DecodeError> {
        let id = draw.node;
        self.cells.decode(&mut self.tree, id)?;
        let noise = Noise::new(self.settings.seed, draw.index, self.tree.node(id).depth);
        let Some(distribution) = &self.tree.node(id).distribution else { return Ok(Step::Dead) };
        let mut all = outcomes(distribution, noise);
        let filter = self.guide.filter(&self.tree.node(id).text)?;
        let mut tries = 0;
        let mut next = 0;
        while next < all.len() && tries < self.settings.tries_per_position {
            let (score, outcome) = all[next];
            next += 1;
            tries += 1;
            match outcome {
                Outcome::End if self.may_end(id)? => return Ok(Step::End),
                Outcome::End => {}
                Outcome::Token(token, _) if self.has_wrong_name(filter.as_ref(), token) => {}
                Outcome::Token(token, log_probability) => {
                    if let Some(child) = self.try_token(draw, token, log_probability)? {
                        return Ok(Step::Child(child, tries - 1));
                    }
                }
                Outcome::Tail => {
                    tries -= 1;
                    let rest = self.open_tail(id, noise, score)?;
                    all.drain(..next);
                    all.extend(rest);
                    sort(&mut all);
                    next = 0;
                    continue;
                }
            }
            draw.pruned += 1;
        }
        Ok(Step::Dead)
    }

    fn has_wrong_name(&mut self, filter: Option<&NameFilter>, token: TokenId) -> bool {
        let bytes = self.cells.model().vocabulary().bytes(token);
        let wrong = filter.is_some_and(|filter| filter.rejects(bytes));
        if wrong {
            self.guide.count_rejection("name");
        }
        wrong
    }

    /// The outcomes in the tail of a node, given the score of the tail as a whole. What a node
    /// that was widened before still leaves out is too improbable to be drawn.
    fn open_tail(
        &mut self,
        id: NodeId,
        noise: Noise,
        score: f64,
    ) -> Result<Vec<(f64, Outcome)>, DecodeError> {
        if self.tree.node(id).widened {
            return Ok(Vec::new());
        }
        let narrow = self.tree.node(id).distribution.clone();
        self.cells.widen(&mut self.tree, id)?;
        Ok(match (&narrow, &self.tree.node(id).distribution) {
            (Some(narrow), Some(wide)) => tail_outcomes(narrow, wide, noise, score),
            _ => Vec::new(),
        })
    }

    /// The child by `token`, unless its text is infeasible or leads to nothing feasible.
    fn try_token(
        &mut self,
        draw: &Draw,
        token: TokenId,
        log_probability: f32,
    ) -> Result<Option<NodeId>, DecodeError> {
        let bytes = self.cells.model().vocabulary().bytes(token).to_vec();
        let node = self.tree.node(draw.node);
        let known_child = node.children.get(&token).copied();
        if bytes.is_empty() || known_child.is_some_and(|child| self.tree.node(child).dead) {
            return Ok(None);
        }
        if self.settings.guidance.memorisation {
            if let Some(child) = known_child {
                return Ok(Some(child));
            }
            if node.rejected.covers(&bytes) {
                return Ok(None);
            }
        }
        let known = whole_characters(&node.text).map_or(0, str::len);
        let text = [node.text.as_slice(), &bytes].concat();
        if self.guide.rejects(&text, known)?.is_some() {
            self.tree.node_mut(draw.node).rejected.insert(&bytes);
            return Ok(None);
        }
        let child = self.arrive(draw.index, draw.node, token, f64::from(log_probability))?;
        Ok(Some(child))
    }

    /// The child by a feasible token; when it is new, the boundaries in it are looked at.
    fn arrive(
        &mut self,
        sample: usize,
        parent: NodeId,
        token: TokenId,
        log_probability: f64,
    ) -> Result<NodeId, DecodeError> {
        let bytes = self.cells.model().vocabulary().bytes(token).to_vec();
        let nodes = self.tree.len();
        let child = self.tree.child(parent, token, &bytes, log_probability);
        if self.tree.len() > nodes {
            let known = whole_characters(&self.tree.node(parent).text).map_or(0, str::len);
            self.find_boundaries(sample, child, known)?;
        }
        Ok(child)
    }

    fn find_boundaries(
        &mut self,
        sample: usize,
        id: NodeId,
        known: usize,
    ) -> Result<(), DecodeError> {
        let rule = self.settings.end_rule;
        if rule == EndRule::Model {
            return Ok(());
        }
        let text = whole_characters(&self.tree.node(id).text).unwrap_or_default().to_owned();
        for boundary in boundaries(&text, known) {
            let passes = !rule.checks_boundaries()
                || self.guide.end(&text.as_bytes()[..boundary])? == Feasibility::Feasible;
            if passes {
                self.tree.node_mut(id).passed.push(boundary);
            }
            if passes && rule.checks_boundaries() {
                self.offer(sample, id, &text[..boundary], Origin::Boundary, Some(true));
            }
        }
        let repeats = |&&at: &&usize| self.suffix.is_repeated_by(&text[at..]);
        let repeated = self.tree.node(id).passed.iter().find(repeats).copied();
        self.tree.node_mut(id).repeated = repeated;
        Ok(())
    }

    /// Whether the hole may end at a node.
    fn may_end(&mut self, id: NodeId) -> Result<bool, DecodeError> {
        let node = self.tree.node(id);
        if node.end == EndState::Unasked || !self.settings.guidance.memorisation {
            let text = self.hole_text(&node.text).to_vec();
            let state = match self.guide.end(&text)? {
                Feasibility::Feasible => EndState::Passes,
                Feasibility::Unknown(_) => EndState::Unknown,
                Feasibility::Infeasible(reason) => {
                    self.guide.count_rejection(&format!("end: {}", reason.rule));
                    EndState::Infeasible
                }
            };
            self.tree.node_mut(id).end = state;
        }
        Ok(self.tree.node(id).end != EndState::Infeasible)
    }

    /// The bytes that go into the hole: white space before a line end that is there already is
    /// left out.
    fn hole_text<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        if self.suffix_text.is_empty() || self.suffix_text.starts_with('\n') {
            text.trim_ascii_end()
        } else {
            text
        }
    }

    /// Appends what the engine leaves no choice about.
    fn append_forced(&mut self, draw: &mut Draw) -> Result<(), DecodeError> {
        if !self.settings.guidance.active_completion {
            return Ok(());
        }
        let text = &self.tree.node(draw.node).text;
        let Some(forced) = crate::forced::forced(&mut self.guide, text)? else { return Ok(()) };
        let starts_before = |&id: &NodeId| self.tree.node(id).text.len() <= forced.word_start;
        let Some(ancestor) = self.tree.ancestors(draw.node).find(starts_before) else {
            return Ok(());
        };
        let mut tail =
            self.tree.node(draw.node).text[self.tree.node(ancestor).text.len()..].to_vec();
        tail.extend_from_slice(forced.text.as_bytes());
        let Ok(tail) = String::from_utf8(tail) else { return Ok(()) };
        self.walk(draw, ancestor, &tail)
    }

    /// Moves the draw to `ancestor` and from there along the tokens of `tail`.
    fn walk(&mut self, draw: &mut Draw, ancestor: NodeId, tail: &str) -> Result<(), DecodeError> {
        let drawn = self.tree.path(ancestor, draw.node);
        let kept = draw.choices.split_off(self.tree.node(ancestor).depth);
        draw.node = ancestor;
        for (index, token) in self.cells.model().tokenize(tail).into_iter().enumerate() {
            let log_probability = self.token_log_probability(draw.node, token)?;
            draw.node = self.arrive(draw.index, draw.node, token, log_probability)?;
            let same = drawn.get(index) == Some(&draw.node);
            draw.choices.push(if same { kept[index] } else { (Choice::Forced, 0) });
        }
        Ok(())
    }

    /// The log-probability of any token at a node. One that even the wide distribution leaves out
    /// gets that distribution's floor.
    fn token_log_probability(&mut self, id: NodeId, token: TokenId) -> Result<f64, DecodeError> {
        const FLOOR: f64 = -27.6;
        self.cells.decode(&mut self.tree, id)?;
        if let Some(known) = self.listed(id, token) {
            return Ok(known);
        }
        if !self.tree.node(id).widened {
            self.cells.widen(&mut self.tree, id)?;
        }
        Ok(self.listed(id, token).unwrap_or(FLOOR))
    }

    fn listed(&self, id: NodeId, token: TokenId) -> Option<f64> {
        let distribution = self.tree.node(id).distribution.as_ref()?;
        let entry = distribution.entries.iter().find(|entry| entry.0 == token)?;
        Some(f64::from(entry.1))
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
}
