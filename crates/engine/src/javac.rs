//! The engine that asks javac, through the companion.
//!
//! The companion is a long-lived Java process (see `PROTOCOL.md` in this crate's folder). When it
//! dies, the call that met its death is an error that carries the end of its standard error; the
//! next call starts another one and opens the holes it needs again, so that a hole's id stays good
//! for the engine's life. An answer is never made up.

mod compile;
mod jar;
mod memo;
mod session;
mod settings;
mod statistics;

use std::process::Command;
use std::sync::Arc;

use task::Hole;

use crate::messages::{Request, path_text, read_end, read_names, read_verdict};
use crate::offsets::utf16_of;
use crate::{CompletionEngine, Completions, EngineError, Feasibility, HoleId};
use memo::Memo;
use session::{Call, KnownHole, Session, SourceFile};

pub use settings::{ENGINE_JDKS, JavacLimits, JavacSettings, engine_jdk};
pub use statistics::{EngineStatistics, RequestTimes};

/// Makes the command that starts a companion.
type Launcher = Box<dyn Fn() -> Command + Send>;

/// A completion engine on javac. Give it the source text as it stands; the class path must hold
/// the compiled rest of the project.
pub struct JavacEngine {
    settings: JavacSettings,
    launcher: Launcher,
    session: Option<Session>,
    holes: Vec<Arc<KnownHole>>,
    /// As many as there are holes.
    memos: Vec<Memo>,
    last_crash: Option<String>,
    statistics: EngineStatistics,
}

impl JavacEngine {
    /// Builds the companion, unless the user's cache folder has it, and starts it.
    ///
    /// # Errors
    /// When the companion cannot be built or started, or speaks another version of the protocol.
    ///
    /// # Cost
    /// About half a second; the first time some seconds more for javac.
    pub fn start(settings: JavacSettings) -> Result<Self, EngineError> {
        let jar = jar::engine_jar(&settings.jdk)?;
        let for_command = settings.clone();
        Self::start_with(settings, Box::new(move || for_command.command(&jar)))
    }

    fn start_with(settings: JavacSettings, launcher: Launcher) -> Result<Self, EngineError> {
        let mut statistics = EngineStatistics::default();
        let session = Session::start(launcher(), &settings, &mut statistics)?;
        Ok(Self {
            settings,
            launcher,
            session: Some(session),
            holes: Vec::new(),
            memos: Vec::new(),
            last_crash: None,
            statistics,
        })
    }

    /// The process id of the running companion, for a watch over its memory; `None` when it died
    /// and was not needed since.
    pub fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.hello().process_id)
    }

    /// The version of the JDK that answers; `None` when no companion runs.
    pub fn jdk_version(&self) -> Option<&str> {
        self.session.as_ref().map(|session| session.hello().jdk_version.as_str())
    }

    /// The counters of this engine and, while one runs, of the companion.
    ///
    /// # Errors
    /// When the companion cannot be reached.
    pub fn statistics(&mut self) -> Result<EngineStatistics, EngineError> {
        let companion = if self.session.is_some() {
            self.with_session(|session, call| {
                session.ask(call, &Request::Statistics, |reader, _| {
                    reader.list(|reader| Ok((reader.string()?, reader.u64()?)))
                })
            })?
        } else {
            Vec::new()
        };
        let companion = companion.into_iter().collect();
        Ok(EngineStatistics { companion, ..self.statistics.clone() })
    }

    /// Does work with the running companion, or with a new one when it died before.
    fn with_session<T>(
        &mut self,
        work: impl FnOnce(&mut Session, &mut Call<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.restart()?,
        };
        let mut call = Call { settings: &self.settings, statistics: &mut self.statistics };
        let result = work(&mut session, &mut call);
        match &result {
            Err(error) if error.ended_the_companion() => self.last_crash = Some(error.to_string()),
            _ => self.session = Some(session),
        }
        result
    }

    fn restart(&mut self) -> Result<Session, EngineError> {
        let limit = self.settings.limits.restarts;
        if self.statistics.restarts >= limit {
            let last = self.last_crash.clone().unwrap_or_default();
            return Err(EngineError::TooManyRestarts { limit, last });
        }
        self.statistics.restarts += 1;
        let started = Session::start((self.launcher)(), &self.settings, &mut self.statistics);
        if let Err(error) = &started {
            self.last_crash = Some(error.to_string());
        }
        started
    }

    /// Asks about a hole, unless the answer is known already or the question is none that such a
    /// hole can be asked.
    fn ask_about<T: Clone>(
        &mut self,
        hole: HoleId,
        text: &str,
        question: &Question<T>,
    ) -> Result<T, EngineError> {
        let index = hole.0 as usize;
        let Some(known) = self.holes.get(index).cloned() else {
            return Err(EngineError::NoSuchHole(hole));
        };
        if let Some(answer) = (question.memo)(&mut self.memos[index]).get(text) {
            self.statistics.memo_hits += 1;
            return Ok(answer);
        }
        let answer = self.with_session(|session, call| {
            let remote = session.remote_hole(call, hole.0, &known)?;
            match (remote.undecided, question.unknown) {
                (Some(reason), Some(unknown)) => Ok(unknown(reason)),
                _ => session.ask(call, &(question.request)(remote.id, text), question.read),
            }
        })?;
        (question.memo)(&mut self.memos[index]).keep(text, &answer);
        Ok(answer)
    }

    fn known_hole(&self, hole: &Hole) -> Result<KnownHole, EngineError> {
        let file = hole.file();
        let path = path_text(self.settings.path_below_root(file.path()))?.to_owned();
        let source = SourceFile { path, text: file.text().to_owned() };
        let offset = |byte| {
            let length = file.text().len();
            u32::try_from(utf16_of(file.text(), byte))
                .map_err(|_| EngineError::TooLong { length, limit: u32::MAX as usize })
        };
        let (start, end) = (offset(hole.span().start)?, offset(hole.span().end)?);
        let same = self.holes.iter().find(|known| *known.file == source);
        let file = same.map_or_else(|| Arc::new(source), |known| Arc::clone(&known.file));
        Ok(KnownHole { file, start, end })
    }
}

/// One kind of question about a hole.
struct Question<T> {
    request: for<'a> fn(u32, &'a str) -> Request<'a>,
    read: session::ReadAnswer<T>,
    /// The answer about a hole that only a full compile can decide; `None` for the question that
    /// a full compile answers.
    unknown: Option<fn(crate::UnknownReason) -> T>,
    memo: fn(&mut Memo) -> &mut memo::Answers<T>,
}

const NAMES: Question<Completions> = Question {
    request: |hole, text| Request::Names { hole, text },
    read: read_names,
    unknown: Some(Completions::Unknown),
    memo: |memo| &mut memo.names,
};

const CHECK: Question<Feasibility> = Question {
    request: |hole, text| Request::Check { hole, text },
    read: |reader, _| read_verdict(reader),
    unknown: Some(Feasibility::Unknown),
    memo: |memo| &mut memo.checks,
};

const END: Question<Feasibility> = Question {
    request: |hole, text| Request::End { hole, text },
    read: |reader, _| read_end(reader),
    unknown: None,
    memo: |memo| &mut memo.ends,
};

impl CompletionEngine for JavacEngine {
    /// The same hole gets the same id, with all its known answers.
    fn open_hole(&mut self, hole: &Hole) -> Result<HoleId, EngineError> {
        let known = Arc::new(self.known_hole(hole)?);
        if let Some(index) = self.holes.iter().position(|other| *other == known) {
            return Ok(HoleId(index as u32));
        }
        let number = self.holes.len() as u32;
        self.with_session(|session, call| session.remote_hole(call, number, &known))?;
        self.holes.push(known);
        self.memos.push(Memo::default());
        Ok(HoleId(number))
    }

    fn names(&mut self, hole: HoleId, text: &str) -> Result<Completions, EngineError> {
        self.ask_about(hole, text, &NAMES)
    }

    fn check(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.ask_about(hole, text, &CHECK)
    }

    fn end(&mut self, hole: HoleId, text: &str) -> Result<Feasibility, EngineError> {
        self.ask_about(hole, text, &END)
    }
}

impl std::fmt::Debug for JavacEngine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("JavacEngine")
            .field("settings", &self.settings)
            .field("session", &self.session)
            .field("holes", &self.holes.len())
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
