//! From a hole to samples: the ways of asking a model that can be compared.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How patches are asked for. A further way is one more name here and one more arm where a cell is
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// The hole is filled in between the text before it and the text after it.
    Infill,
}

impl Strategy {
    /// All of them.
    pub const ALL: &'static [Strategy] = &[Strategy::Infill];

    /// What it is called in flags, paths and tables.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Infill => "infill",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
