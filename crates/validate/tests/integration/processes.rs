//! Looks for processes by what stands on their command line.

use std::time::Duration;

/// Asserts that no process with `marker` on its command line is left. A killed process takes a
/// moment to vanish, so this looks again for up to a minute.
#[track_caller]
pub(crate) fn assert_nothing_left(marker: &str) {
    for _ in 0..6000 {
        if running(marker) == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} processes with `{marker}` are left", running(marker));
}

/// Waits until a process with `marker` on its command line runs.
#[track_caller]
pub(crate) fn wait_until_running(marker: &str) {
    let found = (0..6000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        running(marker) > 0
    });
    assert!(found, "no process with `{marker}` was started");
}

fn running(marker: &str) -> usize {
    let own = std::process::id().to_string();
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy() != own)
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(marker))
        .count()
}
