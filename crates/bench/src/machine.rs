//! What a measurement ran on: times mean nothing without it.

use std::fs;
use std::thread;

use serde::{Deserialize, Serialize};

/// A machine, as far as it decides about times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model as the system names it; `unknown` where it names none.
    pub processor: String,
    /// The logical cores that this process may use; 0 when they cannot be counted.
    pub cores: usize,
    /// The memory in MiB, where the system tells it.
    pub memory_mib: Option<u64>,
    /// The operating system and the architecture.
    pub system: String,
}

impl Machine {
    /// The machine that this process runs on.
    pub fn here() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let memory = value_of(&read("/proc/meminfo"), "MemTotal").and_then(|text| {
            let kibibytes: u64 = text.split_whitespace().next()?.parse().ok()?;
            Some(kibibytes / 1024)
        });
        let processor = value_of(&read("/proc/cpuinfo"), "model name");
        Self {
            processor: processor.unwrap_or_else(|| "unknown".to_owned()),
            cores: thread::available_parallelism().map_or(0, std::num::NonZero::get),
            memory_mib: memory,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// The value of the first line `key: value`.
fn value_of(text: &str, key: &str) -> Option<String> {
    let value = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim().to_owned())
    });
    value.filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Machine, value_of};

    #[test]
    fn the_systems_own_words_are_read() {
        let text =
            "processor\t: 0\nmodel name\t: A B (R)  @ 2 GHz\nmodel name\t: second\nempty :\n";
        assert_eq!(value_of(text, "model name").as_deref(), Some("A B (R)  @ 2 GHz"));
        assert_eq!(value_of(text, "empty"), None);
        assert_eq!(value_of(text, "model"), None);
        assert!(Machine::here().cores > 0);
    }
}
