//! What all processes of a sandbox use together.
//!
//! Limits of the kernel hold for one process each, and control groups cannot be written
//! everywhere, so the sum is taken from `/proc`: the started process and all that descend from it.
//! A process cannot leave that tree, as bubblewrap gives it a process space whose first process is
//! in the tree and adopts every orphan.

use std::collections::BTreeMap;
use std::fs;

/// What a tree of processes uses at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Resident memory in bytes; a page that two processes share counts twice.
    pub(crate) resident_bytes: u64,
    /// The number of threads.
    pub(crate) threads: u64,
}

/// One line of `/proc/PID/stat`, as far as it is needed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    parent: u32,
    threads: u64,
    resident_pages: u64,
}

/// What `root` and its descendants use now. One small file is read for each process of the system.
pub(crate) fn usage_of_tree(root: u32) -> Usage {
    let processes = all_processes();
    let page_bytes = rustix::param::page_size() as u64;
    let mut usage = Usage::default();
    for (&id, process) in &processes {
        if descends_from(&processes, id, root) {
            usage.resident_bytes += process.resident_pages * page_bytes;
            usage.threads += process.threads;
        }
    }
    usage
}

fn all_processes() -> BTreeMap<u32, Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return BTreeMap::new() };
    entries
        .flatten()
        .filter_map(|entry| {
            let id: u32 = entry.file_name().to_str()?.parse().ok()?;
            // A process that has just ended has no file any more.
            let stat = fs::read(entry.path().join("stat")).ok()?;
            Some((id, parse_stat(&String::from_utf8_lossy(&stat))?))
        })
        .collect()
}

fn descends_from(processes: &BTreeMap<u32, Process>, mut id: u32, root: u32) -> bool {
    // The snapshot is not taken at one moment, so a number that was given to a new process could
    // close a circle: no chain is longer than there are processes.
    for _ in 0..=processes.len() {
        if id == root {
            return true;
        }
        match processes.get(&id) {
            Some(process) if process.parent != 0 => id = process.parent,
            _ => return false,
        }
    }
    false
}

/// The name of the program, in parentheses, may hold anything, so fields count from the last `)`.
fn parse_stat(stat: &str) -> Option<Process> {
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    // Numbered from the state, which is field 3 in proc(5): parent 4, threads 20, resident 24.
    let field = |number: usize| fields.get(number - 3).copied();
    Some(Process {
        parent: field(4)?.parse().ok()?,
        threads: field(20)?.parse().ok()?,
        resident_pages: field(24)?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Process, parse_stat, usage_of_tree};

    #[test]
    fn a_program_may_have_any_name() {
        let rest = "S 7 8 8 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 31 0 99 1000000 1234 18446744 1";
        let expected = Process { parent: 7, threads: 31, resident_pages: 1234 };
        for name in ["java", "a) R 1", "(", "a b"] {
            assert_eq!(parse_stat(&format!("5 ({name}) {rest}")), Some(expected), "`{name}`");
        }
        assert_eq!(parse_stat("5 (java) S 7"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn this_process_uses_memory_and_a_strange_number_does_not() {
        let usage = usage_of_tree(std::process::id());
        assert!(usage.resident_bytes > 0 && usage.threads > 0, "{usage:?}");
        assert_eq!(usage_of_tree(u32::MAX).threads, 0);
    }
}
