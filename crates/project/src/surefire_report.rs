//! Reads the report files of Maven Surefire; other tools write the same format.

use std::fs;
use std::path::{Path, PathBuf};

use task::TestName;

use crate::error::ProjectError;
use crate::report::{TestOutcome, TestProblem, TestResult};
use crate::xml::Element;

/// A report file larger than this, in bytes, is refused: 256 MiB.
const LARGEST_REPORT: u64 = 256 << 20;

/// The report files in a folder, by name; none when the folder does not exist.
pub(crate) fn report_files(folder: &Path) -> Result<Vec<PathBuf>, ProjectError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(ProjectError::read(folder))? {
        let path = entry.map_err(ProjectError::read(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("TEST-") && name.ends_with(".xml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The results in one report file.
pub(crate) fn read_report(path: &Path) -> Result<Vec<TestResult>, ProjectError> {
    let fail = |reason| ProjectError::Report { path: path.to_owned(), reason };
    let size = fs::metadata(path).map_err(ProjectError::read(path))?.len();
    if size > LARGEST_REPORT {
        return Err(fail(format!("it has {size} bytes, and the limit is {LARGEST_REPORT}")));
    }
    let bytes = fs::read(path).map_err(ProjectError::read(path))?;
    // What a test prints may be anything; the names and results are plain text.
    results(&String::from_utf8_lossy(&bytes)).map_err(fail)
}

fn results(text: &str) -> Result<Vec<TestResult>, String> {
    let root = Element::parse(text)?;
    if root.name != "testsuite" {
        return Err(format!("its root is `{}` and not `testsuite`", root.name));
    }
    let suite_name = root.attribute("name").unwrap_or_default();
    root.children_named("testcase").map(|case| to_result(case, suite_name)).collect()
}

fn to_result(case: &Element, suite_name: &str) -> Result<TestResult, String> {
    let name = case.attribute("name").unwrap_or_default();
    // A failure of the class as a whole has no class of its own in some versions.
    let class = case.attribute("classname").filter(|class| !class.is_empty());
    let class = class.unwrap_or(suite_name);
    if class.is_empty() {
        return Err("a `testcase` has no `classname`".to_owned());
    }
    let method = Some(method_name(name)).filter(|method| !method.is_empty() && *method != class);
    let display_name = if name.is_empty() { class } else { name }.to_owned();
    Ok(TestResult {
        test: TestName { class: class.to_owned(), method: method.map(str::to_owned) },
        display_name,
        outcome: outcome(case),
        // Long times are written with separators in some versions: `1,234.5`.
        seconds: case
            .attribute("time")
            .and_then(|time| time.replace(',', "").parse().ok())
            .unwrap_or_default(),
    })
}

/// The method of a test such as `adds(int, int)[1]`, `adds{int}[2]` or `adds[0]`.
fn method_name(name: &str) -> &str {
    name.split(['(', '{', '[', ' ']).next().unwrap_or(name)
}

/// Anything that is not explicitly a pass is none: a test that passed only when it was run again
/// (`flakyFailure`) counts as failed.
fn outcome(case: &Element) -> TestOutcome {
    for child in &case.children {
        match child.name.as_str() {
            "failure" | "flakyFailure" => return TestOutcome::Failed(problem(child)),
            "error" | "flakyError" => return TestOutcome::Errored(problem(child)),
            "skipped" => {
                let reason = child.attribute("message").unwrap_or_default().to_owned();
                return TestOutcome::Skipped { reason };
            }
            _ => {}
        }
    }
    TestOutcome::Passed
}

fn problem(element: &Element) -> TestProblem {
    let attribute = |name| element.attribute(name).unwrap_or_default().to_owned();
    let trace = element.child_text("stackTrace").unwrap_or(element.text.trim());
    TestProblem {
        exception: attribute("type"),
        message: attribute("message"),
        stack_trace: trace.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{method_name, results};
    use crate::report::TestOutcome;

    #[test]
    fn each_kind_of_result_is_read() {
        let text = r#"<?xml version="1.0"?><testsuite name="a.T" tests="5">
            <properties><property name="x" value="y"/></properties>
            <testcase name="passes" classname="a.T" time="1,000.5"><system-out>o</system-out></testcase>
            <testcase name="fails(int)[1]" classname="a.T$In" time="0.1">
              <failure message="&lt;1&gt; &amp;" type="E"><![CDATA[E: <1>
    at a.T.fails(T.java:3)]]></failure></testcase>
            <testcase name="dies" classname="a.T"><error type="F">F</error></testcase>
            <testcase name="skips" classname="a.T"><skipped message="why"/></testcase>
            <testcase name="" classname="a.T"><error type="G"/></testcase>
            <testcase name="flaky" classname="a.T"><flakyFailure type="H"><stackTrace>s</stackTrace></flakyFailure></testcase>
            </testsuite>"#;
        let results = results(text).unwrap();
        let shown: Vec<_> = results
            .iter()
            .map(|result| {
                let problem =
                    result.outcome.problem().map(|p| (p.exception.as_str(), p.message.as_str()));
                (result.test.to_string(), problem)
            })
            .collect();
        let expected = [
            ("a.T#passes", None),
            ("a.T$In#fails", Some(("E", "<1> &"))),
            ("a.T#dies", Some(("F", ""))),
            ("a.T#skips", None),
            ("a.T", Some(("G", ""))),
            ("a.T#flaky", Some(("H", ""))),
        ];
        assert_eq!(shown, expected.map(|(name, problem)| (name.to_owned(), problem)));
        assert_eq!(results[0].seconds, 1000.5);
        assert!(results[1].outcome.problem().unwrap().stack_trace.ends_with("(T.java:3)"));
        assert_eq!(results[3].outcome, TestOutcome::Skipped { reason: "why".to_owned() });
    }

    #[test]
    fn a_report_that_is_cut_off_is_an_error() {
        let text = "<testsuite name='a.T'><testcase name='x' classname='a.T'/>";
        assert!(results(text).is_err());
        assert!(results("<html/>").is_err());
        assert!(results("").is_err());
    }

    #[test]
    fn the_method_is_what_stands_before_the_parameters() {
        for (name, method) in [
            ("adds", "adds"),
            ("adds(int)[1]", "adds"),
            ("adds{int}[2]", "adds"),
            ("adds[0]", "adds"),
        ] {
            assert_eq!(method_name(name), method);
        }
    }
}
