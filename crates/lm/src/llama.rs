//! GGUF models through llama.cpp.
//!
//! A context of the runtime borrows its model, so a value that owned both would have to refer to
//! itself. Instead [`with_model`] keeps both on its own stack and lends the model to a function
//! for as long as that runs: no unsafe code, no leak, and the memory is free when it returns.
//!
//! The settings follow measurements on two cores: one unified key/value cache, so that a fork
//! copies no data; flash attention off, which is faster for decodes of 16 to 32 rows; the same
//! number of threads for prompts and single tokens, one a physical core. Logits depend a little
//! on which rows were evaluated together, so results repeat only under the same schedule of
//! calls.
//!
//! The runtime's own log goes to `tracing`; nothing is written to the standard streams.

mod log;
mod memory;
mod model;
mod processor;
mod vocabulary;

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;

use crate::gguf::{GgufError, Header, read_header};
use crate::sequences::SequenceTable;
use crate::{InfillNames, LanguageModel, Limits};
use model::LlamaLanguageModel;

pub use processor::physical_cores;

/// The greatest number of sequences of one model (the runtime's own limit).
pub const SEQUENCE_LIMIT: usize = 256;
/// The runtime's number for "no flash attention".
const FLASH_ATTENTION_OFF: i32 = 0;

/// How a model is loaded and run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads for prompts and for single tokens; default [`physical_cores`].
    pub threads: usize,
    /// Sequences at once, 1 to [`SEQUENCE_LIMIT`]; default 256.
    pub sequences: usize,
    /// Cells, that is tokens in all sequences together, a shared one counted once; default 8,192.
    /// One takes 12 kB with a model of half a billion weights and 28 kB with three times as many.
    pub cells: usize,
    /// Tokens that are evaluated in one call of the runtime at most; default 64. Between two calls
    /// a prompt's evaluation can be stopped; a call takes 0.6 to 1.6 seconds with 1.5 billion
    /// weights on two cores. 128 were no faster for each token (41 a second both), 32 slower (38).
    pub batch: usize,
    /// Layers that a graphics processor takes; default all. A build for the CPU has no use for it.
    pub gpu_layers: u32,
    /// The names of the infilling tokens, for a file whose metadata do not tell them.
    pub infill: Option<InfillNames>,
    /// Asked again and again while the file is loaded, which takes seconds: whether to go on.
    pub go_on: GoOn,
}

/// Whether something that takes long should go on; yes by default.
#[derive(Clone)]
pub struct GoOn(pub Arc<dyn Fn() -> bool + Send + Sync>);

impl Default for GoOn {
    fn default() -> Self {
        Self(Arc::new(|| true))
    }
}

impl std::fmt::Debug for GoOn {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("GoOn")
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: physical_cores(),
            sequences: SEQUENCE_LIMIT,
            cells: 8192,
            batch: 64,
            gpu_layers: u32::MAX,
            infill: None,
            go_on: GoOn::default(),
        }
    }
}

/// Why a model could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file is not a usable GGUF file.
    #[error(transparent)]
    File(#[from] GgufError),
    /// The file's path is not UTF-8, which the runtime cannot open.
    #[error("the runtime cannot open `{}`: its path is not UTF-8", path.display())]
    Path {
        /// The file.
        path: PathBuf,
    },
    /// [`Settings::go_on`] said no.
    #[error("the loading was stopped")]
    Stopped,
    /// A setting is out of its range.
    #[error("`{name}` is {value}, allowed are 1 to {limit}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: usize,
        /// Its greatest value.
        limit: usize,
    },
    /// The model is too large for this machine.
    #[error(
        "the model `{}` needs about {} MiB of memory with {cells} cells, {} MiB are free; \
         take a smaller model or fewer cells",
        path.display(), needed >> 20, available >> 20
    )]
    NotEnoughMemory {
        /// The file.
        path: PathBuf,
        /// The estimate in bytes.
        needed: u64,
        /// Free memory in bytes.
        available: u64,
        /// The setting that part of it depends on.
        cells: usize,
    },
    /// The runtime has no code for the model's architecture.
    #[error("the runtime does not know the architecture `{architecture}` of `{}`", path.display())]
    UnknownArchitecture {
        /// The file.
        path: PathBuf,
        /// The architecture.
        architecture: String,
    },
    /// The model was not made for infilling, or its file does not say with which tokens.
    #[error(
        "`{}` does not name its infilling tokens (missing: {}): neither its metadata \
         (`tokenizer.ggml.fim_pre_token_id`, `fim_suf_token_id`, `fim_mid_token_id`) nor a known \
         token nor its registry entry tells them",
        path.display(), missing.join(", ")
    )]
    NoInfillTokens {
        /// The file.
        path: PathBuf,
        /// Which of prefix, suffix and middle.
        missing: Vec<&'static str>,
    },
    /// The tokenizer does not give back the text that it was given.
    #[error("the tokenizer of `{}` changes the text {given:?} to {got:?}", path.display())]
    Tokenizer {
        /// The file.
        path: PathBuf,
        /// What was put in.
        given: String,
        /// What its tokens say.
        got: String,
    },
    /// The runtime refused the file for another reason.
    #[error("the runtime cannot load `{}`: {reason}", path.display())]
    Runtime {
        /// The file.
        path: PathBuf,
        /// The errors in its log.
        reason: String,
    },
}

/// Loads a model, lends it to `work`, and frees it when that returns.
///
/// # Errors
/// When the file cannot be used, see [`LoadError`]; `work` has not been called then.
///
/// # Cost
/// Loading takes some tenths of a second for each gigabyte once the file is in the page cache.
pub fn with_model<Answer>(
    path: &Path,
    settings: &Settings,
    work: impl FnOnce(&mut dyn LanguageModel) -> Answer,
) -> Result<Answer, LoadError> {
    check_range("sequences", settings.sequences, SEQUENCE_LIMIT)?;
    for (name, value) in [("cells", settings.cells), ("batch", settings.batch)] {
        check_range(name, value, i32::MAX as usize)?;
    }
    check_range("threads", settings.threads, 1024)?;
    let header = read_header(path)?;
    memory::check(path, &header, settings, memory::available())?;
    let place = Place { path, header: &header };
    let backend = backend().map_err(|reason| place.refused(reason.clone()))?;
    let model = place.load(backend, settings)?;
    let vocabulary = vocabulary::read(&model, settings.infill.as_ref(), path)?;
    let parameters = context_parameters(settings);
    let (context, errors) = log::with_errors(|| model.new_context(backend, parameters));
    let context = context.map_err(|error| place.refused(log::reason(&errors, &error)))?;
    let limits = Limits { sequences: settings.sequences, cells: settings.cells };
    let table = SequenceTable::new(limits);
    let mut lent = LlamaLanguageModel::new(&model, context, vocabulary, table, settings.batch);
    Ok(work(&mut lent))
}

/// The file that is being loaded, for what its errors say.
struct Place<'a> {
    path: &'a Path,
    header: &'a Header,
}

impl Place<'_> {
    fn load(&self, backend: &LlamaBackend, settings: &Settings) -> Result<LlamaModel, LoadError> {
        if self.path.to_str().is_none() {
            return Err(LoadError::Path { path: self.path.to_owned() });
        }
        // The weights are laid out anew for the processor's kernels. Mapped, the file would stay in
        // memory beside them: a gigabyte with 1.5 billion weights.
        let go_on = settings.go_on.clone();
        let parameters = LlamaModelParams::default()
            .with_n_gpu_layers(settings.gpu_layers)
            .with_use_mmap(false)
            .with_progress_callback(move |_| (go_on.0)());
        let (model, errors) =
            log::with_errors(|| LlamaModel::load_from_file(backend, self.path, &parameters));
        model.map_err(|error| {
            if !(settings.go_on.0)() {
                return LoadError::Stopped;
            }
            if errors.iter().any(|line| line.contains("unknown model architecture")) {
                let architecture = self.header.architecture().to_owned();
                return LoadError::UnknownArchitecture { path: self.path.to_owned(), architecture };
            }
            self.refused(log::reason(&errors, &error))
        })
    }

    fn refused(&self, reason: String) -> LoadError {
        LoadError::Runtime { path: self.path.to_owned(), reason }
    }
}

fn check_range(name: &'static str, value: usize, limit: usize) -> Result<(), LoadError> {
    if (1..=limit).contains(&value) {
        return Ok(());
    }
    Err(LoadError::Setting { name, value, limit })
}

fn context_parameters(settings: &Settings) -> LlamaContextParams {
    let threads = settings.threads as i32;
    // The runtime ends the process when its batch has no room for a row of every sequence, and
    // it makes a batch no larger than the cache.
    let batch = settings.batch.max(settings.sequences) as u32;
    let cells = batch.max(settings.cells as u32);
    LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(cells))
        .with_n_batch(batch)
        .with_n_ubatch(batch)
        .with_n_seq_max(settings.sequences as u32)
        .with_n_threads(threads)
        .with_n_threads_batch(threads)
        .with_kv_unified(true)
        .with_flash_attention_policy(FLASH_ATTENTION_OFF)
}

/// The runtime's global state, which can be set up only once in a process and is kept until its
/// end.
fn backend() -> Result<&'static LlamaBackend, &'static String> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    let backend = BACKEND.get_or_init(|| {
        llama_cpp_2::send_logs_to_tracing(llama_cpp_2::LogOptions::default());
        #[cfg(feature = "dynamic-backends")]
        load_variants();
        LlamaBackend::init().map_err(|error| error.to_string())
    });
    backend.as_ref()
}

/// Loads the CPU's variants from the folder of the binary, where a portable build ships them;
/// where there is none, from the folder in which they were built.
#[cfg(feature = "dynamic-backends")]
fn load_variants() {
    use llama_cpp_2::llama_backend::{load_backends, load_backends_from_path};
    let program = std::env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent).filter(|path| path.to_str().is_some());
    if let Some(folder) = folder {
        load_backends_from_path(folder);
    }
    if llama_cpp_2::list_llama_ggml_backend_devices().is_empty() {
        load_backends();
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod tiny;
