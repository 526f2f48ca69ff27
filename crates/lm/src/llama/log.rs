//! Why the runtime refused something.
//!
//! The runtime answers a failure with a null pointer and tells the reason in its log only. While
//! it loads, its error lines are therefore kept on their way to whoever listens to `tracing`.

use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Event, Level, Metadata, Subscriber};

/// The target under which the runtime's lines arrive.
const RUNTIME_TARGET: &str = "llama-cpp-2";

type Lines = Arc<Mutex<Vec<String>>>;

/// Runs `work` and gives its answer with the errors that the runtime logged meanwhile.
pub(super) fn with_errors<Answer>(work: impl FnOnce() -> Answer) -> (Answer, Vec<String>) {
    let lines = Lines::default();
    let listener = tracing::dispatcher::get_default(Dispatch::clone);
    let keeper = ErrorKeeper { listener, lines: Arc::clone(&lines) };
    let answer = tracing::subscriber::with_default(keeper, work);
    let lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
    (answer, lines)
}

/// The log's errors as one text; the call's own error when there are none.
pub(super) fn reason(lines: &[String], error: &dyn Display) -> String {
    if lines.is_empty() { error.to_string() } else { lines.join("; ") }
}

/// Passes everything on to the listener and keeps the runtime's errors.
struct ErrorKeeper {
    listener: Dispatch,
    lines: Lines,
}

fn is_runtime_error(metadata: &Metadata<'_>) -> bool {
    metadata.target() == RUNTIME_TARGET && *metadata.level() == Level::ERROR
}

impl Subscriber for ErrorKeeper {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_runtime_error(metadata) || self.listener.enabled(metadata)
    }

    fn event(&self, event: &Event<'_>) {
        if is_runtime_error(event.metadata()) {
            let mut message = Message::default();
            event.record(&mut message);
            self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
        }
        if self.listener.enabled(event.metadata()) {
            self.listener.event(event);
        }
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.listener.new_span(span)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        self.listener.record(span, values);
    }

    fn record_follows_from(&self, span: &Id, follows: &Id) {
        self.listener.record_follows_from(span, follows);
    }

    fn enter(&self, span: &Id) {
        self.listener.enter(span);
    }

    fn exit(&self, span: &Id) {
        self.listener.exit(span);
    }

    fn clone_span(&self, id: &Id) -> Id {
        self.listener.clone_span(id)
    }

    fn try_close(&self, id: Id) -> bool {
        self.listener.try_close(id)
    }
}

/// The text of an event.
#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.0 = value.trim().to_owned();
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}
