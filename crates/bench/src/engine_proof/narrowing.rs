//! Texts that compile and that an engine rejects all the same, as its contract says: they leave the
//! method around the hole, or declare a label.

use engine::Feasibility;
use syntax::{JavaFile, differ_only_in_bodies};

use super::brackets::closes_what_it_has_not_opened;
use super::file_view::code_of;
use super::subject::Subject;

/// The engine's rule for a text that leaves the method around the hole.
const ESCAPES: &str = "escapes";

/// What is counted for a label.
pub(super) const LABEL: &str = "declares a label";
/// What is counted for a text that leaves its method.
pub(super) const LEAVES_METHOD: &str = "leaves the method";

/// Whether a text closes the method around the hole and begins another one. The engine's word
/// alone is not enough: the text must close a brace that it has not opened.
pub(super) fn leaves_the_method(subject: &Subject<'_>, text: &str, end: &Feasibility) -> bool {
    if !code_of(text).is_some_and(|code| closes_what_it_has_not_opened(text, &code)) {
        return false;
    }
    let by_engine = matches!(end, Feasibility::Infeasible(reason) if reason.rule == ESCAPES);
    by_engine || {
        let filled = JavaFile::parse(subject.hole().filled(text).text());
        filled.is_ok_and(|filled| !differ_only_in_bodies(&subject.view.java, &filled))
    }
}

#[cfg(test)]
mod tests {
    use engine::Feasibility;

    use super::leaves_the_method;
    use crate::engine_proof::test_subject::{view_of_body, whole_body};

    #[test]
    fn a_text_that_leaves_its_method() {
        let view = view_of_body("a();");
        let subject = whole_body(&view);
        for (text, expected) in [
            ("b(); } void n() { c();", true),
            ("if (b) { c(); }", false),
            ("b();", false),
            ("}", true),
        ] {
            let found = leaves_the_method(&subject, text, &Feasibility::Feasible);
            assert_eq!(found, expected, "{text}");
        }
    }
}
