//! Names tests to Surefire.

use std::collections::BTreeMap;
use std::ffi::OsString;

use task::TestName;

use crate::error::ProjectError;
use crate::model::{Module, ProjectModel};
use crate::version::version_is_at_least;

/// The first version that understands several methods of several classes.
const METHODS_SINCE: (u32, u32) = (2, 19);

/// The arguments that select tests, and the modules that have them where these are known.
pub(super) fn test_arguments(
    model: &ProjectModel,
    tests: &[TestName],
) -> Result<Vec<OsString>, ProjectError> {
    let mut arguments = vec![format!("-Dtest={}", test_pattern(model, tests)?).into()];
    if let Some(modules) = modules_of(model, tests).filter(|_| model.modules.len() > 1) {
        // The modules that these depend on are compiled along.
        arguments.extend(["-am".into(), "-pl".into(), modules]);
    }
    Ok(arguments)
}

fn test_pattern(model: &ProjectModel, tests: &[TestName]) -> Result<String, ProjectError> {
    let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for test in tests {
        let method = test.method.as_deref();
        if ![Some(test.class.as_str()), method].into_iter().flatten().all(is_java_name) {
            return Err(ProjectError::TestName(test.to_string()));
        }
        classes.entry(&test.class).or_default().extend(method);
    }
    let whole_class = |class: &str| {
        let mut tests = tests.iter().filter(|test| test.class == class);
        tests.any(|test| test.method.is_none())
    };
    let methods_work = knows_methods(model);
    let patterns = classes.into_iter().map(|(class, methods)| {
        if whole_class(class) || !methods_work {
            class.to_owned()
        } else {
            let methods = methods.into_iter().flat_map(|method| {
                // JUnit 4 names the runs of a parameterised test `method[0]`, `method[1]`, …
                [method.to_owned(), format!("{method}[*]")]
            });
            format!("{class}#{}", methods.collect::<Vec<_>>().join("+"))
        }
    });
    Ok(patterns.collect::<Vec<_>>().join(","))
}

/// Surefire's patterns have signs of their own, so only what can be a name passes.
fn is_java_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._$".contains(c))
}

fn knows_methods(model: &ProjectModel) -> bool {
    let settings = model.modules.iter().filter_map(|module| module.test_settings.as_ref());
    settings
        .map(|settings| &settings.plugin_version)
        .all(|version| version_is_at_least(version, METHODS_SINCE))
}

/// The folders of the modules whose compiled tests hold the classes, as Maven lists modules; `None`
/// when one of the classes is not found.
fn modules_of(model: &ProjectModel, tests: &[TestName]) -> Option<OsString> {
    let mut folders = std::collections::BTreeSet::new();
    for test in tests {
        let file = format!("{}.class", test.class.replace('.', "/"));
        let mut modules = model.modules.iter();
        let holds = |module: &&Module| module.test.output_folder.join(&file).is_file();
        let module = modules.find(holds)?;
        let below = module.folder.strip_prefix(&model.root).ok()?.to_str()?;
        folders.insert(if below.is_empty() { "." } else { below });
    }
    Some(folders.into_iter().collect::<Vec<_>>().join(",").into())
}
