//! Whether a model fits into memory, before it takes it.
//!
//! The system promises more memory than it has and kills a process that uses what was promised.
//! So the need is estimated from the file's header and compared with what is free. Where the
//! system does not tell (anything but Linux), nothing is refused.

use std::fs;
use std::path::Path;

use super::{LoadError, Settings};
use crate::gguf::Header;

/// What a model takes beside its weights, its cells and its rows of logits, in bytes: the
/// runtime's working buffers, measured with models of up to two billion weights.
const OVERHEAD: u64 = 256 << 20;
/// Bytes of a cell where the header does not tell.
const DEFAULT_CELL_BYTES: u64 = 64 << 10;

/// Refuses a model that needs more than the available bytes.
pub(super) fn check(
    path: &Path,
    header: &Header,
    settings: &Settings,
    available: Option<u64>,
) -> Result<(), LoadError> {
    let cell_bytes = header.cell_bytes().unwrap_or(DEFAULT_CELL_BYTES);
    let cells = cell_bytes.saturating_mul(settings.cells as u64);
    let needed = header.file_bytes.saturating_add(cells).saturating_add(OVERHEAD);
    match available {
        Some(available) if available < needed => Err(LoadError::NotEnoughMemory {
            path: path.to_owned(),
            needed,
            available,
            cells: settings.cells,
        }),
        _ => Ok(()),
    }
}

/// Bytes that this process can still take: the least of what the machine and the process's
/// control group have.
pub(super) fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| free_of_machine(&text));
    let group = control_group_left();
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}

fn free_of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// What the control group of a container leaves; `None` where it sets no limit.
fn control_group_left() -> Option<u64> {
    let number = |name| fs::read_to_string(Path::new("/sys/fs/cgroup").join(name)).ok();
    let limit: u64 = number("memory.max")?.trim().parse().ok()?;
    let used: u64 = number("memory.current")?.trim().parse().ok()?;
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gguf::Value;

    fn header() -> Header {
        let number = |key: &str, value| (format!("qwen2.{key}"), Value::Unsigned(value));
        let values = [
            ("general.architecture".to_owned(), Value::Text("qwen2".to_owned())),
            number("block_count", 28),
            number("embedding_length", 1536),
            number("attention.head_count", 12),
            number("attention.head_count_kv", 2),
        ];
        Header { version: 3, values: values.into(), parameters: 1, file_bytes: 1 << 30 }
    }

    #[test]
    fn file_cells_and_overhead_must_fit() {
        let settings = Settings { cells: 8192, ..Settings::default() };
        let needed = (1 << 30) + 8192 * (28 << 10) + OVERHEAD;
        let path = Path::new("m.gguf");
        assert!(check(path, &header(), &settings, Some(needed)).is_ok());
        assert!(check(path, &header(), &settings, None).is_ok());
        let error = check(path, &header(), &settings, Some(needed - 1)).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("needs about 1504 MiB of memory with 8192 cells"), "{message}");
        assert!(message.contains("1503 MiB are free"), "{message}");
    }

    #[test]
    fn the_machine_tells_what_is_free() {
        let text = "MemTotal:       24684084 kB\nMemFree: 1 kB\nMemAvailable:   23677488 kB\n";
        assert_eq!(free_of_machine(text), Some(23_677_488 << 10));
        assert_eq!(free_of_machine("MemTotal: 1 kB"), None);
    }
}
