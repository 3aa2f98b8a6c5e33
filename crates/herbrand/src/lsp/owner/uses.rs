//! The files that puzzles use: open documents, else files of the disk, read when an open document
//! needs them and let go of when none does any more.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use rustc_hash::{FxHashMap, FxHashSet};
use source::{Encoding, File, Used};
use tower_lsp::ls_types::Uri;

use super::{Discarded, Owner, disk};
use crate::lsp::uri::Key;
use crate::specs::{IMPLIED, root_of};

/// What is known of the files that others use.
#[derive(Default)]
pub(super) struct Uses {
    /// Files of the disk that open documents use.
    loaded: FxHashMap<Key, Loaded>,
    /// Files whose text is another since the last look.
    changed: FxHashSet<File>,
    /// Whether files may have come, gone or changed without a word in those that use them.
    stale: bool,
    /// How the client is to call files.
    names: Arc<FxHashMap<File, Uri>>,
}

/// A file of the disk that is not open.
struct Loaded {
    file: File,
    /// To see whether it is another by now.
    stamp: Option<Stamp>,
}

/// When a file was written, and how long it is.
type Stamp = (SystemTime, u64);

/// Where a name of a file leads.
enum Found {
    File(File),
    /// Nothing there can be read.
    Missing,
    /// It is there, and not to be judged: a document that the server has lost track of, or no
    /// file of QPROP.
    Unknown,
}

impl Owner {
    /// How the client is to call the files that are known.
    pub(super) fn names(&self) -> Arc<FxHashMap<File, Uri>> {
        Arc::clone(&self.uses.names)
    }

    /// The text of a file is another.
    pub(super) fn has_changed(&mut self, file: File) {
        self.uses.changed.insert(file);
    }

    /// A document was opened, closed, lost or found, or files have changed on the disk.
    pub(super) fn look_again(&mut self) {
        self.uses.stale = true;
    }

    /// Whether an open document uses a file that is not open.
    pub(super) fn is_used(&self, key: &Key) -> bool {
        self.uses.loaded.contains_key(key)
    }

    /// A file is open from now on: the editor has its text.
    pub(super) fn is_opened(&mut self, key: &Key) {
        self.uses.loaded.remove(key);
    }

    /// Reads a file again that open documents use; what it was is known no more.
    pub(super) fn read_again(&mut self, key: &Key) {
        if let Some(loaded) = self.uses.loaded.get_mut(key) {
            loaded.stamp = None;
        }
        self.look_again();
    }

    /// Finds the files that documents use, and has everything computed anew that rests on files
    /// that have changed.
    pub(super) fn link(&mut self) {
        if self.uses.changed.is_empty() && !self.uses.stale {
            return;
        }
        // An unforeseen text must not end the thread that owns all others.
        if catch_unwind(AssertUnwindSafe(|| self.link_files())).is_err() {
            tracing::error!("looking for the files that others use panicked");
            self.uses.changed.clear();
        }
    }

    fn link_files(&mut self) {
        let stale = std::mem::take(&mut self.uses.stale);
        if stale {
            self.refresh_loaded();
        }
        let mut relinked = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut open: Vec<(Key, File)> = self
            .documents
            .iter()
            .map(|(key, document)| (key.clone(), document.file))
            .collect();
        for key in self.shown.keys() {
            open.push((key.clone(), self.host.file(&key.name())));
        }
        while let Some((key, file)) = open.pop() {
            if !seen.insert(file) {
                continue;
            }
            let mut mentioned = self.host.mentioned_files(file).to_vec();
            let implied = self.implied(&key);
            if implied.is_some() {
                mentioned.insert(0, IMPLIED.into());
            }
            let known = self.host.used(file);
            let is_known = mentioned.len() == known.len()
                && mentioned.iter().zip(&**known).all(|(a, b)| *a == b.text);
            if stale || !is_known {
                let used = self.resolve_all(&key, mentioned, implied.as_deref());
                if used != *self.host.used(file) {
                    self.host.set_used(file, used);
                    relinked.insert(file);
                }
            }
            let used = Arc::clone(self.host.used(file));
            open.extend(used.iter().filter_map(|used| {
                let file = used.file?;
                Some((self.key_of(file)?, file))
            }));
        }
        self.let_go(&seen);
        if stale || !relinked.is_empty() {
            self.name_files();
        }
        let changed = std::mem::take(&mut self.uses.changed);
        self.renew(&changed, &relinked);
    }

    /// The root of the spec that an open document is an instance of.
    fn implied(&self, key: &Key) -> Option<PathBuf> {
        let config = &self.documents.get(key)?.config;
        if config.specs.is_empty() {
            return None;
        }
        root_of(config, &key.path()?)
    }

    /// What the names in a file lead to, and what it uses without a word.
    fn resolve_all(
        &mut self,
        user: &Key,
        mentioned: Vec<Box<str>>,
        implied: Option<&Path>,
    ) -> Arc<[Used]> {
        let folder = user
            .path()
            .and_then(|path| path.parent().map(Path::to_owned));
        let mut used = Vec::with_capacity(mentioned.len());
        for text in mentioned {
            let path = match &folder {
                _ if *text == *IMPLIED && implied.is_some() => implied.map(Path::to_owned),
                Some(folder) => Some(folder.join(&*text)),
                // A document that is no file has no folder.
                None => Some(PathBuf::from(&*text)).filter(|path| path.is_absolute()),
            };
            let file = match path.map_or(Found::Missing, |path| self.resolve(&path)) {
                Found::File(file) => Some(file),
                Found::Missing => None,
                Found::Unknown => continue,
            };
            used.push(Used { text, file });
        }
        used.into()
    }

    fn resolve(&mut self, path: &Path) -> Found {
        let key = Key::of_path(&without_dots(path));
        if let Some(found) = self.known(&key) {
            return found;
        }
        // It may be known by another name.
        let Ok(place) = fs::canonicalize(path) else {
            return Found::Missing;
        };
        let keys = self.documents.keys().chain(self.uses.loaded.keys());
        let same = keys
            .filter(|key| {
                let path = key.path();
                path.is_some_and(|path| fs::canonicalize(path).is_ok_and(|own| own == place))
            })
            .min()
            .cloned();
        if let Some(found) = same.and_then(|key| self.known(&key)) {
            return found;
        }
        self.load(&key)
    }

    fn known(&self, key: &Key) -> Option<Found> {
        if let Some(document) = self.documents.get(key) {
            return Some(match document.lost {
                None if self.host.has_uses(document.file) => Found::File(document.file),
                _ => Found::Unknown,
            });
        }
        let loaded = self.uses.loaded.get(key)?;
        Some(Found::File(loaded.file))
    }

    fn load(&mut self, key: &Key) -> Found {
        let config = self.config(key);
        let Some(path) = key.path() else {
            return Found::Missing;
        };
        let stamp = stamp(&path);
        let (text, encoding) = match disk::read(&path, &config) {
            Ok(read) => read,
            Err(why) => {
                tracing::warn!("{}: {why}", key.name());
                return Found::Missing;
            }
        };
        let file = self.host.file(&key.name());
        if let Some(old) = self.host.set_options(file, disk::options(&config)) {
            self.discard(old);
        }
        let old = self.host.set_text(file, text.into(), encoding);
        self.discard(old);
        if !self.host.has_uses(file) {
            let old = self.host.set_text(file, "".into(), Encoding::Utf8);
            self.discard(old);
            return Found::Unknown;
        }
        self.uses.changed.insert(file);
        self.uses.loaded.insert(key.clone(), Loaded { file, stamp });
        Found::File(file)
    }

    /// Reads the files again that have changed on the disk.
    fn refresh_loaded(&mut self) {
        let stale: Vec<Key> = self
            .uses
            .loaded
            .iter()
            .filter(|(key, loaded)| {
                let now = key.path().and_then(|path| stamp(&path));
                now.is_none() || now != loaded.stamp
            })
            .map(|(key, _)| key.clone())
            .collect();
        for key in stale {
            self.uses.loaded.remove(&key);
            if matches!(self.load(&key), Found::File(_)) {
                continue;
            }
            let file = self.host.file(&key.name());
            let old = self.host.set_text(file, "".into(), Encoding::Utf8);
            self.discard(old);
            self.uses.changed.insert(file);
        }
    }

    /// The key of a file that is open or was read.
    fn key_of(&self, file: File) -> Option<Key> {
        let documents = self.documents.iter().map(|(key, one)| (key, one.file));
        let loaded = self.uses.loaded.iter().map(|(key, one)| (key, one.file));
        let mut all = documents.chain(loaded);
        let (key, _) = all.find(|(_, other)| *other == file)?;
        Some(key.clone())
    }

    /// Lets go of the files that nobody uses any more.
    fn let_go(&mut self, used: &FxHashSet<File>) {
        let unused: Vec<Key> = self
            .uses
            .loaded
            .iter()
            .filter(|(_, loaded)| !used.contains(&loaded.file))
            .map(|(key, _)| key.clone())
            .collect();
        for key in unused {
            let Some(loaded) = self.uses.loaded.remove(&key) else {
                continue;
            };
            if !self.host.used(loaded.file).is_empty() {
                self.host.set_used(loaded.file, Arc::default());
            }
            let old = self.host.set_text(loaded.file, "".into(), Encoding::Utf8);
            self.discard(old);
            // The thread ends with the process alone.
            let _ = self.attic.send(Discarded::File);
        }
    }

    fn name_files(&mut self) {
        let mut names = FxHashMap::default();
        for (key, loaded) in &self.uses.loaded {
            names.extend(key.uri().map(|uri| (loaded.file, uri)));
        }
        for document in self.documents.values() {
            names.insert(document.file, document.uri.clone());
        }
        self.uses.names = Arc::new(names);
    }

    /// Has the documents computed anew that rest on files that have changed, or on others than
    /// before.
    fn renew(&mut self, changed: &FxHashSet<File>, relinked: &FxHashSet<File>) {
        let mut stale = Vec::new();
        for (key, document) in &self.documents {
            let file = document.file;
            if document.lost.is_some() || !self.host.has_uses(file) {
                continue;
            }
            let is_other = |other: &File| {
                relinked.contains(other) || *other != file && changed.contains(other)
            };
            if self.host.closure(file).iter().any(is_other) {
                stale.push(key.clone());
            }
        }
        let features = self.session.features;
        if !stale.is_empty() && features.pulls_diagnostics && features.refreshes_diagnostics {
            self.calls.refresh_diagnostics();
        }
        for key in stale {
            let Some(document) = self.documents.get(&key) else {
                continue;
            };
            let due = self.due(&document.uri);
            self.touch(&key, due);
        }
        let pause = self.session.settings.pause();
        for shown in self.shown.values_mut() {
            if shown.used.iter().any(|file| changed.contains(file)) {
                shown.due = Some(Instant::now() + pause);
            }
        }
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let meta = fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

/// The path without `.` and `..`, as far as the text tells.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            Component::ParentDir
            | Component::Prefix(_)
            | Component::RootDir
            | Component::Normal(_) => plain.push(component),
        }
    }
    plain
}
