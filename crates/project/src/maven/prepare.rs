//! The first run of Maven in a copy: fetches, compiles, and tells what the project is made of.

use std::fs;
use std::path::{Path, PathBuf};

use task::Digest;

use crate::build_system::{BuildSettings, ProjectCopy};
use crate::command::{BuildCommand, CommandRunner, Network, RunError};
use crate::environment;
use crate::error::{FailureCause, ProjectError};
use crate::jdk::{JdkInUse, choose_jdk, newer_jdk, older_jdk};
use crate::maven::arguments::{common_arguments, property};
use crate::maven::convert::to_model;
use crate::maven::failure::build_failure;
use crate::maven::installation::{Installation, build_environment};
use crate::maven::model_cache;
use crate::maven::record::BuildRecord;
use crate::maven::spy::spy_jar;
use crate::model::ProjectModel;

/// What is under way, for messages.
const STAGE: &str = "compiling the project";

/// What decides a model, found before Maven builds.
struct Inputs {
    jdk: JdkInUse,
    installation: Installation,
    spy_jar: PathBuf,
    key: Digest,
}

impl Inputs {
    fn of(root: &Path, settings: &BuildSettings) -> Result<Self, ProjectError> {
        let jdk = choose_jdk(settings.java_home.as_deref())?;
        let installation = Installation::find(root, settings, &jdk)?;
        let spy_jar = spy_jar(&settings.cache_folder, &installation)?;
        let key = model_cache::key(root, &installation, &jdk, &spy_jar)?;
        Ok(Self { jdk, installation, spy_jar, key })
    }
}

/// The model from an earlier run.
pub(super) fn cached_model(
    root: &Path,
    settings: &BuildSettings,
) -> Result<Option<ProjectModel>, ProjectError> {
    let inputs = Inputs::of(root, settings)?;
    Ok(model_cache::load(&settings.cache_folder, &inputs.key, root))
}

/// Compiles the copy and reads its model. When the JDK does not suit the project and the settings
/// do not name it, another one is tried.
pub(super) fn prepare(
    copy: ProjectCopy<'_>,
    settings: &BuildSettings,
    runner: &dyn CommandRunner,
) -> Result<ProjectModel, ProjectError> {
    let inputs = Inputs::of(copy.root, settings)?;
    let known = model_cache::load(&settings.cache_folder, &inputs.key, copy.root);
    let known = known.as_ref();
    let jdk = known.map_or(&inputs.jdk, |model| &model.jdk);
    let run = |jdk: &JdkInUse| build(copy, &inputs, jdk, known, settings, runner);
    let model = match run(jdk) {
        Err(error) => match another_jdk(&error, settings, jdk) {
            Some(other) => run(&other)?,
            None => return Err(error),
        },
        Ok(model) => model,
    };
    model_cache::store(&settings.cache_folder, &inputs.key, &model)?;
    Ok(model)
}

fn another_jdk(
    error: &ProjectError,
    settings: &BuildSettings,
    current: &JdkInUse,
) -> Option<JdkInUse> {
    let ProjectError::Build(failure) = error else { return None };
    match failure.cause {
        _ if settings.java_home.is_some() => None,
        FailureCause::JdkTooOld { needed } => newer_jdk(needed),
        FailureCause::JdkTooNew => older_jdk(current),
        _ => None,
    }
}

fn build(
    copy: ProjectCopy<'_>,
    inputs: &Inputs,
    jdk: &JdkInUse,
    known: Option<&ProjectModel>,
    settings: &BuildSettings,
    runner: &dyn CommandRunner,
) -> Result<ProjectModel, ProjectError> {
    let model_file = copy.scratch.join("model.json");
    // A record of an earlier try must not be taken for one of this run.
    if model_file.exists() {
        fs::remove_file(&model_file).map_err(ProjectError::write(&model_file))?;
    }
    let command = command(copy, inputs, jdk, known, settings, &model_file);
    let output = runner.run(&command, &settings.limits).map_err(run_error)?;
    if output.exit_code != Some(0) {
        let failure = build_failure(&output.text, copy.root, copy.original);
        return Err(ProjectError::Build(Box::new(failure)));
    }
    let record = BuildRecord::read(&model_file)?;
    Ok(to_model(record, copy.root.to_owned(), &inputs.installation, jdk.clone()))
}

fn command(
    copy: ProjectCopy<'_>,
    inputs: &Inputs,
    jdk: &JdkInUse,
    known: Option<&ProjectModel>,
    settings: &BuildSettings,
    model_file: &Path,
) -> BuildCommand {
    let mut arguments = common_arguments();
    arguments.push(property("maven.ext.class.path", &inputs.spy_jar));
    arguments.push(property("patchwright.model", model_file));
    let maven_folder = environment::home().map(|home| home.join(".m2"));
    if settings.network == Network::Denied {
        arguments.push("-o".into());
        // In the sandbox the user's home is another one, and Maven would look for its files there.
        let usual = maven_folder.as_ref().map(|folder| folder.join("repository"));
        let repository = known.map(|model| model.build_tool.local_repository.clone());
        if let Some(repository) = repository.or(usual) {
            arguments.push(property("maven.repo.local", repository));
        }
    }
    // An earlier run has made Surefire fetch what it needs to run the tests.
    if known.is_some() {
        arguments.push(property("patchwright.surefireIsComplete", "true"));
    }
    arguments.push("test".into());
    let mut readable = vec![inputs.installation.home.clone(), jdk.home.clone()];
    readable.push(inputs.spy_jar.clone());
    let mut writable = vec![copy.root.to_owned(), copy.scratch.to_owned()];
    writable.extend(maven_folder);
    BuildCommand {
        program: inputs.installation.program.clone(),
        arguments,
        environment: build_environment(jdk),
        folder: copy.root.to_owned(),
        readable,
        writable,
        network: settings.network,
    }
}

fn run_error(error: RunError) -> ProjectError {
    match error {
        RunError::TimeLimit { limit_seconds, .. } => {
            ProjectError::TimeLimit { stage: STAGE, limit_seconds, last_class: None }
        }
        source => ProjectError::Run { stage: STAGE, source },
    }
}
