//! The compile share of distinct samples, as papers of program repair count it.
//!
//! Table 2 of the Repilot paper has the share of compilable patches among the first 30, 100, 1,000
//! and 5,000; its patches are unique ones. So here: texts that differ in layout and comments alone
//! are one, the first sample that offers a text decides its place, and only finished samples count,
//! those that ended by themselves or were trimmed to a place where the hole can end. The text that
//! stood in the hole before is no patch. The other convention, the share of all drawn samples, is
//! `SampleCounts::compiling`: there a text that is drawn often counts often.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use syntax::tokens::token_key;
use task::{SampleEnd, Verdict};

/// How many of the first distinct samples are looked at, as in the paper's table 2.
pub const TOP: [usize; 4] = [30, 100, 1000, 5000];

/// One sample as a run's `samples.jsonl` has it; other fields are passed over.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct SampleLine {
    /// Its number in the run: the order in which samples are drawn.
    pub(crate) index: usize,
    /// How it ended.
    pub(crate) end: SampleEnd,
    /// The text it offers.
    pub(crate) offered: Option<String>,
    /// Whether that is only the beginning of what was drawn.
    pub(crate) trimmed: bool,
}

/// What became of the first `top` distinct samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstDistinct {
    /// How many of the first were asked for.
    pub top: usize,
    /// How many there were.
    pub found: usize,
    /// Those that compile.
    pub compiling: usize,
    /// Those that do not compile.
    pub not_compiling: usize,
    /// Those that pass all tests.
    pub plausible: usize,
}

/// The distinct finished samples of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DistinctSamples {
    /// The first so many, for each of [`TOP`], in its order.
    pub first: Vec<FirstDistinct>,
}

/// Counts distinct finished samples. `verdicts` are by token key, `original` is the text of the
/// hole.
pub(crate) fn count_distinct(
    samples: &[SampleLine],
    original: &str,
    verdicts: &BTreeMap<String, Verdict>,
) -> DistinctSamples {
    let mut ordered: Vec<&SampleLine> =
        samples.iter().filter(|sample| is_finished(sample)).collect();
    ordered.sort_by_key(|sample| sample.index);
    let mut seen = BTreeSet::from([token_key(original)]);
    let mut fates: Vec<Option<&Verdict>> = Vec::new();
    for text in ordered.iter().filter_map(|sample| sample.offered.as_deref()) {
        let key = token_key(text);
        if !seen.contains(&key) {
            fates.push(verdicts.get(&key));
            seen.insert(key);
        }
    }
    DistinctSamples { first: TOP.iter().map(|&top| count_first(&fates, top)).collect() }
}

fn is_finished(sample: &SampleLine) -> bool {
    sample.end != SampleEnd::Stopped && (sample.end.by_itself() || sample.trimmed)
}

fn count_first(fates: &[Option<&Verdict>], top: usize) -> FirstDistinct {
    let first = &fates[..fates.len().min(top)];
    let compiling = |wanted: bool| {
        let compiles = |fate: &&Option<&Verdict>| fate.and_then(Verdict::compiles) == Some(wanted);
        first.iter().filter(compiles).count()
    };
    let plausible = |fate: &&Option<&Verdict>| matches!(fate, Some(Verdict::Plausible { .. }));
    FirstDistinct {
        top,
        found: first.len(),
        compiling: compiling(true),
        not_compiling: compiling(false),
        plausible: first.iter().filter(plausible).count(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use syntax::tokens::token_key;
    use task::{SampleEnd, Verdict};

    use super::{FirstDistinct, SampleLine, TOP, count_distinct};

    fn sample(index: usize, end: SampleEnd, offered: &str, trimmed: bool) -> SampleLine {
        SampleLine { index, end, offered: Some(offered.to_owned()), trimmed }
    }

    fn verdicts(texts: &[(&str, Verdict)]) -> BTreeMap<String, Verdict> {
        texts.iter().map(|(text, verdict)| (token_key(text), verdict.clone())).collect()
    }

    fn does_not_compile() -> Verdict {
        Verdict::DoesNotCompile { errors: Vec::new() }
    }

    #[test]
    fn a_text_counts_once_and_unfinished_ones_not_at_all() {
        let known = verdicts(&[
            ("good();", Verdict::Plausible { tests_run: 1 }),
            ("bad();", does_not_compile()),
            ("fault();", Verdict::InfrastructureFault { reason: String::new() }),
            ("cut();", does_not_compile()),
        ]);
        let samples = [
            sample(3, SampleEnd::Ended, "good( ); // again", false),
            sample(0, SampleEnd::Ended, "good();", false),
            sample(1, SampleEnd::MaxTokens, "bad();", true),
            sample(2, SampleEnd::RepeatedSuffix, "old();", false),
            sample(4, SampleEnd::Ended, "fault();", false),
            sample(5, SampleEnd::Ended, "not_judged();", false),
            sample(6, SampleEnd::MaxTokens, "cut();", false),
            sample(7, SampleEnd::Stopped, "bad();", true),
        ];
        let counts = count_distinct(&samples, "old();", &known);
        let expected =
            FirstDistinct { top: 30, found: 4, compiling: 1, not_compiling: 1, plausible: 1 };
        assert_eq!(counts.first[0], expected);
        assert_eq!(counts.first.iter().map(|first| first.top).collect::<Vec<_>>(), TOP);
    }

    #[test]
    fn the_first_are_the_first_drawn() {
        let texts: Vec<String> = (0..120).map(|number| format!("f({number});")).collect();
        // Written in another order than drawn, as samples that go on side by side are.
        let samples: Vec<SampleLine> = (0..120)
            .rev()
            .map(|index| sample(index, SampleEnd::Ended, &texts[index], false))
            .collect();
        let fate = |index: usize| {
            if index < 60 { Verdict::Plausible { tests_run: 1 } } else { does_not_compile() }
        };
        let known =
            texts.iter().enumerate().map(|(index, text)| (token_key(text), fate(index))).collect();
        let counts = count_distinct(&samples, "", &known);
        let compiling: Vec<_> =
            counts.first.iter().map(|first| (first.found, first.compiling)).collect();
        assert_eq!(compiling, [(30, 30), (100, 60), (120, 60), (120, 60)]);
    }
}
