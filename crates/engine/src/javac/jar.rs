//! How the companion's jar is built: `companion/engine/BUILD.md` in the repository says why so.

use companion::{CompanionError, CompileStep, Component, embedded};

/// The packages of javac that the companion uses.
const JAVAC_PACKAGES: [&str; 8] = ["api", "code", "comp", "file", "main", "parser", "tree", "util"];

/// The packages of javac that the companion has classes in.
const INSIDE_PACKAGES: [&str; 2] = ["comp", "parser"];

pub(super) fn engine_component() -> Result<Component, CompanionError> {
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
