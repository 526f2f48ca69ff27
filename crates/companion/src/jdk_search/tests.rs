use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Places, all_jdks, find_jdk, search};
use crate::CompanionError;

/// A machine of its own below a temporary folder.
struct Machine {
    root: TempDir,
    places: Places,
}

impl Machine {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let places = Places {
            java_home: None,
            path_folders: Vec::new(),
            jvm_folder: root.path().join("jvm"),
            java_home_program: root.path().join("java_home"),
        };
        Self { root, places }
    }

    fn jdk(&self, home: &str, version: &str) -> PathBuf {
        let home = self.root.path().join(home);
        fs::create_dir_all(home.join("bin")).unwrap();
        for program in ["java", "javac"] {
            fs::write(home.join("bin").join(program), "").unwrap();
        }
        fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).unwrap();
        home.canonicalize().unwrap()
    }

    fn homes(&self) -> Vec<PathBuf> {
        search(&self.places).jdks.iter().map(|jdk| jdk.home().to_owned()).collect()
    }
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_users_choice_comes_first_and_each_folder_once() {
    let mut machine = Machine::new();
    let (second, first) = (machine.jdk("jvm/a17", "17.0.1"), machine.jdk("mine", "21"));
    let third = machine.jdk("jvm/b25", "25");
    std::os::unix::fs::symlink(&second, machine.root.path().join("jvm/default")).unwrap();
    machine.places.java_home = Some(first.clone());
    machine.places.path_folders = vec![machine.root.path().join("jvm/default/bin")];
    assert_eq!(machine.homes(), [first, second, third]);
}

#[test]
fn a_script_in_the_path_is_asked_where_its_jdk_is() {
    let mut machine = Machine::new();
    let home = machine.jdk("opt/17", "17.0.1");
    let shims = machine.root.path().join("shims/bin");
    fs::create_dir_all(&shims).unwrap();
    script(&shims.join("javac"), "#!/bin/sh\n");
    let answer = format!("java.home = {}\\njava.version = 17.0.1\\n", home.display());
    script(&shims.join("java"), &format!("#!/bin/sh\nprintf '{answer}' >&2\n"));
    machine.places.path_folders = vec![shims];
    assert_eq!(machine.homes(), [home]);
}

#[test]
fn the_program_of_macos_is_asked_last() {
    let machine = Machine::new();
    let home = machine.jdk("Library/17", "17.0.1");
    script(&machine.places.java_home_program, &format!("#!/bin/sh\necho '{}'\n", home.display()));
    assert_eq!(machine.homes(), [home]);
}

#[test]
fn the_error_says_what_was_found_and_what_to_type() {
    let mut machine = Machine::new();
    let old = machine.jdk("jvm/old", "1.8.0_392");
    machine.places.java_home = Some(machine.root.path().join("not/there"));
    let error = search(&machine.places).first_of(17).unwrap_err();
    let CompanionError::NoJdk { minimum: 17, looked, hint } = &error else { panic!("{error}") };
    assert!(looked.contains(&format!("`{}` is version 1.8.0_392", old.display())), "{looked}");
    assert!(looked.contains("not/there` is not a JDK"), "{looked}");
    assert!(hint.contains("17"), "{hint}");
}

#[test]
fn this_machine_has_a_jdk() {
    let jdk = find_jdk(17).unwrap();
    assert!(jdk.version().feature() >= 17);
    assert!(all_jdks().contains(&jdk));
    let error = find_jdk(1000).unwrap_err().to_string();
    assert!(error.contains(&jdk.home().display().to_string()), "{error}");
}
