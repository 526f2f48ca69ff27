//! The gate before a sandboxed command: it starts only once its sandbox is sure to die with us.
//!
//! `--die-with-parent` takes effect some milliseconds after bubblewrap has started. Who is killed
//! in between leaves a sandbox behind that nobody watches (seen, not guessed). So a shell stands
//! before the command: it writes one byte when everything is in place, and waits for a line. Only
//! then that line is sent. When we die earlier, the shell reads the end of its input and ends.

use std::io::{self, Read, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What the shell does before anything else. Shells read a pipe byte by byte, so the command's own
/// input stays in it.
pub(crate) const GATE_SCRIPT: &str = "printf +; read -r line || exit 125; ";

const LINE: &[u8] = b"go\n";

/// When the command starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartsWhen {
    /// At once: there is no shell before it.
    Spawned,
    /// When the gate is opened.
    GateOpens,
}

/// Our side of the gate. It holds the command's input back until the gate opens.
pub(crate) struct Gate {
    starts: StartsWhen,
    open: Sender<Signal>,
}

enum Signal {
    Open,
    Close,
}

/// The output of a command behind a gate, without the byte that opens it.
struct Gated<R> {
    output: R,
    unopened: Option<Sender<Signal>>,
}

impl Gate {
    /// A gate for a command that reads `input` from `pipe`.
    pub(crate) fn new(pipe: Option<ChildStdin>, input: Vec<u8>, starts: StartsWhen) -> Self {
        let (open, signals) = channel();
        if let Some(pipe) = pipe {
            thread::spawn(move || feed(pipe, &input, starts, &signals));
        }
        Self { starts, open }
    }

    /// The same output, but for its first byte, which opens the gate.
    pub(crate) fn opened_by_first_byte<R: Read>(&self, output: R) -> impl Read + use<R> {
        let unopened = match self.starts {
            StartsWhen::Spawned => None,
            StartsWhen::GateOpens => Some(self.open.clone()),
        };
        Gated { output, unopened }
    }

    /// Closes the input, so that a command still before the gate ends.
    pub(crate) fn close(&self) {
        // The thread that listens may have ended long ago.
        let _ = self.open.send(Signal::Close);
    }
}

fn feed(mut pipe: ChildStdin, input: &[u8], starts: StartsWhen, signals: &Receiver<Signal>) {
    // A command that does not read its input is free not to, so failures do not matter.
    if starts == StartsWhen::GateOpens {
        match signals.recv() {
            Ok(Signal::Open) => drop(pipe.write_all(LINE)),
            Ok(Signal::Close) | Err(_) => return,
        }
    }
    drop(pipe.write_all(input));
}

impl<R: Read> Read for Gated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(open) = self.unopened.take() {
            self.output.read_exact(&mut [0])?;
            let _ = open.send(Signal::Open);
        }
        self.output.read(buffer)
    }
}
