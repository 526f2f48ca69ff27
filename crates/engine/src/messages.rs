//! The requests to the companion and what its answers say.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::wire::{Malformed, MessageReader, MessageWriter};
use crate::{
    Completions, EngineError, Feasibility, NameKinds, NamePosition, NameTable, Names, Reason,
    UnknownReason,
};

/// The version of the protocol that this client speaks.
pub(crate) const PROTOCOL_VERSION: u32 = 1;

/// What the companion's first message starts with.
pub(crate) const GREETING: &str = "patchwright-companion";

/// One question to the companion.
#[derive(Debug)]
pub(crate) enum Request<'a> {
    Configure { options: &'a [String], class_path: Vec<&'a str> },
    OpenFile { path: &'a str, text: &'a str },
    OpenHole { file: u32, start: u32, end: u32 },
    Names { hole: u32, text: &'a str },
    Check { hole: u32, text: &'a str },
    End { hole: u32, text: &'a str },
    Compile { files: Vec<(&'a str, &'a str)> },
    CloseFile { file: u32 },
    Statistics,
}

impl Request<'_> {
    /// The name for messages and counters.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Request::Configure { .. } => "configure",
            Request::OpenFile { .. } => "open file",
            Request::OpenHole { .. } => "open hole",
            Request::Names { .. } => "names",
            Request::Check { .. } => "check",
            Request::End { .. } => "end",
            Request::Compile { .. } => "compile",
            Request::CloseFile { .. } => "close file",
            Request::Statistics => "statistics",
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Request::Configure { .. } => 1,
            Request::OpenFile { .. } => 2,
            Request::OpenHole { .. } => 3,
            Request::Names { .. } => 4,
            Request::Check { .. } => 5,
            Request::End { .. } => 6,
            Request::Compile { .. } => 7,
            Request::CloseFile { .. } => 8,
            Request::Statistics => 9,
        }
    }

    /// The body of the request's frame.
    pub(crate) fn encode(&self, id: u32) -> Vec<u8> {
        let mut message = MessageWriter::default();
        message.u32(id);
        message.u8(self.kind());
        match self {
            Request::Configure { options, class_path } => {
                message.strings(options.iter().map(String::as_str));
                message.strings(class_path.iter().copied());
            }
            Request::OpenFile { path, text } => {
                message.string(path);
                message.string(text);
            }
            Request::OpenHole { file, start, end } => {
                message.u32(*file);
                message.u32(*start);
                message.u32(*end);
            }
            Request::Names { hole, text }
            | Request::Check { hole, text }
            | Request::End { hole, text } => {
                message.u32(*hole);
                message.string(text);
            }
            Request::Compile { files } => {
                message.count(files.len());
                for (path, text) in files {
                    message.string(path);
                    message.string(text);
                }
            }
            Request::CloseFile { file } => message.u32(*file),
            Request::Statistics => {}
        }
        message.finish()
    }
}

/// The companion's first message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) jdk_version: String,
    pub(crate) process_id: u32,
}

/// Reads the first message, whose form never changes; `Ok(Err(version))` is another version.
pub(crate) fn read_hello(body: &[u8]) -> Result<Result<Hello, u32>, Malformed> {
    let mut reader = MessageReader::new(body);
    let greeting = reader.string()?;
    if greeting != GREETING {
        return Err(Malformed(format!("it greets with `{greeting}`")));
    }
    let version = reader.u32()?;
    if version != PROTOCOL_VERSION {
        return Ok(Err(version));
    }
    let hello = Hello { jdk_version: reader.string()?, process_id: reader.u32()? };
    reader.finish()?;
    Ok(Ok(hello))
}

/// Takes the head off an answer; an answer that says no becomes an error.
pub(crate) fn read_head(
    reader: &mut MessageReader<'_>,
    id: u32,
    request: &'static str,
) -> Result<Result<(), EngineError>, Malformed> {
    let answered = reader.u32()?;
    if answered != id {
        return Err(Malformed(format!("request {id} was asked and {answered} is answered")));
    }
    match reader.u8()? {
        0 => Ok(Ok(())),
        1 => {
            let (message, stack_trace) = (reader.string()?, reader.string()?);
            Ok(Err(EngineError::Refused { request, message, stack_trace }))
        }
        other => Err(Malformed(format!("there is no status {other}"))),
    }
}

/// An error as the companion sends it: its offset counts UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WireError {
    pub(crate) key: String,
    pub(crate) offset: Option<usize>,
    pub(crate) line: Option<usize>,
    pub(crate) message: String,
    pub(crate) path: String,
}

pub(crate) fn read_errors(reader: &mut MessageReader<'_>) -> Result<Vec<WireError>, Malformed> {
    reader.list(|reader| {
        let key = reader.string()?;
        let offset = reader.u32()?;
        let line = reader.u32()?;
        Ok(WireError {
            key,
            offset: (offset != u32::MAX).then_some(offset as usize),
            line: (line != 0).then_some(line as usize),
            message: reader.string()?,
            path: reader.string()?,
        })
    })
}

pub(crate) fn read_verdict(reader: &mut MessageReader<'_>) -> Result<Feasibility, Malformed> {
    let verdict = reader.u8()?;
    let (rule, message) = (reader.string()?, reader.string()?);
    match verdict {
        0 => Ok(Feasibility::Feasible),
        1 => Ok(Feasibility::Infeasible(Reason { rule, message })),
        2 => Ok(Feasibility::Unknown(UnknownReason(rule))),
        other => Err(Malformed(format!("there is no verdict {other}"))),
    }
}

/// The verdict on a whole hole. One that names no error's message gets it from the first error.
pub(crate) fn read_end(reader: &mut MessageReader<'_>) -> Result<Feasibility, Malformed> {
    let mut verdict = read_verdict(reader)?;
    let errors = read_errors(reader)?;
    if let (Feasibility::Infeasible(reason), Some(first)) = (&mut verdict, errors.first())
        && reason.message.is_empty()
    {
        reason.message.clone_from(&first.message);
    }
    Ok(verdict)
}

/// The name tables that the companion has sent, by their numbers.
pub(crate) type SharedTables = HashMap<u32, Arc<NameTable>>;

pub(crate) fn read_names(
    reader: &mut MessageReader<'_>,
    tables: &mut SharedTables,
) -> Result<Completions, Malformed> {
    match reader.u8()? {
        0 => Ok(Completions::Known(read_known_names(reader, tables)?)),
        verdict @ (1 | 2) => {
            let (rule, message) = (reader.string()?, reader.string()?);
            Ok(if verdict == 1 {
                Completions::Infeasible(Reason { rule, message })
            } else {
                Completions::Unknown(UnknownReason(rule))
            })
        }
        other => Err(Malformed(format!("there is no verdict {other}"))),
    }
}

fn read_known_names(
    reader: &mut MessageReader<'_>,
    tables: &mut SharedTables,
) -> Result<Names, Malformed> {
    let position = match reader.u8()? {
        0 => NamePosition::Simple,
        1 => NamePosition::Member,
        other => return Err(Malformed(format!("there is no position {other}"))),
    };
    let lambda_parameter = reader.bool()?;
    // Holes declare no new labels (see the contract), so that this is of no use yet.
    let _label = reader.bool()?;
    let constructor = reader.bool()?;
    let number = reader.u32()?;
    if reader.bool()? {
        tables.insert(number, Arc::new(read_table(reader)?));
    }
    let shared = tables
        .get(&number)
        .cloned()
        .ok_or_else(|| Malformed(format!("the name table {number} was never sent")))?;
    let local = read_table(reader)?;
    Ok(Names { position, shared, local, lambda_parameter, constructor })
}

fn read_table(reader: &mut MessageReader<'_>) -> Result<NameTable, Malformed> {
    let entries = reader.list(|reader| Ok((reader.string()?, NameKinds(reader.u8()?))))?;
    Ok(NameTable::new(entries))
}

/// Class files by binary name.
pub(crate) fn read_classes(
    reader: &mut MessageReader<'_>,
) -> Result<Vec<(String, Vec<u8>)>, Malformed> {
    reader.list(|reader| {
        let name = reader.string()?;
        let length = reader.u32()? as usize;
        Ok((name, reader.bytes(length)?.to_vec()))
    })
}

/// A path with `/` between its parts, as javac's companion takes it.
pub(crate) fn path_text(path: &Path) -> Result<&str, EngineError> {
    path.to_str().ok_or_else(|| EngineError::PathNotUtf8(path.to_owned()))
}
