//! How much is walked, and the limits.

/// Files above this many bytes are not walked: a full compile of one takes seconds.
pub(super) const LONGEST_FILE_BYTES: usize = 1 << 20;
/// Holes above this many bytes are not walked: nobody has a model write as much at once.
pub(super) const LONGEST_HOLE_BYTES: usize = 4_000;
/// How many holes are made in a file before the next one has its turn, so that the opening of
/// files is not all that is measured.
pub(super) const HOLES_PER_FILE: usize = 4;
/// How many ways to change a text are tried for each change that is wanted: most need something
/// that the hole does not hold, such as a call.
pub(super) const TRIES_PER_CHANGE: usize = 6;
/// How many defects are kept as reproducers; of more only the number is known.
pub(super) const MOST_REPRODUCERS: usize = 200;
/// How many times of a kind of question are kept; later ones are not in the percentiles.
pub(super) const MOST_TIMES: usize = 1_000_000;
/// The least share of holes that an engine must decide for a proof to hold. A hole is undecided
/// when every answer about its true text is unknown, the end included: the engine does not support
/// such a place and says so, which is no wrong answer. Saying nothing anywhere proves nothing.
pub const LEAST_DECIDED_SHARE: f64 = 0.5;
/// How many questions an engine is asked before their times count: until then the virtual machine
/// has not compiled its own code.
pub(super) const WARM_UP_QUESTIONS: u64 = 2_000;

/// What is walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofSettings {
    /// From which everything random follows.
    pub seed: u64,
    /// How many Java tokens of true text are walked at most, over all sources; the last hole may
    /// go a little beyond.
    pub tokens: u64,
    /// How many holes are walked at most, over all sources.
    pub holes: u64,
    /// How many changes of each group (identifier mutants, token mutants, feasible variants) are
    /// tried on each hole.
    pub changes: usize,
}

impl ProofSettings {
    /// The number of tokens when nobody says otherwise: some minutes on two cores.
    pub const USUAL_TOKENS: u64 = 5_000;
    /// The number of changes of each group when nobody says otherwise.
    pub const USUAL_CHANGES: usize = 2;
}
