//! Whether Java files have the same syntax tree once their form is left aside.
//!
//! `javac` parses them, in a virtual machine of its own (`companion/trees`); nothing is resolved and
//! nothing of the project runs. What is normalised is said there, in `TreePrinter.java`.

use companion::{CompileStep, Component, build_jar_in, embedded, find_jdk, java_command};
use project::{BuildSettings, RunError, run_process};

use crate::error::{BenchError, temporary_folder};

/// The oldest JDK that the companion's sources compile with.
const JDK: u32 = 17;
/// What each line of the answer begins with; the virtual machine may write others.
const MARK: &str = "patchwright-tree ";

/// How files are parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SyntaxTrees<'a> {
    /// The language level, if it is known; else the latest that the JDK knows.
    pub(crate) level: Option<u32>,
    /// Where the companion is kept, and the limits of its run.
    pub(crate) build: &'a BuildSettings,
}

impl SyntaxTrees<'_> {
    /// Whether one of `texts` has the tree of `wanted`; nothing when `wanted` cannot be parsed, or
    /// none can and none has.
    ///
    /// # Errors
    /// When there is no JDK or its virtual machine does not do its work.
    ///
    /// # Cost
    /// The start of a virtual machine, half a second; none where there are no texts.
    pub(crate) fn any_is(
        &self,
        wanted: &str,
        texts: &[String],
    ) -> Result<Option<bool>, BenchError> {
        if texts.is_empty() {
            return Ok(Some(false));
        }
        let mut all = vec![wanted];
        all.extend(texts.iter().map(String::as_str));
        let keys = self.keys(&all)?;
        let Some((Some(wanted), keys)) = keys.split_first() else { return Ok(None) };
        let same = keys.iter().flatten().any(|key| key == wanted);
        Ok((same || keys.iter().all(Option::is_some)).then_some(same))
    }

    /// The key of each file's tree, `None` for a file that is no Java of this level.
    fn keys(&self, texts: &[&str]) -> Result<Vec<Option<String>>, BenchError> {
        let jdk = find_jdk(JDK)?;
        let component = Component {
            name: "trees".to_owned(),
            steps: vec![CompileStep::new("trees", embedded("trees/src")?)],
            manifest: Vec::new(),
        };
        let jar = build_jar_in(&self.build.cache_folder, &jdk, &component)?;
        let folder = temporary_folder()?;
        let mut command = java_command(&jdk.home().join("bin/java"));
        command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss16m", "-cp"]).arg(jar);
        command.args(["patchwright.trees.TreeKeys", MARK]);
        command.arg(self.level.map_or("-".to_owned(), |level| level.to_string()));
        for (index, text) in texts.iter().enumerate() {
            let path = folder.path().join(format!("{index}.java"));
            std::fs::write(&path, text).map_err(BenchError::file("write", &path))?;
            command.arg(path);
        }
        let failed = |reason: String| BenchError::SyntaxTrees { reason };
        let output =
            run_process(&mut command, &self.build.limits).map_err(|error| match error {
                RunError::Stopped => BenchError::Stopped,
                error => failed(task::with_causes(&error)),
            })?;
        let lines = output.text.lines().filter_map(|line| line.strip_prefix(MARK));
        let keys: Vec<Option<String>> =
            lines.map(|line| line.strip_prefix("key ").map(str::to_owned)).collect();
        if output.exit_code == Some(0) && keys.len() == texts.len() {
            Ok(keys)
        } else {
            Err(failed(output.text.lines().take(5).collect::<Vec<_>>().join("; ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use project::{BuildSettings, CopyLimits, Limits, Network, StopFlag};

    use super::SyntaxTrees;

    fn same(one: &str, other: &str) -> Option<bool> {
        let cache = std::env::temp_dir().join("patchwright-test-trees");
        let build = BuildSettings {
            network: Network::Denied,
            maven_program: None,
            java_home: None,
            cache_folder: cache,
            limits: Limits::usual(StopFlag::default()),
            copy_limits: CopyLimits::USUAL,
        };
        let in_class = |text: &str| format!("class A {{ int f(int x) {{\n{text}\n}} }}");
        let trees = SyntaxTrees { level: Some(8), build: &build };
        trees.any_is(&in_class(one), &[in_class(other)]).unwrap()
    }

    #[test]
    fn form_is_no_difference_and_everything_else_is() {
        for (one, other, expected) in [
            ("return x + 1;", "return (x) + (1); // one", Some(true)),
            ("if (x == 0x10) return 1;", "if ((x == 16)) { return 1; };", Some(true)),
            ("for (;;) { }", "for (;;);", Some(true)),
            ("final int z = 1; return z;", "int z = 1; return z;", Some(false)),
            ("return x + 1;", "return 1 + x;", Some(false)),
            ("return (x + 1) * 2;", "return x + 1 * 2;", Some(false)),
            ("for (; x < 1;) { x++; }", "for (x++; x < 1;) { }", Some(false)),
            (
                "if (x > 0) { if (x > 1) return 1; } else return 2;",
                "if (x > 0) if (x > 1) return 1; else return 2;",
                Some(false),
            ),
            ("if (x > 0) { int z = 1; }", "if (x > 0) { int w = 1; }", Some(false)),
            ("String s = \"a b\";", "String s = \"a  b\";", Some(false)),
            ("g(1, 23);", "g(12, 3);", Some(false)),
            ("return x +;", "return x;", None),
            ("return x;", "return x +;", None),
        ] {
            assert_eq!(same(one, other), expected, "`{one}` and `{other}`");
        }
    }
}
