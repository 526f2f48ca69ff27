use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use include_dir::{Dir, include_dir};
use tempfile::TempDir;

use super::{BUILDING, build_into, build_jar_in};
use crate::{CompanionError, CompileStep, Component, Jdk, find_jdk};

static GREETER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/java/greeter");
static BROKEN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/java/broken");
static USER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/java/user");
static INSIDE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/java/inside");
static OUTSIDE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/java/outside");

fn step(sources: &'static Dir<'static>) -> CompileStep {
    CompileStep {
        javac_options: vec!["--release".to_owned(), "17".to_owned()],
        ..CompileStep::new("main", sources)
    }
}

fn component(step: CompileStep) -> Component {
    Component {
        name: "greeter".to_owned(),
        steps: vec![step],
        manifest: vec![("Main-Class".to_owned(), "greeter.Main".to_owned())],
    }
}

fn greeter() -> Component {
    component(step(&GREETER))
}

fn setup() -> (TempDir, Jdk) {
    (tempfile::tempdir().unwrap(), find_jdk(17).unwrap())
}

fn entry(jar: &Path, name: &str) -> Option<String> {
    let mut archive = zip::ZipArchive::new(fs::File::open(jar).unwrap()).unwrap();
    let mut bytes = Vec::new();
    archive.by_name(name).ok()?.read_to_end(&mut bytes).unwrap();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_jar_runs_and_is_built_once() {
    let (cache, jdk) = setup();
    let jar = build_jar_in(cache.path(), &jdk, &greeter()).unwrap();
    let output = Command::new(jdk.java()).arg("-jar").arg(&jar).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "hello from a resource: grüß dich\n");
    assert_eq!(entry(&jar, "NOTES.md"), None, "documents stay outside");
    assert_eq!(names_in(&cache.path().join("companion")).len(), 1, "no build folder is left");

    let built = fs::metadata(&jar).unwrap().modified().unwrap();
    let again = build_jar_in(cache.path(), &jdk, &greeter()).unwrap();
    assert_eq!(again, jar);
    assert_eq!(fs::metadata(&again).unwrap().modified().unwrap(), built);
}

#[test]
fn whatever_decides_the_content_decides_the_folder() {
    let (cache, jdk) = setup();
    let library = cache.path().join("library.jar");
    fs::write(&library, "1").unwrap();
    let with_library =
        component(CompileStep { class_path: vec![library.clone()], ..step(&GREETER) });
    let mut digests = vec![
        greeter().digest(&jdk).unwrap(),
        component(CompileStep::new("main", &GREETER)).digest(&jdk).unwrap(),
        component(CompileStep { jar_folder: "a/".to_owned(), ..step(&GREETER) })
            .digest(&jdk)
            .unwrap(),
        Component { manifest: Vec::new(), ..greeter() }.digest(&jdk).unwrap(),
        component(step(&BROKEN)).digest(&jdk).unwrap(),
        with_library.digest(&jdk).unwrap(),
    ];
    fs::write(&library, "22").unwrap();
    digests.push(with_library.digest(&jdk).unwrap());
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
    assert_eq!(greeter().digest(&jdk).unwrap(), greeter().digest(&jdk).unwrap());
}

#[test]
fn sources_that_do_not_compile_show_what_javac_wrote() {
    let (cache, jdk) = setup();
    let broken = component(step(&BROKEN));
    let error = build_jar_in(cache.path(), &jdk, &broken).unwrap_err();
    assert!(matches!(error, CompanionError::Build { .. }));
    let message = error.to_string();
    assert!(message.contains("Broken.java:4: error: incompatible types"), "{message}");
    let left = names_in(&cache.path().join("companion"));
    assert!(!left.iter().any(|name| name.starts_with(BUILDING)), "{left:?}");
}

/// A class of the module `jdk.compiler` that uses what only its package may, and a class of ours
/// that is compiled against it: the way the engine is built.
#[test]
fn a_later_step_sees_the_classes_of_an_earlier_one() {
    let (cache, jdk) = setup();
    let option = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let inside = CompileStep {
        javac_options: option("--patch-module jdk.compiler=sources/inside"),
        jar_folder: "inside/".to_owned(),
        ..CompileStep::new("inside", &INSIDE)
    };
    let outside = CompileStep {
        javac_options: option(
            "--patch-module jdk.compiler=classes/inside \
             --add-exports jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED",
        ),
        ..CompileStep::new("outside", &OUTSIDE)
    };
    let component = Component { steps: vec![inside, outside], ..greeter() };
    let jar = build_jar_in(cache.path(), &jdk, &component).unwrap();
    assert!(entry(&jar, "inside/com/sun/tools/javac/comp/Insider.class").is_some());
    assert!(entry(&jar, "outside/Outsider.class").is_some());
    assert_eq!(entry(&jar, "com/sun/tools/javac/comp/Insider.class"), None);
}

#[test]
fn a_component_is_compiled_against_the_jars_it_names() {
    let (cache, jdk) = setup();
    let library = build_jar_in(cache.path(), &jdk, &greeter()).unwrap();
    let alone = component(step(&USER));
    assert!(build_jar_in(cache.path(), &jdk, &alone).is_err(), "the library is needed");
    let user = component(CompileStep { class_path: vec![library], ..step(&USER) });
    assert!(build_jar_in(cache.path(), &jdk, &user).is_ok());
}

/// Past the lock that makes the threads of one process take turns, as two processes are.
#[test]
fn two_at_once_give_one_whole_jar() {
    let (cache, jdk) = setup();
    let target = cache.path().join("greeter.jar");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| build_into(cache.path(), &target, &jdk, &greeter()).unwrap());
        }
    });
    assert!(entry(&target, "greeter/Main.class").is_some());
    assert_eq!(names_in(cache.path()), ["greeter.jar"]);
}

#[test]
fn what_a_killed_build_left_is_removed_a_day_later() {
    let (cache, jdk) = setup();
    let companion = cache.path().join("companion");
    let (old, young) = (companion.join(".building-old"), companion.join(".building-young"));
    for folder in [&old, &young] {
        fs::create_dir_all(folder).unwrap();
    }
    let two_days_ago = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    fs::File::open(&old).unwrap().set_modified(two_days_ago).unwrap();
    build_jar_in(cache.path(), &jdk, &greeter()).unwrap();
    assert!(!old.exists() && young.exists());
}

#[test]
fn a_cache_folder_that_cannot_be_written_is_named() {
    let (cache, jdk) = setup();
    let file = cache.path().join("file");
    fs::write(&file, "").unwrap();
    let message = build_jar_in(&file, &jdk, &greeter()).unwrap_err().to_string();
    assert!(message.contains(&file.display().to_string()), "{message}");
}
