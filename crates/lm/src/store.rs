//! The models on this machine: which there are, fetching one by its name, finding its file.
//!
//! A model's file is either there whole, with the digest that the registry names, or not at all:
//! it is put together beside its place and moved there in one step. What was fetched before an
//! interruption is kept in parts and used the next time. Several processes may ask for the same
//! model at once; one fetches, the others wait.
//!
//! Layout of the folder `models` in the user's cache folder:
//! - `NAME.gguf`: a model;
//! - `parts/NAME/`: what was fetched of one that is not complete;
//! - `NAME.lock`: held by the process that fetches it.

mod assemble;
mod environment;
mod error;
mod hub;
mod packages;
mod pull;
mod registry;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::InfillNames;
use crate::gguf::{Header, read_header};

pub use assemble::sha256_of_file;
pub use environment::{patchwright_cache_folder, user_registry_file};
pub use error::StoreError;
pub use pull::{PullEvent, Watcher};
pub use registry::{Family, Model, Registry, Source};

/// Where the store is and where it looks.
#[derive(Clone, Debug)]
pub struct StoreSettings {
    /// The folder of the models.
    pub folder: PathBuf,
    /// The user's own registry entries; the file need not exist.
    pub user_registry: Option<PathBuf>,
    /// The address of the Hugging Face hub.
    pub hub: String,
}

/// The models on this machine and those that can be fetched.
#[derive(Clone, Debug)]
pub struct Store {
    settings: StoreSettings,
    registry: Registry,
}

/// Whether a model of the registry is on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing of it.
    Absent,
    /// Parts of it, so that fetching it goes on from there.
    Partial {
        /// The size of the parts in bytes.
        bytes: u64,
    },
    /// All of it.
    Present {
        /// Its file.
        path: PathBuf,
    },
}

/// A model that can be loaded.
#[derive(Clone, Debug)]
pub struct ResolvedModel {
    /// Its file.
    pub path: PathBuf,
    /// Its name in the registry; none for a file that was given by its path.
    pub name: Option<String>,
    /// Its family, when the registry knows it.
    pub family: Option<Family>,
    /// What its file says about itself.
    pub header: Header,
}

impl Store {
    /// The user's store, as the environment says.
    ///
    /// # Errors
    /// When there is no cache folder or the user's registry file has a mistake.
    pub fn of_user() -> Result<Self, StoreError> {
        Self::open(StoreSettings {
            folder: patchwright_cache_folder()?.join("models"),
            user_registry: user_registry_file(),
            hub: environment::hub_address(),
        })
    }

    /// A store in a folder of the caller's choice.
    ///
    /// # Errors
    /// When the user's registry file has a mistake.
    pub fn open(settings: StoreSettings) -> Result<Self, StoreError> {
        let registry = Registry::read(settings.user_registry.as_deref())?;
        Ok(Self { settings, registry })
    }

    /// The models that can be fetched.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// All models of the registry with what is there of them, by name.
    pub fn list(&self) -> Vec<(&str, &Model, State)> {
        let models = self.registry.models.iter();
        models.map(|(name, model)| (name.as_str(), model, self.state(name, model))).collect()
    }

    /// A model of the registry with what is there of it.
    ///
    /// # Errors
    /// When there is no such model.
    pub fn info(&self, name: &str) -> Result<(&Model, State), StoreError> {
        let model = self.model(name)?;
        Ok((model, self.state(name, model)))
    }

    /// The names of the infilling tokens that a model's family has.
    pub fn infill_names(&self, name: &str) -> Option<&InfillNames> {
        let model = self.registry.models.get(name)?;
        self.registry.families.get(&model.family)?.infill.as_ref()
    }

    /// The file of a model, given by its name or by a path. A name wins over a file of that name
    /// in the working folder; write `./NAME` for the file.
    ///
    /// # Errors
    /// When the model was not fetched, there is no such file, or the file is no model.
    pub fn resolve(&self, name_or_path: &str) -> Result<ResolvedModel, StoreError> {
        if let Ok((model, state)) = self.info(name_or_path) {
            let name = name_or_path.to_owned();
            let State::Present { path } = state else {
                return Err(StoreError::NotFetched { name });
            };
            let header = read_header(&path)?;
            let family = self.registry.families.get(&model.family).cloned();
            return Ok(ResolvedModel { path, name: Some(name), family, header });
        }
        let path = PathBuf::from(name_or_path);
        if !path.exists() {
            return Err(self.unknown(name_or_path));
        }
        let header = read_header(&path)?;
        Ok(ResolvedModel { path, name: None, family: None, header })
    }

    /// Fetches a model unless it is there, and gives its file.
    ///
    /// # Errors
    /// When no source gives a file with the right digest, the disk is full, or the watcher says
    /// to stop. What was fetched until then is kept.
    pub fn pull(&self, name: &str, watcher: &mut Watcher<'_>) -> Result<PathBuf, StoreError> {
        let model = self.model(name)?;
        pull::pull(&self.settings, name, model, watcher)
    }

    /// Removes a model and its parts; the answer tells how many bytes are free again.
    ///
    /// # Errors
    /// When there is no such model or its files cannot be removed.
    pub fn remove(&self, name: &str) -> Result<u64, StoreError> {
        self.model(name)?;
        let (file, parts) = (self.settings.file(name), self.settings.parts(name));
        let bytes = fs::metadata(&file).map_or(0, |data| data.len()) + bytes_below(&parts);
        for result in [fs::remove_file(&file), fs::remove_dir_all(&parts)] {
            match result {
                Err(source) if source.kind() != ErrorKind::NotFound => {
                    return Err(StoreError::File { path: file, source });
                }
                _ => {}
            }
        }
        Ok(bytes)
    }

    fn model(&self, name: &str) -> Result<&Model, StoreError> {
        self.registry.models.get(name).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> StoreError {
        let known = self.registry.names().map(str::to_owned).collect();
        StoreError::Unknown { name: name.to_owned(), known }
    }

    fn state(&self, name: &str, model: &Model) -> State {
        let path = self.settings.file(name);
        if self.settings.has(name, model) {
            return State::Present { path };
        }
        match bytes_below(&self.settings.parts(name)) {
            0 => State::Absent,
            bytes => State::Partial { bytes },
        }
    }
}

impl StoreSettings {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.gguf"))
    }

    fn parts(&self, name: &str) -> PathBuf {
        self.folder.join("parts").join(name)
    }

    fn lock(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.lock"))
    }

    /// Whether the model's file is there. Its digest was checked before it came to its place, so
    /// its size is enough to notice that somebody meddled with it.
    fn has(&self, name: &str, model: &Model) -> bool {
        fs::metadata(self.file(name)).is_ok_and(|data| data.is_file() && data.len() == model.bytes)
    }
}

/// The size of all files in a folder and the folders in it; 0 for one that is not there.
fn bytes_below(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes_below(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

#[cfg(test)]
mod tests;
