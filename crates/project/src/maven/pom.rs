//! What has to be read from POM files before Maven runs: which modules a POM lists.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::ProjectError;
use crate::xml::Element;

/// The file name of a POM.
const POM: &str = "pom.xml";

/// The topmost folder upwards whose POM lists, directly or through other modules, the module in
/// `folder`.
pub(crate) fn reactor_root(folder: &Path) -> Result<PathBuf, ProjectError> {
    let mut root = folder.to_owned();
    for ancestor in folder.ancestors().skip(1) {
        let pom = ancestor.join(POM);
        if pom.is_file() && listed_modules(&pom)?.contains(&root) {
            root = ancestor.to_owned();
        }
    }
    Ok(root)
}

/// The folders of the modules that a POM lists, in profiles too.
fn listed_modules(pom: &Path) -> Result<Vec<PathBuf>, ProjectError> {
    let text = fs::read_to_string(pom).map_err(ProjectError::read(pom))?;
    let project = Element::parse(&text)
        .map_err(|reason| ProjectError::BuildFile { path: pom.to_owned(), reason })?;
    let profiles = project.child("profiles");
    let profiles = profiles.into_iter().flat_map(|profiles| profiles.children_named("profile"));
    let folder = pom.parent().unwrap_or(pom);
    let modules = std::iter::once(&project)
        .chain(profiles)
        .filter_map(|holder| holder.child("modules"))
        .flat_map(|modules| modules.children_named("module"))
        .map(|module| folder.join(module.text.trim()))
        .filter_map(|path| path.canonicalize().ok())
        .filter_map(|path| match path.is_file() {
            // A module may be named by its POM.
            true => path.parent().map(Path::to_owned),
            false => Some(path),
        });
    Ok(modules.collect())
}
