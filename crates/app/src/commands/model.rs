//! `patchwright model`.

use std::process::ExitCode;

use indicatif::HumanBytes;
use lm::gguf::{Header, read_header};
use lm::store::{Model, State, Store, Watcher};
use serde_json::{Value, json};

use crate::arguments::{ModelCommand, ModelOptions};
use crate::interrupt::stop_on_signal;
use crate::models::usage;
use crate::output::pull::PullProgress;
use crate::output::{data, talk};

/// Where a GGUF file names the tokens that infilling needs.
const INFILLING_KEYS: [&str; 3] = [
    "tokenizer.ggml.fim_pre_token_id",
    "tokenizer.ggml.fim_suf_token_id",
    "tokenizer.ggml.fim_mid_token_id",
];

pub(crate) fn run(options: ModelOptions, quiet: bool) -> anyhow::Result<ExitCode> {
    let store = Store::of_user()?;
    match options.command {
        ModelCommand::List { json } => list(&store, json)?,
        ModelCommand::Pull { name } => pull(&store, &name, quiet)?,
        ModelCommand::Info { name } => info(&store, &name)?,
        ModelCommand::Rm { name } => match store.remove(&name).map_err(usage)? {
            0 => talk(&format!("nothing of `{name}` was here")),
            bytes => talk(&format!("removed `{name}`: {} are free", HumanBytes(bytes))),
        },
    }
    Ok(ExitCode::SUCCESS)
}

fn list(store: &Store, as_json: bool) -> anyhow::Result<()> {
    let models = store.list();
    if as_json {
        let entries: Vec<Value> =
            models.iter().map(|(name, model, state)| entry(name, model, state)).collect();
        return Ok(data(&format!("{}\n", serde_json::to_string_pretty(&entries)?))?);
    }
    let mut text =
        format!("{:<22} {:>11}  {:<12} {:<8} description\n", "name", "size", "licence", "here");
    for (name, model, state) in models {
        let here = match state {
            State::Present { .. } => "yes".to_owned(),
            State::Absent => "no".to_owned(),
            State::Partial { bytes } => format!("{} %", bytes * 100 / model.bytes.max(1)),
        };
        let size = HumanBytes(model.bytes).to_string();
        text.push_str(&format!(
            "{name:<22} {size:>11}  {:<12} {here:<8} {}\n",
            model.licence, model.description
        ));
    }
    Ok(data(&text)?)
}

fn entry(name: &str, model: &Model, state: &State) -> Value {
    let (state, path) = match state {
        State::Absent => ("absent", None),
        State::Partial { .. } => ("partial", None),
        State::Present { path } => ("present", Some(path)),
    };
    json!({
        "name": name,
        "description": model.description,
        "family": model.family,
        "parameters": model.parameters,
        "bytes": model.bytes,
        "licence": model.licence,
        "sha256": model.sha256,
        "state": state,
        "path": path,
    })
}

fn info(store: &Store, name: &str) -> anyhow::Result<()> {
    let mut text = String::new();
    let mut line = |key: &str, value: String| text.push_str(&format!("{key:<13} {value}\n"));
    if let Ok((model, state)) = store.info(name) {
        line("name", name.to_owned());
        line("description", model.description.clone());
        line("family", model.family.clone());
        if let Some(names) = store.infill_names(name) {
            line("infilling", format!("{} {} {}", names.prefix, names.suffix, names.middle));
        }
        line("licence", model.licence.clone());
        line("size", format!("{} ({} bytes)", HumanBytes(model.bytes), model.bytes));
        line("sha256", model.sha256.clone());
        for source in &model.sources {
            line("source", source.to_string());
        }
        match state {
            State::Absent => line("file", format!("not here; `patchwright model pull {name}`")),
            State::Partial { bytes } => line("file", format!("{} of it", HumanBytes(bytes))),
            State::Present { path } => {
                line("file", path.display().to_string());
                header_lines(&read_header(&path)?, &mut line);
            }
        }
    } else {
        let found = store.resolve(name).map_err(usage)?;
        line("file", found.path.display().to_string());
        let named = INFILLING_KEYS.iter().all(|key| found.header.number(key).is_some());
        let says = if named {
            "named by the file"
        } else {
            "not named by the file's metadata; taken from its vocabulary if they have known names"
        };
        line("infilling", says.to_owned());
        header_lines(&found.header, &mut line);
    }
    Ok(data(&text)?)
}

fn header_lines(header: &Header, line: &mut dyn FnMut(&str, String)) {
    line("architecture", header.architecture().to_owned());
    line("parameters", header.parameters.to_string());
    if let Some(length) = header.architecture_number("context_length") {
        line("context", format!("{length} tokens"));
    }
    if let Some(bytes) = header.cell_bytes() {
        line("cache", format!("{} a token", HumanBytes(bytes)));
    }
}

fn pull(store: &Store, name: &str, quiet: bool) -> anyhow::Result<()> {
    let stop = stop_on_signal();
    let mut progress = PullProgress::new(quiet)?;
    let result = store.pull(
        name,
        &mut Watcher {
            event: &mut |event| progress.show(&event),
            is_cancelled: &|| stop.is_raised(),
        },
    );
    progress.finish();
    let path = result.map_err(usage)?;
    if !quiet {
        talk(&format!("`{name}` is in {}", path.display()));
    }
    Ok(())
}
