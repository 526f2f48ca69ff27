//! Answers that were given before. Samples of one hole share most of their text, and an engine's
//! answer depends on nothing but the hole and the text.

use std::collections::HashMap;

use crate::{Completions, Feasibility};

/// How many answers of one kind are kept for one hole; then all of them are forgotten. A hole's
/// hundred samples ask some thousand different questions.
const MAX_ANSWERS: usize = 50_000;

/// The answers about one hole, by its text.
#[derive(Debug, Default)]
pub(super) struct Memo {
    pub(super) names: Answers<Completions>,
    pub(super) checks: Answers<Feasibility>,
    pub(super) ends: Answers<Feasibility>,
}

/// The answers to one kind of question.
#[derive(Debug)]
pub(super) struct Answers<T>(HashMap<String, T>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Clone> Answers<T> {
    pub(super) fn get(&self, text: &str) -> Option<T> {
        self.0.get(text).cloned()
    }

    pub(super) fn keep(&mut self, text: &str, answer: &T) {
        if self.0.len() >= MAX_ANSWERS {
            self.0.clear();
        }
        self.0.insert(text.to_owned(), answer.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, MAX_ANSWERS};

    #[test]
    fn the_number_of_answers_is_bounded() {
        let mut answers = Answers::default();
        for number in 0..=MAX_ANSWERS {
            answers.keep(&number.to_string(), &number);
        }
        assert_eq!(answers.get("0"), None);
        assert_eq!(answers.get(&MAX_ANSWERS.to_string()), Some(MAX_ANSWERS));
    }
}
