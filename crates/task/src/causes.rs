//! Errors as people read them.

use std::error::Error;

/// An error and its causes in one line, from the outermost. A cause that its effect's text tells
/// already is not told again.
pub fn with_causes(error: &dyn Error) -> String {
    let mut told = error.to_string();
    let mut effect = told.clone();
    let mut next = error.source();
    while let Some(error) = next {
        let cause = error.to_string();
        if !effect.contains(&cause) {
            told.push_str(": ");
            told.push_str(&cause);
            effect = cause;
        }
        next = error.source();
    }
    told
}

#[cfg(test)]
mod tests {
    use super::with_causes;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Link {
        text: &'static str,
        source: Option<Box<Link>>,
    }

    #[test]
    fn a_cause_is_told_once() {
        for (texts, expected) in [
            (&["could not draw"][..], "could not draw"),
            (&["could not draw", "no model"], "could not draw: no model"),
            (&["could not write `a`: no space", "no space"], "could not write `a`: no space"),
            (&["no lock: no space", "no space", "disk full"], "no lock: no space: disk full"),
        ] {
            let chain = texts.iter().rev().fold(None, |source: Option<Box<Link>>, &text| {
                Some(Box::new(Link { text, source }))
            });
            assert_eq!(with_causes(chain.unwrap().as_ref()), expected);
        }
    }
}
