//! What one running companion knows: its open files and holes, and the name tables it has sent.
//!
//! A session ends with its process. The engine above keeps what is needed to open everything
//! again in the next one.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use super::settings::JavacSettings;
use super::statistics::EngineStatistics;
use crate::messages::{Hello, Request, SharedTables, path_text};
use crate::process::CompanionProcess;
use crate::wire::{Malformed, MessageReader};
use crate::{EngineError, UnknownReason};

/// A file as it is told to the companion.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SourceFile {
    /// Where it lies below its source root.
    pub(super) path: String,
    pub(super) text: String,
}

/// A hole as it is told to the companion; its offsets count UTF-16 code units.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct KnownHole {
    pub(super) file: Arc<SourceFile>,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// How the companion took a hole.
#[derive(Clone, Debug)]
pub(super) struct RemoteHole {
    /// Its number there.
    pub(super) id: u32,
    /// Why every answer but that about the end is unknown, if so.
    pub(super) undecided: Option<UnknownReason>,
}

#[derive(Debug)]
struct OpenFile {
    source: Arc<SourceFile>,
    id: u32,
    /// By the engine's own number of the hole.
    holes: BTreeMap<u32, RemoteHole>,
}

#[derive(Debug)]
pub(super) struct Session {
    process: CompanionProcess,
    tables: SharedTables,
    /// The one that was used last stands last.
    files: Vec<OpenFile>,
}

impl Session {
    pub(super) fn start(
        command: Command,
        settings: &JavacSettings,
        statistics: &mut EngineStatistics,
    ) -> Result<Self, EngineError> {
        let process = CompanionProcess::start(command, settings.limits.start())?;
        let mut session = Self { process, tables: SharedTables::new(), files: Vec::new() };
        let class_path =
            settings.class_path.iter().map(|path| path_text(path)).collect::<Result<_, _>>()?;
        let request = Request::Configure { options: &settings.javac_options, class_path };
        let mut call = Call { settings, statistics };
        session.ask(&mut call, &request, |reader, _| reader.u32())?;
        Ok(session)
    }

    pub(super) fn hello(&self) -> &Hello {
        self.process.hello()
    }

    /// Sends a request and reads its answer.
    pub(super) fn ask<T>(
        &mut self,
        call: &mut Call<'_>,
        request: &Request<'_>,
        read: impl FnOnce(&mut MessageReader<'_>, &mut SharedTables) -> Result<T, Malformed>,
    ) -> Result<T, EngineError> {
        let start = Instant::now();
        let tables = &mut self.tables;
        let limit = call.settings.limits.request();
        let answer = self.process.ask(request, limit, |reader| read(reader, tables));
        call.statistics.add(request.name(), start.elapsed());
        answer
    }

    /// The companion's number of a hole; the hole and its file are opened when they are not.
    pub(super) fn remote_hole(
        &mut self,
        call: &mut Call<'_>,
        number: u32,
        hole: &KnownHole,
    ) -> Result<RemoteHole, EngineError> {
        let file = self.open_file(call, &hole.file)?;
        if let Some(remote) = self.files.last().and_then(|file| file.holes.get(&number)) {
            return Ok(remote.clone());
        }
        let request = Request::OpenHole { file, start: hole.start, end: hole.end };
        let remote = self.ask(call, &request, |reader, _| read_remote_hole(reader))?;
        if let Some(file) = self.files.last_mut() {
            file.holes.insert(number, remote.clone());
        }
        Ok(remote)
    }

    /// Opens a file unless it is open, and moves it to the end of the list.
    fn open_file(
        &mut self,
        call: &mut Call<'_>,
        source: &Arc<SourceFile>,
    ) -> Result<u32, EngineError> {
        if let Some(index) = self.files.iter().position(|file| file.source == *source) {
            let file = self.files.remove(index);
            let id = file.id;
            self.files.push(file);
            return Ok(id);
        }
        while self.files.len() >= call.settings.limits.open_files.max(1) {
            let file = self.files.remove(0).id;
            self.ask(call, &Request::CloseFile { file }, |_, _| Ok(()))?;
        }
        let request = Request::OpenFile { path: &source.path, text: &source.text };
        let id = self.ask(call, &request, |reader, _| {
            let id = reader.u32()?;
            // The errors the file has as it stands; the end check leaves them out itself.
            crate::messages::read_errors(reader)?;
            Ok(id)
        })?;
        self.files.push(OpenFile { source: Arc::clone(source), id, holes: BTreeMap::new() });
        Ok(id)
    }
}

/// Reads an answer's payload; only names use the tables.
pub(super) type ReadAnswer<T> =
    fn(&mut MessageReader<'_>, &mut SharedTables) -> Result<T, Malformed>;

/// What every request needs beside its content.
pub(super) struct Call<'a> {
    pub(super) settings: &'a JavacSettings,
    pub(super) statistics: &'a mut EngineStatistics,
}

fn read_remote_hole(reader: &mut MessageReader<'_>) -> Result<RemoteHole, Malformed> {
    let (id, support, why) = (reader.u32()?, reader.u8()?, reader.string()?);
    match support {
        0 => Ok(RemoteHole { id, undecided: None }),
        1 => Ok(RemoteHole { id, undecided: Some(UnknownReason(why)) }),
        other => Err(Malformed(format!("there is no support {other}"))),
    }
}
