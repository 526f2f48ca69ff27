//! How the companion's jar is built: `companion/engine/BUILD.md` in the repository says why so.

use std::path::PathBuf;

use companion::{CompanionError, CompileStep, Component, Jdk, build_jar, embedded, install_hint};

use super::settings::ENGINE_JDKS;
use crate::EngineError;

/// The packages of javac that the companion uses.
const JAVAC_PACKAGES: [&str; 8] = ["api", "code", "comp", "file", "main", "parser", "tree", "util"];

/// The packages of javac that the companion has classes in.
const INSIDE_PACKAGES: [&str; 2] = ["comp", "parser"];

/// The jar, built with `jdk` unless the user's cache folder has it.
pub(super) fn engine_jar(jdk: &Jdk) -> Result<PathBuf, EngineError> {
    let version = jdk.version().feature();
    build_jar(jdk, &engine_component(version)?).map_err(|error| match error {
        CompanionError::Build { .. } if !ENGINE_JDKS.contains(&version) => EngineError::UnfitJdk {
            expected: ENGINE_JDKS,
            found: jdk.version().to_string(),
            home: jdk.home().to_owned(),
            hint: install_hint(ENGINE_JDKS[0]),
            source: Box::new(error),
        },
        other => other.into(),
    })
}

/// The folder of the sources that differ between versions of javac.
fn sources_for(version: u32) -> &'static str {
    if version < 25 { "engine/src/versions/from17" } else { "engine/src/versions/from25" }
}

fn engine_component(version: u32) -> Result<Component, CompanionError> {
    let versions = CompileStep {
        javac_options: patch("sources/versions").to_vec(),
        jar_folder: "inside/".to_owned(),
        ..CompileStep::new("versions", embedded(sources_for(version))?)
    };
    let inside = CompileStep {
        javac_options: patch("sources/inside:classes/versions").to_vec(),
        jar_folder: "inside/".to_owned(),
        ..CompileStep::new("inside", embedded("engine/src/inside")?)
    };
    let exports = JAVAC_PACKAGES
        .iter()
        .flat_map(|package| ["--add-exports".to_owned(), format!("{}=ALL-UNNAMED", full(package))]);
    let outside = CompileStep {
        javac_options: patch("classes/inside:classes/versions")
            .into_iter()
            .chain(exports)
            .collect(),
        ..CompileStep::new("companion", embedded("engine/src/companion")?)
    };
    Ok(Component {
        name: "engine".to_owned(),
        steps: vec![versions, inside, outside],
        manifest: manifest(),
    })
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

    use super::{ENGINE_JDKS, engine_jar};

    #[test]
    fn the_companion_is_built_with_each_jdk_that_it_is_written_for() {
        for version in ENGINE_JDKS {
            let jdk = all_jdks().into_iter().find(|jdk| jdk.version().feature() == version);
            match jdk {
                Some(jdk) => assert!(engine_jar(&jdk).unwrap().is_file()),
                None => println!("SKIPPED: there is no JDK {version} on this machine"),
            }
        }
    }
}
