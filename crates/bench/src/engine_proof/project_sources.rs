//! The sources of a project, with the classes that its own build makes.

use std::path::{Path, PathBuf};

use project::{BuildSettings, ProjectModel, SourceSet, Workspace, discover, java_files};
use repair::source_set_settings;
use validate::SandboxedRunner;
use validate::sandbox::{Limits, Sandbox};

use super::corpus::{Corpora, Corpus};
use crate::error::{BenchError, temporary_folder};

/// A copy of a project that is compiled by its own build; each source set of each module is a
/// corpus.
///
/// # Errors
/// When the project does not compile, or there is no JDK, or no Java file.
///
/// # Cost
/// A copy of the project and one run of its build tool.
pub fn corpora_of_project(
    folder: &Path,
    settings: &BuildSettings,
    sandbox: Sandbox,
) -> Result<Corpora, BenchError> {
    let build = discover(folder)?;
    let copy = temporary_folder()?;
    let runner = SandboxedRunner { sandbox, resources: Limits::default() };
    let workspace = Workspace::create(&build, copy.path(), settings, &runner)?;
    let model = &workspace.model;
    let mut corpora = Vec::new();
    for module in &model.modules {
        for (kind, set) in [("main", &module.main), ("test", &module.test)] {
            let corpus = corpus(format!("{} ({kind})", module.name), model, set)?;
            corpora.extend(corpus);
        }
    }
    if corpora.is_empty() {
        let reason = format!("the project in `{}` holds no Java file", folder.display());
        return Err(BenchError::Choice(reason));
    }
    Ok(Corpora { corpora, _folder: Some(copy) })
}

/// A source set; `None` without files.
fn corpus(
    name: String,
    model: &ProjectModel,
    set: &SourceSet,
) -> Result<Option<Corpus>, BenchError> {
    let below = |path: &PathBuf| path.strip_prefix(&model.root).map(Path::to_owned).ok();
    let files: Vec<PathBuf> = set
        .source_roots
        .iter()
        .flat_map(|root| java_files(root))
        .filter_map(|file| below(&file))
        .collect();
    if files.is_empty() {
        return Ok(None);
    }
    let (javac, _) = source_set_settings(model, set)?;
    Ok(Some(Corpus { name, root: model.root.clone(), files, javac }))
}
