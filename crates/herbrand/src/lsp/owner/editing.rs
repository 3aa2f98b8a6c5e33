//! What the client does with its documents.

use std::sync::Arc;

use source::{Encoding, LineIndex};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::{Owner, Shown, disk};
use crate::lsp::documents::{Document, Due, Loss};
use crate::lsp::grounding::Grounding;
use crate::lsp::uri::{Key, is_inside};

impl Owner {
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: String) {
        let key = Key::new(&uri);
        self.shown.remove(&key);
        let config = self.config(&key);
        let file = self.host.file(&key.name());
        if let Some(old) = self.host.set_options(file, disk::options(&config)) {
            self.discard(old);
        }
        let too_large = disk::loss(&config, text.len());
        let (text, encoding) = match (&too_large, key.path()) {
            (Some(_), _) => (String::new(), Encoding::Utf8),
            (None, Some(path)) => {
                let encoding = disk::encoding(&path, &text, &config);
                (text, encoding)
            }
            (None, None) => (text, Encoding::Utf8),
        };
        let lines = Arc::new(LineIndex::new(&text));
        let old = self.host.set_text(file, text.into(), encoding);
        self.discard(old);
        self.is_opened(&key);
        self.has_changed(file);
        self.look_again();
        let mut document = Document {
            uri,
            file,
            version,
            lines,
            draft: None,
            lost: None,
            due: None,
            grounding: Grounding::default(),
            generation: 0,
            config,
        };
        let due = self.due(&document.uri);
        document.touch(self.publisher.advance(&key), due);
        if self.documents.insert(key.clone(), document).is_some() {
            tracing::warn!("{} was opened twice", key.as_str());
        }
        if let Some(loss) = too_large {
            self.lose(&key, loss);
        }
    }

    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let key = Key::new(uri);
        let due = self.due(uri);
        let Some(document) = self.documents.get_mut(&key) else {
            tracing::error!("a change of {}, which is not open", key.as_str());
            return;
        };
        if version <= document.version {
            tracing::warn!(
                "version {version} of {} comes after {}",
                key.as_str(),
                document.version
            );
        }
        document.version = version;
        self.touch(&key, due);
        let Some(document) = self.documents.get_mut(&key) else {
            return;
        };
        let committed = self.host.text(document.file);
        let was_lost = document.lost.is_some();
        if let Err(why) = document.change(committed, changes, self.session.encoding) {
            self.lose(&key, Loss::OutOfStep(why));
        } else if was_lost {
            self.look_again();
        }
        self.check_size(&key);
    }

    /// Lets go of a document that has grown too large.
    pub(super) fn check_size(&mut self, key: &Key) {
        let Some(document) = self.documents.get(key) else {
            return;
        };
        let length = document.draft.as_ref().map_or_else(
            || self.host.text(document.file).len(),
            |draft| draft.text().len(),
        );
        if let Some(loss) = disk::loss(&document.config, length) {
            self.lose(key, loss);
        }
    }

    /// From now on nothing is known of the document, until it comes whole.
    pub(super) fn lose(&mut self, key: &Key, loss: Loss) {
        let Some(document) = self.documents.get_mut(key) else {
            tracing::error!("{}, which is not open: {}", key.as_str(), loss.cause());
            return;
        };
        tracing::error!("{}: {}", key.as_str(), loss.cause());
        document.draft = None;
        let message = loss.message(key);
        document.lost = Some(loss);
        let file = document.file;
        let old = self.host.set_text(file, "".into(), Encoding::Utf8);
        document.lines = Arc::new(LineIndex::new(""));
        if !self.session.features.pulls_diagnostics {
            self.publisher.clear(key, document.uri.clone());
        }
        self.touch(key, Due::default());
        self.discard(old);
        self.has_changed(file);
        self.look_again();
        self.calls.show_error(&message);
    }

    /// Not every client tells when a `herbrand.toml` changes, and the file may have been written
    /// in another encoding than it was read in.
    pub(super) fn save(&mut self, uri: &Uri) {
        let key = Key::new(uri);
        self.commit_all();
        self.reconfigure();
        // Not every client tells what happens on the disk.
        self.look_again();
        let due = self.due(uri);
        let (Some(document), Some(path)) = (self.documents.get_mut(&key), key.path()) else {
            return;
        };
        if document.lost.is_some() {
            return;
        }
        let text = Arc::clone(self.host.text(document.file));
        let encoding = disk::encoding(&path, &text, &document.config);
        if encoding != self.host.encoding(document.file) {
            let file = document.file;
            self.touch(&key, due);
            let old = self.host.set_text(file, text, encoding);
            self.discard(old);
        }
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        let key = Key::new(uri);
        let Some(document) = self.documents.remove(&key) else {
            tracing::error!("{} was closed, but is not open", key.as_str());
            return;
        };
        self.report_runs(&document.grounding.runs);
        self.has_changed(document.file);
        self.look_again();
        let pushes = !self.session.features.pulls_diagnostics;
        let stays = key
            .path()
            .is_some_and(|path| is_inside(&path, &self.session.folders));
        if pushes && stays {
            let shown = Shown {
                uri: document.uri,
                config: document.config,
                used: Vec::new(),
                due: None,
            };
            self.shown.insert(key.clone(), shown);
            self.report_from_disk(&key);
        } else {
            if pushes {
                self.publisher.clear(&key, document.uri.clone());
            }
            self.forget(&key, document.uri);
        }
    }
}
