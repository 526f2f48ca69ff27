//! What a changed file concerns: its module and those that depend on it, and their tests.

use std::path::PathBuf;

use project::{Module, ProjectModel, SourceKind, SourceSet, TestSettings};
use task::TestName;
use walkdir::WalkDir;

use crate::compile::class_files;

/// Folders in which the compiler puts what annotation processors write. The compiler writes it
/// anew, so it must not be given to it as source.
const GENERATED_BY_PROCESSORS: [&str; 2] =
    ["generated-sources/annotations", "generated-test-sources/test-annotations"];

/// The module named `name` and those that depend on it, in the order of the build.
pub(crate) fn concerned_modules<'a>(model: &'a ProjectModel, name: &str) -> Vec<&'a Module> {
    let Some(changed) = model.modules.iter().find(|module| module.name == name) else {
        return Vec::new();
    };
    let outputs = [&changed.main.output_folder, &changed.test.output_folder];
    let depends = |module: &&Module| {
        module.name == name
            // The build tool has put what is depended on through others on the class path too.
            || module.test.class_path.iter().any(|entry| outputs.contains(&entry))
    };
    model.modules.iter().filter(depends).collect()
}

/// The settings of a module's tests, when the build runs any.
pub(crate) fn active_settings(module: &Module) -> Option<&TestSettings> {
    module.test_settings.as_ref().filter(|settings| !settings.skipped)
}

/// The classes of a module that the build takes for tests, by their names alone.
pub(crate) fn test_classes(module: &Module) -> Vec<TestName> {
    let Some(settings) = active_settings(module) else { return Vec::new() };
    class_files(&module.test.output_folder)
        .iter()
        .filter_map(|file| Some(file.with_extension("").to_str()?.replace('/', ".")))
        .filter(|class| settings.runs_class(class))
        .map(|class| TestName { class, method: None })
        .collect()
}

/// The module whose tests hold a class.
pub(crate) fn module_of_test<'a>(modules: &[&'a Module], test: &TestName) -> Option<&'a Module> {
    let file = PathBuf::from(format!("{}.class", test.class.replace('.', "/")));
    modules.iter().copied().find(|module| module.test.output_folder.join(&file).is_file())
}

/// The source set of a module.
pub(crate) fn source_set(module: &Module, kind: SourceKind) -> &SourceSet {
    match kind {
        SourceKind::Main => &module.main,
        SourceKind::Test => &module.test,
    }
}

/// All source files of a source set that are to be given to the compiler, in order.
pub(crate) fn source_files(set: &SourceSet) -> Vec<PathBuf> {
    let processes = set.compiler.annotation_processing.as_deref() != Some("none");
    let generated = |root: &&PathBuf| {
        processes && GENERATED_BY_PROCESSORS.iter().any(|folder| root.ends_with(folder))
    };
    let mut files: Vec<PathBuf> = set
        .source_roots
        .iter()
        .filter(|root| !generated(root))
        .flat_map(|root| WalkDir::new(root).sort_by_file_name().into_iter().flatten())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    files.sort();
    files.dedup();
    files
}
