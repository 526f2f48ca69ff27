//! What a sandboxed command can and cannot do, with hostile shell scripts.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use project::StopFlag;
use validate::sandbox::{
    Ending, ExceededLimit, Finished, Limits, Mount, Sandbox, SandboxError, SandboxedCommand,
    check_sandbox,
};

use crate::processes::{assert_nothing_left, wait_until_running};

const EXIT_0: Ending = Ending::Exited { code: 0 };

/// Limits under which a hostile script ends soon.
fn small() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        resident_mebibytes: 200,
        address_space_mebibytes: 4096,
        file_size_mebibytes: 1,
        processes: 60,
        scratch_mebibytes: 2,
        output_bytes: 10_000,
    }
}

fn script(text: &str) -> SandboxedCommand {
    SandboxedCommand::new("/bin/bash").arguments(["-c", text, "script"]).limits(small())
}

fn run(command: SandboxedCommand) -> Finished {
    Sandbox::find().unwrap().run(command, &StopFlag::default()).unwrap()
}

fn output(finished: &Finished) -> String {
    String::from_utf8_lossy(&finished.standard_output).trim().to_owned()
}

/// A folder with one file, ready to be shown to a command.
fn folder_with_file(content: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, content).unwrap();
    Sandbox::find().unwrap().make_readable(folder.path()).unwrap();
    (folder, file)
}

#[test]
fn this_machine_has_a_sandbox_that_isolates() {
    let description = check_sandbox(&Sandbox::find().unwrap()).unwrap();
    assert!(description.contains("bubblewrap"), "{description}");
}

#[test]
fn input_output_exit_code_and_environment_pass_through() {
    let mut command = script("cat; echo error >&2; echo $NAME $HOME $SECRET; exit 7");
    command.input = b"input ".to_vec();
    command.environment = vec![("NAME".into(), "value".into())];
    let finished = run(command);
    assert_eq!(finished.ending, Ending::Exited { code: 7 });
    assert_eq!(output(&finished), "input value /tmp/home");
    assert_eq!(finished.standard_error, b"error\n");
}

#[test]
fn a_read_only_file_is_never_written_whatever_is_tried() {
    let (folder, file) = folder_with_file("original");
    let finished = run(script(
        "echo x > \"$1/file\"; rm -f \"$1/file\"
         mount -o remount,bind,rw \"$1\"; unshare -Urm mount -o remount,bind,rw \"$1\"
         echo x > \"$1/file\"; chmod 777 \"$1/file\"; mv \"$1/file\" \"$1/other\"; cat \"$1/file\"",
    )
    .arguments([folder.path()])
    .mounts([Mount::ReadOnly(folder.path().to_owned())]));
    assert_eq!(output(&finished), "original");
    assert_eq!(fs::read_to_string(&file).unwrap(), "original");
}

#[test]
fn a_copy_is_written_and_vanishes() {
    let (folder, file) = folder_with_file("original");
    let finished = run(script("echo new > file; mkdir made; echo x > made/y; cat file made/y")
        .mounts([Mount::CopyOf(folder.path().to_owned())])
        .working_folder(folder.path()));
    assert_eq!(output(&finished), "new\nx", "{finished:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "original");
    assert!(!folder.path().join("made").exists());
}

#[test]
fn a_writable_file_keeps_what_is_written_up_to_its_limit() {
    let (folder, file) = folder_with_file("");
    Sandbox::find().unwrap().hand_over(&file).unwrap();
    let write = |text: &str| {
        run(script(text).arguments([&file]).mounts([Mount::Writable(file.clone())]));
        fs::read(&file).unwrap()
    };
    assert_eq!(write("echo written > \"$1\""), b"written\n");
    assert_eq!(write("head -c 5000000 /dev/zero > \"$1\"").len(), 1024 * 1024);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn memory_for_files_is_limited() {
    let finished = run(script(
        "for folder in /tmp /dev/shm; do
           for n in 1 2 3 4; do head -c 1000000 /dev/zero > $folder/$n 2>/dev/null; done
           test $(du -sk $folder | cut -f1) -le 2048 || echo \"$folder grew\"
         done
         for folder in / /dev /etc /usr; do echo x 2>/dev/null > $folder/x && echo $folder; done
         echo end",
    ));
    assert_eq!(output(&finished), "end");
}

#[test]
fn nothing_of_the_machine_can_be_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (folder, _) = folder_with_file("secret");
    let finished = run(script(
        "(echo hello > /dev/tcp/127.0.0.1/$2) 2>/dev/null && echo connected
         cat \"$1/file\" /etc/shadow /root/.bashrc 2>/dev/null
         kill -9 $3 2>/dev/null && echo killed
         ls -A /home /root /var /srv /opt 2>/dev/null
         echo end",
    )
    .arguments([folder.path().as_os_str().to_owned()])
    .arguments([port.to_string(), std::process::id().to_string()]));
    assert_eq!(output(&finished), "end");
    assert!(listener.accept().is_err());
}

#[test]
fn what_never_ends_is_killed_with_all_its_children() {
    let limits = small().with_time(Duration::from_millis(500));
    let text = "setsid sleep 1000.111 & (trap '' TERM HUP; sleep 1000.111) & sleep 1000.111";
    let finished = run(script(text).limits(limits.clone()));
    let expected = Ending::LimitExceeded(ExceededLimit::Time(limits.time));
    assert_eq!(finished.ending, expected);
    assert_nothing_left("1000.111");
}

#[test]
fn children_that_are_left_behind_end_with_the_command() {
    let finished = run(script("setsid sleep 1000.222 >/dev/null 2>&1 & disown; exit 3"));
    assert_eq!(finished.ending, Ending::Exited { code: 3 });
    assert_nothing_left("1000.222");
}

#[test]
fn other_limits_are_named_and_kill() {
    let memory = Ending::LimitExceeded(ExceededLimit::ResidentMebibytes(200));
    let bytes = Ending::LimitExceeded(ExceededLimit::OutputBytes(10_000));
    for (text, expected) in [
        // Many processes of 40 MB each: no limit of a single process would notice.
        (
            "for n in 1 2 3 4 5 6 7 8 9 10; do (head -c 40000000 /dev/zero | tail -c 40000000 \
             | sleep 1000.333) & done; sleep 1000.333",
            &memory,
        ),
        ("yes 1000.333", &bytes),
        ("yes 1000.333 >&2", &bytes),
    ] {
        assert_eq!(&run(script(text)).ending, expected, "{text}");
        assert_nothing_left("1000.333");
    }
}

#[test]
fn a_fork_bomb_stays_inside() {
    let finished = run(script("while :; do sleep 1000.444 & done 2>/dev/null"));
    // As a user the kernel refuses to fork, and bash gives up; as root the watcher may be first.
    assert_ne!(finished.ending, EXIT_0);
    assert_nothing_left("1000.444");
}

#[test]
fn a_stop_ends_it() {
    let stop = StopFlag::default();
    let seen = stop.clone();
    let stopper = std::thread::spawn(move || {
        wait_until_running("1000.555");
        seen.raise();
    });
    let finished = Sandbox::find().unwrap().run(script("sleep 1000.555"), &stop).unwrap();
    stopper.join().unwrap();
    assert_eq!(finished.ending, Ending::Stopped);
    assert_nothing_left("1000.555");
}

#[test]
fn a_path_that_is_not_there_is_named() {
    let missing = PathBuf::from("/nowhere/at/all");
    let command = script("echo hello").mounts([Mount::ReadOnly(missing)]);
    let error = Sandbox::find().unwrap().run(command, &StopFlag::default()).unwrap_err();
    assert!(matches!(error, SandboxError::SetUp { .. }), "{error}");
    assert!(error.to_string().contains("/nowhere/at/all"), "{error}");
}

#[test]
fn without_a_sandbox_the_limits_still_hold() {
    let limits = small().with_time(Duration::from_millis(300));
    let command = script("sleep 1000.666 & sleep 1000.666").limits(limits.clone());
    let finished = Sandbox::none().run(command, &StopFlag::default()).unwrap();
    assert_eq!(finished.ending, Ending::LimitExceeded(ExceededLimit::Time(limits.time)));
    assert_nothing_left("1000.666");
}

/// Set for a second process of this program that sleeps in a sandbox.
const SLEEPER: &str = "PATCHWRIGHT_TEST_SLEEPER";

#[test]
fn nothing_is_left_when_this_program_is_killed() {
    if std::env::var_os(SLEEPER).is_some() {
        run(script("setsid sleep 1000.777 & sleep 1000.777"));
        return;
    }
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sandbox::nothing_is_left_when_this_program_is_killed"])
        .env(SLEEPER, "1")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until_running("1000.777");
    program.kill().unwrap();
    program.wait().unwrap();
    assert_nothing_left("1000.777");
}

/// Root and other users have recipes of their own; as root this runs all of the above again as
/// the user `nobody`.
#[test]
fn all_of_this_holds_for_a_user_too() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("tests");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    open(folder.path());
    open(&program);
    let output = Command::new("setpriv")
        .args(["--reuid=65533", "--regid=65533", "--clear-groups", "--"])
        .arg(&program)
        .args(["sandbox::", "--skip", "all_of_this_holds_for_a_user_too"])
        .current_dir("/")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("test result: ok. 15 passed"), "{text}");
}
