//! What judges said of the plausible patches.

use std::collections::BTreeSet;

use super::configuration::Configuration;
use super::table::{Column, Table, Value};
use crate::judgements::{Assessment, Judgements, Standing};

/// The table, when anybody has judged a patch.
pub(super) fn table(
    configurations: &[Configuration<'_>],
    judgements: &Judgements,
) -> Option<Table> {
    let judges: BTreeSet<&str> = judgements.iter().map(|known| known.judge.as_str()).collect();
    if judges.is_empty() {
        return None;
    }
    let judges: Vec<&str> = judges.into_iter().collect();
    Some(Table {
        name: "judged",
        title: "What judges say of the plausible patches".to_owned(),
        columns: vec![
            Column::plain("configuration", "variant"),
            Column::plain("plausible_bugs", "plausible bugs"),
            Column::plain("correct_bugs", "bugs with a correct patch"),
            Column::plain("correct_patches", "correct patches"),
            Column::plain("not_correct_patches", "not correct"),
            Column::plain("undecided_patches", "undecided"),
            Column::plain("patches_not_judged", "not judged"),
        ],
        rows: configurations.iter().map(|known| row(known, judgements)).collect(),
        notes: vec![
            format!("Judged by {}.", judges.join(", ")),
            "Distinct patches by their Java tokens. `correct` and `not correct` are those that all \
             who looked at them agree on; `undecided` ones are disputed, or a judge is unsure."
                .to_owned(),
        ],
    })
}

fn row(configuration: &Configuration<'_>, judgements: &Judgements) -> Vec<Value> {
    let mut counts = Counts::default();
    for bug in &configuration.bugs {
        let patches: BTreeSet<&String> =
            bug.by_seed.values().flat_map(|cell| &cell.patches).collect();
        let before = counts.correct;
        for key in patches {
            match judgements.standing(bug.bug, key) {
                Standing::Agreed(Assessment::Correct) => counts.correct += 1,
                Standing::Agreed(Assessment::NotCorrect) => counts.not_correct += 1,
                Standing::Agreed(Assessment::Unsure) | Standing::Disputed => counts.undecided += 1,
                Standing::NotJudged => counts.not_judged += 1,
            }
        }
        counts.plausible_bugs += usize::from(bug.is_plausible());
        counts.correct_bugs += usize::from(counts.correct > before);
    }
    let Counts { plausible_bugs, correct_bugs, correct, not_correct, undecided, not_judged } =
        counts;
    let mut row = vec![Value::text(&configuration.label)];
    row.extend(
        [plausible_bugs, correct_bugs, correct, not_correct, undecided, not_judged]
            .map(Value::Count),
    );
    row
}

/// Patches by what is said of them, and their bugs.
#[derive(Default)]
struct Counts {
    plausible_bugs: usize,
    correct_bugs: usize,
    correct: usize,
    not_correct: usize,
    undecided: usize,
    not_judged: usize,
}

#[cfg(test)]
mod tests {
    use super::super::configuration::configurations;
    use super::{Value, table};
    use crate::judgements::tests::judgement;
    use crate::judgements::{Assessment, Judgements};
    use crate::matrix::settings_for_tests::matrix;
    use crate::test_cells::counted;

    #[test]
    fn a_bug_is_fixed_when_all_its_judges_say_so_of_one_patch() {
        let matrix = matrix(&["shop-1", "shop-2"], &["off", "full"], &[1]);
        let records: Vec<_> = matrix
            .cells()
            .iter()
            .map(|cell| match (cell.bug.as_str(), cell.variant.as_str()) {
                ("shop-1", "full") => counted(cell, 1.0, 10, 5, 3),
                ("shop-1", "off") => counted(cell, 1.0, 10, 5, 1),
                _ => counted(cell, 1.0, 10, 5, 0),
            })
            .collect();
        let rows = configurations(&matrix, &records);
        assert!(table(&rows, &Judgements::default()).is_none());

        let judgements = Judgements::new([
            judgement("patch0", "Ada", Assessment::Correct, 1),
            judgement("patch0", "Bob", Assessment::NotCorrect, 2),
            judgement("patch1", "Ada", Assessment::Correct, 3),
        ]);
        let table = table(&rows, &judgements).unwrap();
        assert_eq!(table.notes[0], "Judged by Ada, Bob.");
        let counts: Vec<Vec<Value>> = table.rows.iter().map(|row| row[1..].to_vec()).collect();
        assert_eq!(counts[0], [1, 0, 0, 0, 1, 0].map(Value::Count));
        assert_eq!(counts[1], [1, 1, 1, 0, 1, 1].map(Value::Count));
    }
}
