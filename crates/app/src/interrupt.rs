//! Ctrl-C and termination signals as a flag that every part of a run looks at.

use project::StopFlag;

/// A flag that is raised by the first signal. The second one kills all children and ends the process
/// at once.
pub(crate) fn stop_on_signal() -> StopFlag {
    let flag = StopFlag::default();
    let raised = flag.clone();
    let handler = move || {
        if raised.is_raised() {
            companion::kill_all_groups();
            std::process::exit(130);
        }
        raised.raise();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        tracing::warn!("Ctrl-C cannot be caught: {error}");
    }
    flag
}
