//! The companion as a process: frames go in and come out, within a time limit.
//!
//! Two threads carry the frames, so that a companion that neither reads nor writes cannot hold up
//! the caller beyond its limit; a third keeps the end of what it writes to standard error. All
//! three end when the companion does, and it ends when this value is dropped. If this program is
//! killed, the companion reads the end of its input and ends by itself.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use companion::{ChildGroup, CompanionError};

use crate::EngineError;
use crate::messages::{Hello, PROTOCOL_VERSION, Request, read_head, read_hello};
use crate::output_tail::{Follower, OutputTail};
use crate::wire::{Malformed, MessageReader};

/// The longest frame in either direction, in bytes. The class files of a large module are a few
/// megabytes; a longer frame is a sign that the stream is not the protocol.
const MAX_FRAME_BYTES: usize = 256 << 20;

/// How long a companion whose output has ended, or is no more the protocol, may take to exit.
const EXIT_LIMIT: Duration = Duration::from_secs(2);

/// What the first message is called in errors.
const HANDSHAKE: &str = "handshake";

/// A running companion that has introduced itself.
#[derive(Debug)]
pub(crate) struct CompanionProcess {
    group: ChildGroup,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Result<Vec<u8>, Malformed>>,
    output: OutputTail,
    hello: Hello,
    last_id: u32,
}

impl CompanionProcess {
    /// Starts the program and waits for its first message.
    pub(crate) fn start(mut command: Command, limit: Duration) -> Result<Self, EngineError> {
        let program = command.get_program().to_string_lossy().into_owned();
        let start = |source| {
            EngineError::from(CompanionError::Start { program: program.clone().into(), source })
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = ChildGroup::spawn(&mut command).map_err(start)?;
        let child = group.child_mut();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(start(io::Error::other("it has no pipes")));
        };
        let hello = Hello { jdk_version: String::new(), process_id: group.id() };
        let (output, follower) = OutputTail::new();
        let (requests, answers) = (send_frames(stdin), receive_frames(stdout, follower.clone()));
        thread::spawn(move || follower.follow(stderr));
        let mut process = Self { group, requests, answers, output, hello, last_id: 0 };
        process.hello = process.shake_hands(program, limit)?;
        Ok(process)
    }

    fn shake_hands(&mut self, program: String, limit: Duration) -> Result<Hello, EngineError> {
        let greeting = match self.answers.recv_timeout(limit) {
            Ok(Ok(body)) => read_hello(&body),
            Ok(Err(stray)) => {
                self.wait_for_last_words();
                Err(stray)
            }
            Err(RecvTimeoutError::Timeout) => return Err(self.too_late(HANDSHAKE, limit)),
            Err(RecvTimeoutError::Disconnected) => return Err(self.death(HANDSHAKE, None)),
        };
        match greeting {
            Ok(Ok(hello)) => Ok(hello),
            Ok(Err(found)) => {
                Err(EngineError::ProtocolVersion { found, expected: PROTOCOL_VERSION })
            }
            Err(malformed) => {
                self.kill();
                let (reason, stderr) = (malformed.to_string(), self.output.last_lines());
                Err(EngineError::NotACompanion { program, reason, stderr })
            }
        }
    }

    /// Which JDK answers, and as which process.
    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends a request and gives what `read` makes of the answer's payload. After an error that
    /// [`EngineError::ended_the_companion`], this value is of no more use.
    pub(crate) fn ask<T>(
        &mut self,
        request: &Request<'_>,
        limit: Duration,
        read: impl FnOnce(&mut MessageReader<'_>) -> Result<T, Malformed>,
    ) -> Result<T, EngineError> {
        self.last_id = self.last_id.wrapping_add(1);
        let id = self.last_id;
        let body = request.encode(id);
        if body.len() > MAX_FRAME_BYTES {
            return Err(EngineError::TooLong { length: body.len(), limit: MAX_FRAME_BYTES });
        }
        // When the sending thread has ended, so has the companion: the answers tell.
        let _ = self.requests.send(body);
        let answer = match self.answers.recv_timeout(limit) {
            Ok(Ok(frame)) => read_answer(&frame, id, request.name(), read),
            Ok(Err(stray)) => {
                self.wait_for_last_words();
                Err(stray)
            }
            Err(RecvTimeoutError::Timeout) => return Err(self.too_late(request.name(), limit)),
            Err(RecvTimeoutError::Disconnected) => return Err(self.death(request.name(), None)),
        };
        answer.unwrap_or_else(|malformed| Err(self.death(request.name(), Some(malformed))))
    }

    fn too_late(&mut self, request: &'static str, limit: Duration) -> EngineError {
        self.kill();
        let stderr = self.output.last_lines();
        EngineError::TimeLimit { request, limit_seconds: limit.as_secs(), stderr }
    }

    /// What there is to say of a companion that has ended or is of no more use.
    fn death(&mut self, request: &'static str, malformed: Option<Malformed>) -> EngineError {
        let cause = match malformed {
            Some(malformed) => malformed.to_string(),
            None => match self.group.wait_for(EXIT_LIMIT) {
                Ok(Some(status)) => status.to_string(),
                Ok(None) => "it closed its output".to_owned(),
                Err(error) => error.to_string(),
            },
        };
        self.kill();
        EngineError::Crashed { request, cause, stderr: self.output.last_lines() }
    }

    /// What is no frame may be the last words of a virtual machine: time to end by itself.
    fn wait_for_last_words(&mut self) {
        let _ = self.group.wait_for(EXIT_LIMIT);
    }

    fn kill(&mut self) {
        // Fails only when the system cannot say how it ended, and it has ended then too.
        let _ = self.group.end();
    }
}

fn read_answer<T>(
    frame: &[u8],
    id: u32,
    request: &'static str,
    read: impl FnOnce(&mut MessageReader<'_>) -> Result<T, Malformed>,
) -> Result<Result<T, EngineError>, Malformed> {
    let mut reader = MessageReader::new(frame);
    if let Err(refused) = read_head(&mut reader, id, request)? {
        reader.finish()?;
        return Ok(Err(refused));
    }
    let value = read(&mut reader)?;
    reader.finish()?;
    Ok(Ok(value))
}

fn send_frames(mut stdin: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, bodies) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for body in bodies {
            let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
            let mut frame = length.to_be_bytes().to_vec();
            frame.extend(body);
            if stdin.write_all(&frame).is_err() {
                break;
            }
        }
    });
    sender
}

/// The bodies of the frames, up to the end or to something that is no frame. What follows that is
/// kept for people to read.
fn receive_frames(
    mut stdout: ChildStdout,
    stray: Follower,
) -> Receiver<Result<Vec<u8>, Malformed>> {
    let (sender, frames) = channel();
    thread::spawn(move || {
        while let Some(frame) = read_frame(&mut stdout, &stray) {
            let is_stray = frame.is_err();
            if sender.send(frame).is_err() {
                break;
            }
            if is_stray {
                stray.follow(stdout);
                break;
            }
        }
    });
    frames
}

/// The next frame's body; `None` when the stream ends between two frames or cannot be read.
fn read_frame(stream: &mut impl Read, stray: &Follower) -> Option<Result<Vec<u8>, Malformed>> {
    let mut head = [0; 4];
    stream.read_exact(&mut head).ok()?;
    let length = u32::from_be_bytes(head) as usize;
    if length > MAX_FRAME_BYTES {
        stray.keep(&head);
        let text = head.escape_ascii();
        return Some(Err(Malformed(format!(
            "a frame starts with `{text}`, which announces {length} bytes; the limit is \
             {MAX_FRAME_BYTES}"
        ))));
    }
    let mut body = Vec::new();
    match stream.take(length as u64).read_to_end(&mut body) {
        Ok(read) if read == length => Some(Ok(body)),
        _ => None,
    }
}
