//! How many threads are worth their while.

use std::collections::BTreeSet;
use std::fs;

/// The physical cores that this process may use. The threads of one core share its arithmetic
/// units, which a matrix product keeps busy alone, so a second thread there only waits.
///
/// Counted on Linux; elsewhere every logical processor counts as a core.
pub fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    cores_of_machine().map_or(allowed, |cores| cores.min(allowed)).max(1)
}

/// The number of different groups of threads that share a core.
fn cores_of_machine() -> Option<usize> {
    let folders = fs::read_dir("/sys/devices/system/cpu").ok()?;
    let siblings = folders.filter_map(|folder| {
        fs::read_to_string(folder.ok()?.path().join("topology/thread_siblings_list")).ok()
    });
    let cores = siblings.collect::<BTreeSet<_>>().len();
    (cores > 0).then_some(cores)
}
