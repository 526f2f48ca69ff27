//! Cases of the contract: Java files with a hole marked inside, and what must be answered.
//!
//! ```text
//! == members of a string
//! class A {
//!   int f(String s) {
//!     «return s.length();»
//!   }
//! }
//! -- names return s.
//! has length isEmpty
//! lacks size
//! -- feasible return s.isEmpty()
//! -- infeasible return s.size()
//! -- compiles return 1;
//! -- fails return s;
//! ```
//! What stands between the marks is the true text: it must compile. `infeasible` speaks of `check`,
//! `compiles` and `fails` of `end`. A text's `\n` is a line end.

use task::{Hole, SourceText, Span};

/// What an engine must answer about one hole.
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) hole: Hole,
    pub(crate) expectations: Vec<Expectation>,
}

/// One answer that is expected.
#[derive(Debug)]
pub(crate) enum Expectation {
    Names { before: String, has: Vec<String>, lacks: Vec<String> },
    Feasible(String),
    Infeasible(String),
    Compiles(String),
    Fails(String),
}

/// All cases of the suite.
pub(crate) fn all() -> Vec<Case> {
    let texts = [
        include_str!("cases/names.txt"),
        include_str!("cases/checks.txt"),
        include_str!("cases/ends.txt"),
    ];
    texts.into_iter().flat_map(parse).collect()
}

fn parse(text: &str) -> Vec<Case> {
    text.split("\n== ").skip(1).map(parse_case).collect()
}

fn parse_case(text: &str) -> Case {
    let (title, rest) = text.split_once('\n').unwrap();
    let (java, rest) = rest.split_once("\n-- ").unwrap_or((rest, ""));
    let expectations = rest
        .split("\n-- ")
        .filter(|text| !text.trim().is_empty())
        .map(|text| parse_expectation(title, text.trim_end_matches('\n')))
        .collect();
    Case { title: title.to_owned(), hole: marked_hole(java), expectations }
}

/// The hole between `«` and `»` of a file.
pub(crate) fn marked_hole(java: &str) -> Hole {
    let (prefix, rest) = java.split_once('«').expect("a hole starts with «");
    let (content, suffix) = rest.split_once('»').expect("a hole ends with »");
    let text = format!("{prefix}{content}{suffix}");
    let file = SourceText::from_bytes("src/A.java", text.into_bytes()).unwrap();
    Hole::of_span(&file, Span::new(prefix.len(), prefix.len() + content.len()))
}

fn parse_expectation(title: &str, text: &str) -> Expectation {
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    let (word, argument) = first.split_once(' ').unwrap_or((first, ""));
    let argument = argument.replace("\\n", "\n");
    let words_after = |label: &str| -> Vec<String> {
        let line = text.lines().find_map(|line| line.strip_prefix(label));
        line.unwrap_or("").split_whitespace().map(str::to_owned).collect()
    };
    match word {
        "names" => Expectation::Names {
            before: argument,
            has: words_after("has "),
            lacks: words_after("lacks "),
        },
        "feasible" => Expectation::Feasible(argument),
        "infeasible" => Expectation::Infeasible(argument),
        "compiles" => Expectation::Compiles(argument),
        "fails" => Expectation::Fails(argument),
        other => panic!("{title}: there is no expectation `{other}`"),
    }
}
