//! Which runner fits a module, and why none does.

use std::path::{Path, PathBuf};

use companion::{CompileStep, Component, Jdk, build_jar_in, embedded};
use project::{Module, ProjectModel, TestFrameworkKind, TestSettings, major_and_minor};

use crate::ValidateError;

/// The oldest JUnit 4 whose interface the runner is written for.
const OLDEST_JUNIT_4: (u32, u32) = (4, 12);

/// A runner that fits the framework of a module.
#[derive(Clone, Debug)]
pub(crate) struct Kit {
    /// Our jar.
    pub(crate) runner_jar: PathBuf,
    /// The class to start.
    pub(crate) main_class: &'static str,
    /// What the framework needs besides the module's class path.
    pub(crate) further_jars: Vec<PathBuf>,
    /// Whether it can select groups.
    pub(crate) knows_groups: bool,
}

/// Why a module's tests can only be run by the build tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoKit(pub(crate) String);

/// The jars of one framework that the runner is compiled against, and what to add to run it.
struct FrameworkJars {
    compile_against: Vec<PathBuf>,
    add: Vec<PathBuf>,
}

/// The runner for a module's tests, built in the cache folder unless it is there. The inner result
/// is why there is none: the build tool has to run them.
///
/// # Errors
/// When the runner cannot be built.
pub(crate) fn find_kit(
    module: &Module,
    settings: &TestSettings,
    model: &ProjectModel,
    cache_folder: &Path,
) -> Result<Result<Kit, NoKit>, ValidateError> {
    if let Some(reason) = needs_the_build_tool(module, settings) {
        return Ok(Err(NoKit(reason)));
    }
    let has = |kind| module.test_frameworks.iter().any(|framework| framework.kind == kind);
    let (name, main_class, jars) = if has(TestFrameworkKind::JUnitJupiter) {
        let jars = platform_jars(module, &model.build_tool.local_repository);
        ("platform", "patchwright.testing.platform.PlatformMain", jars)
    } else if has(TestFrameworkKind::JUnit4) {
        ("junit4", "patchwright.testing.junit4.JUnit4Main", junit4_jars(module))
    } else {
        return Ok(Err(NoKit("no test framework that is known is on its class path".to_owned())));
    };
    let knows_groups = name == "platform";
    if !knows_groups && settings.groups.as_ref().or(settings.excluded_groups.as_ref()).is_some() {
        return Ok(Err(NoKit("it selects groups of JUnit 4".to_owned())));
    }
    let jars = match jars {
        Ok(jars) => jars,
        Err(reason) => return Ok(Err(reason)),
    };
    let runner_jar = build_runner(name, jars.compile_against, model, cache_folder)?;
    Ok(Ok(Kit { runner_jar, main_class, further_jars: jars.add, knows_groups }))
}

fn needs_the_build_tool(module: &Module, settings: &TestSettings) -> Option<String> {
    let mut patterns = settings.includes.iter().chain(&settings.excludes);
    let roots = module.main.source_roots.iter().chain(&module.test.source_roots);
    let has_module_info = roots.clone().any(|root| root.join("module-info.java").is_file());
    if settings.java_program.is_some() {
        Some("its tests run on a Java of their own".to_owned())
    } else if has_module_info {
        Some("it is a module of the Java module system".to_owned())
    } else if module.test_frameworks.iter().any(|one| one.kind == TestFrameworkKind::TestNg) {
        Some("it uses TestNG".to_owned())
    } else if patterns.any(|pattern| pattern.contains("%regex[")) {
        Some("its tests are chosen by regular expressions".to_owned())
    } else {
        None
    }
}

fn build_runner(
    name: &str,
    class_path: Vec<PathBuf>,
    model: &ProjectModel,
    cache_folder: &Path,
) -> Result<PathBuf, ValidateError> {
    let options = ["--release", "17"].map(str::to_owned).to_vec();
    let core = CompileStep {
        javac_options: options.clone(),
        ..CompileStep::new("runner", embedded("testing/src/runner")?)
    };
    let mut framework = CompileStep::new(name, embedded(&format!("testing/src/{name}"))?);
    framework.class_path = class_path;
    framework.javac_options = options;
    // The step's own class path is the framework; our own part comes as source.
    let sources = ["-sourcepath", "sources/runner", "-implicit:none"].map(str::to_owned);
    framework.javac_options.extend(sources);
    let component = Component {
        name: format!("testing-{name}"),
        steps: vec![core, framework],
        manifest: Vec::new(),
    };
    Ok(build_jar_in(cache_folder, &Jdk::at(&model.jdk.home)?, &component)?)
}

/// The JUnit Platform in exactly the version that the module uses: a launcher of another version
/// finds no tests, or misses methods.
fn platform_jars(module: &Module, local_repository: &Path) -> Result<FrameworkJars, NoKit> {
    let class_path = module.test_run_class_path();
    let version = jar_version(&class_path, "junit-platform-commons")
        .or_else(|| jar_version(&class_path, "junit-platform-engine"))
        .ok_or_else(|| NoKit("the version of its JUnit Platform is not known".to_owned()))?;
    let mut add = Vec::new();
    let mut find = |group: &str, artifact: &str, version: &str| {
        let name = format!("{artifact}-{version}.jar");
        if let Some(path) = class_path.iter().find(|path| path.ends_with(&name)) {
            return Ok(path.clone());
        }
        let path = local_repository.join(group).join(artifact).join(version).join(&name);
        if !path.is_file() {
            return Err(NoKit(format!("`{name}` is not in the local repository")));
        }
        add.push(path.clone());
        Ok(path)
    };
    let compile_against =
        ["junit-platform-launcher", "junit-platform-engine", "junit-platform-commons"]
            .into_iter()
            .map(|artifact| find("org/junit/platform", artifact, &version))
            .collect::<Result<Vec<_>, _>>()?;
    // The build tool adds the engine by itself when a project names only the interface.
    if let Some(version) = jar_version(&class_path, "junit-jupiter-api") {
        find("org/junit/jupiter", "junit-jupiter-engine", &version)?;
    }
    Ok(FrameworkJars { compile_against, add })
}

fn junit4_jars(module: &Module) -> Result<FrameworkJars, NoKit> {
    let class_path = module.test_run_class_path();
    let found = class_path.iter().find_map(|path| Some((path, version_of(path, "junit")?)));
    let Some((jar, version)) = found else {
        return Err(NoKit("the version of its JUnit 4 is not known".to_owned()));
    };
    if major_and_minor(&version) < OLDEST_JUNIT_4 {
        return Err(NoKit(format!("its JUnit {version} is older than 4.12")));
    }
    Ok(FrameworkJars { compile_against: vec![jar.clone()], add: Vec::new() })
}

fn jar_version(class_path: &[PathBuf], artifact: &str) -> Option<String> {
    class_path.iter().find_map(|path| version_of(path, artifact))
}

/// The version in the name of a jar, such as `1.10.2` in `junit-platform-commons-1.10.2.jar`.
fn version_of(jar: &Path, artifact: &str) -> Option<String> {
    let name = jar.file_name()?.to_str()?;
    let version = name.strip_prefix(artifact)?.strip_prefix('-')?.strip_suffix(".jar")?;
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::version_of;

    #[test]
    fn the_version_stands_in_the_name() {
        for (jar, artifact, expected) in [
            ("/r/junit-4.13.2.jar", "junit", Some("4.13.2")),
            ("/r/junit-platform-commons-1.10.2.jar", "junit", None),
            ("/r/junit-platform-commons-1.10.2.jar", "junit-platform-commons", Some("1.10.2")),
            ("/r/junit-jupiter-api-5.11.0-M1.jar", "junit-jupiter-api", Some("5.11.0-M1")),
            ("/p/target/classes", "junit", None),
        ] {
            assert_eq!(version_of(Path::new(jar), artifact).as_deref(), expected, "{jar}");
        }
    }
}
