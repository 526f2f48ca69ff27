//! Which JDK builds a project.

use std::path::{Path, PathBuf};

use companion::{CompanionError, Jdk, all_jdks, find_jdk};
use serde::{Deserialize, Serialize};

use crate::environment;

/// The oldest JDK that Patchwright works with.
pub const OLDEST_JDK: u32 = 17;

/// The JDK that compiles a project and runs its tests, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JdkInUse {
    /// Its folder.
    pub home: PathBuf,
    /// Its version, such as `17.0.15`.
    pub version: String,
    /// Why this one.
    pub reason: JdkReason,
}

/// Why a JDK was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JdkReason {
    /// The settings name it.
    Settings,
    /// `JAVA_HOME` names it.
    JavaHome,
    /// It is the first one found that is new enough.
    Found,
    /// The project's language level asks for another one than the first choice.
    ProjectNeedsIt,
}

/// The JDK to begin with: the one in the settings, else `JAVA_HOME`, else the first one found.
pub(crate) fn choose_jdk(settings: Option<&Path>) -> Result<JdkInUse, CompanionError> {
    if let Some(home) = settings {
        return Ok(in_use(&Jdk::at(home)?, JdkReason::Settings));
    }
    // A broken `JAVA_HOME` is passed over here; the search's error would name it.
    if let Some(jdk) = environment::java_home().and_then(|home| Jdk::at(&home).ok())
        && jdk.version().feature() >= OLDEST_JDK
    {
        return Ok(in_use(&jdk, JdkReason::JavaHome));
    }
    Ok(in_use(&find_jdk(OLDEST_JDK)?, JdkReason::Found))
}

/// A JDK of at least version `needed`, for a project that the first choice is too old for.
pub(crate) fn newer_jdk(needed: u32) -> Option<JdkInUse> {
    find_jdk(needed).ok().map(|jdk| in_use(&jdk, JdkReason::ProjectNeedsIt))
}

/// The oldest JDK there is, when it is older than `current`, for a project whose language level
/// newer ones no longer support.
pub(crate) fn older_jdk(current: &JdkInUse) -> Option<JdkInUse> {
    let current = Jdk::at(&current.home).ok()?;
    let oldest = all_jdks()
        .into_iter()
        .filter(|jdk| jdk.version().feature() >= OLDEST_JDK)
        .min_by_key(|jdk| jdk.version().feature())?;
    (oldest.version().feature() < current.version().feature())
        .then(|| in_use(&oldest, JdkReason::ProjectNeedsIt))
}

fn in_use(jdk: &Jdk, reason: JdkReason) -> JdkInUse {
    JdkInUse { home: jdk.home().to_owned(), version: jdk.version().as_str().to_owned(), reason }
}
