//! How sources are compiled.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The options of `javac` that a build sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompilerOptions {
    /// `--release`, such as `17`. It wins over `source` and `target`.
    pub release: Option<String>,
    /// `-source`, such as `1.8`.
    pub source: Option<String>,
    /// `-target`, such as `1.8`.
    pub target: Option<String>,
    /// `-encoding`; without one, `javac` takes the platform's.
    pub encoding: Option<String>,
    /// `-parameters`: names of parameters go into the class files.
    pub parameters: bool,
    /// `--enable-preview`.
    pub enable_preview: bool,
    /// `-proc:`, such as `none` or `full`.
    pub annotation_processing: Option<String>,
    /// `-processor`: the names of the annotation processors, when the build names them.
    pub processors: Vec<String>,
    /// `-processorpath`; when it is empty, processors are looked for on the class path.
    pub processor_path: Vec<PathBuf>,
    /// What else the build hands to `javac`, as it is.
    pub further: Vec<String>,
}

impl CompilerOptions {
    /// The options as arguments of `javac`.
    pub fn javac_arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut pair = |name: &str, value: &Option<String>| {
            if let Some(value) = value {
                arguments.extend([name.into(), value.into()]);
            }
        };
        pair("-encoding", &self.encoding);
        if self.release.is_some() {
            pair("--release", &self.release);
        } else {
            pair("-source", &self.source);
            pair("-target", &self.target);
        }
        if !self.processors.is_empty() {
            pair("-processor", &Some(self.processors.join(",")));
        }
        if self.parameters {
            arguments.push("-parameters".into());
        }
        if self.enable_preview {
            arguments.push("--enable-preview".into());
        }
        if let Some(processing) = &self.annotation_processing {
            arguments.push(format!("-proc:{processing}").into());
        }
        if let Ok(joined) = std::env::join_paths(&self.processor_path)
            && !joined.is_empty()
        {
            arguments.extend(["-processorpath".into(), joined]);
        }
        arguments.extend(self.further.iter().map(OsString::from));
        arguments
    }

    /// The language level as the build states it: the release, else the source level.
    pub fn language_level(&self) -> Option<&str> {
        self.release.as_deref().or(self.source.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::CompilerOptions;

    #[test]
    fn a_release_wins_over_source_and_target() {
        let mut options = CompilerOptions {
            source: Some("1.8".to_owned()),
            target: Some("1.8".to_owned()),
            encoding: Some("UTF-8".to_owned()),
            parameters: true,
            annotation_processing: Some("none".to_owned()),
            processors: vec!["a.P".to_owned(), "b.Q".to_owned()],
            processor_path: vec!["/p.jar".into(), "/q.jar".into()],
            further: vec!["-Xlint:all".to_owned()],
            ..CompilerOptions::default()
        };
        let old = "-encoding UTF-8 -source 1.8 -target 1.8 -processor a.P,b.Q -parameters \
                   -proc:none -processorpath /p.jar:/q.jar -Xlint:all";
        assert_eq!(options.javac_arguments().join(" ".as_ref()), old);
        options.release = Some("17".to_owned());
        let new = old.replace("-source 1.8 -target 1.8", "--release 17");
        assert_eq!(options.javac_arguments().join(" ".as_ref()), *new);
        assert_eq!(options.language_level(), Some("17"));
    }
}
