//! How the companion's jar is built: `companion/engine/BUILD.md` in the repository says why so.

use std::path::PathBuf;

use companion::{CompanionError, CompileStep, Component, Jdk, build_jar, embedded, install_hint};

use super::settings::ENGINE_JDK;
use crate::EngineError;

/// The packages of javac that the companion uses.
const JAVAC_PACKAGES: [&str; 8] = ["api", "code", "comp", "file", "main", "parser", "tree", "util"];

/// The packages of javac that the companion has classes in.
const INSIDE_PACKAGES: [&str; 2] = ["comp", "parser"];

/// The jar, built with `jdk` unless the user's cache folder has it.
pub(super) fn engine_jar(jdk: &Jdk) -> Result<PathBuf, EngineError> {
    build_jar(jdk, &engine_component()?).map_err(|error| match error {
        CompanionError::Build { .. } if jdk.version().feature() != ENGINE_JDK => {
            EngineError::UnfitJdk {
                expected: ENGINE_JDK,
                found: jdk.version().to_string(),
                home: jdk.home().to_owned(),
                hint: install_hint(ENGINE_JDK),
                source: Box::new(error),
            }
        }
        other => other.into(),
    })
}

fn engine_component() -> Result<Component, CompanionError> {
    let inside = CompileStep {
        javac_options: patch("sources/inside").to_vec(),
        jar_folder: "inside/".to_owned(),
        ..CompileStep::new("inside", embedded("engine/src/inside")?)
    };
    let exports = JAVAC_PACKAGES
        .iter()
        .flat_map(|package| ["--add-exports".to_owned(), format!("{}=ALL-UNNAMED", full(package))]);
    let outside = CompileStep {
        javac_options: patch("classes/inside").into_iter().chain(exports).collect(),
        ..CompileStep::new("companion", embedded("engine/src/companion")?)
    };
    Ok(Component { name: "engine".to_owned(), steps: vec![inside, outside], manifest: manifest() })
}

fn patch(folder: &str) -> [String; 2] {
    ["--patch-module".to_owned(), format!("jdk.compiler={folder}")]
}

fn manifest() -> Vec<(String, String)> {
    let list = |packages: &[&str]| -> String {
        packages.iter().map(|package| full(package)).collect::<Vec<_>>().join(" ")
    };
    [
        ("Main-Class", "patchwright.companion.boot.Boot".to_owned()),
        ("Add-Exports", list(&JAVAC_PACKAGES)),
        ("Add-Opens", list(&INSIDE_PACKAGES)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

fn full(package: &str) -> String {
    format!("jdk.compiler/com.sun.tools.javac.{package}")
}

#[cfg(test)]
mod tests {
    use companion::all_jdks;

    use super::{ENGINE_JDK, engine_jar};
    use crate::EngineError;

    #[test]
    fn a_jdk_whose_javac_differs_is_refused_with_a_hint() {
        let newer = all_jdks().into_iter().find(|jdk| jdk.version().feature() >= 25);
        let Some(jdk) = newer else {
            println!("SKIPPED: there is no JDK 25 or newer on this machine");
            return;
        };
        let error = engine_jar(&jdk).unwrap_err();
        assert!(matches!(error, EngineError::UnfitJdk { expected: ENGINE_JDK, .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(jdk.version().as_str()) && message.contains("17"), "{message}");
    }
}
