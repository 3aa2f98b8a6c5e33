//! Files as they are on the disk: those that were closed, and what the client does not say of
//! those that are open.

use std::path::Path;
use std::sync::Arc;

use source::{CONFIG_FILE, Config, Encoding, LineIndex};
use syntax::ParseOptions;
use tower_lsp::ls_types::{FileChangeType, Uri};

use super::{Discarded, Owner, Shown};
use crate::cli::inputs::{Input, MAX_FILE_SIZE};
use crate::lsp::documents::Loss;
use crate::lsp::publish::Forget;
use crate::lsp::uri::{Key, is_inside};

impl Owner {
    pub(super) fn watched(&mut self, changes: Vec<(Uri, FileChangeType)>) {
        for (uri, _) in changes {
            let key = Key::new(&uri);
            if key.as_str().ends_with(&format!("/{CONFIG_FILE}")) {
                self.reconfigure();
                continue;
            }
            self.read_again(&key);
            if !self.documents.contains_key(&key)
                && let Some(file) = self.host.known(&key.name())
            {
                self.has_changed(file);
            }
            if !self.documents.contains_key(&key) {
                // An open document is the editor's, whatever happens on the disk.
                self.report_from_disk(&key);
            }
        }
    }

    /// Reports a closed file as it is on the disk, or takes back what was reported where it is
    /// gone or no longer one of the workspace.
    pub(super) fn report_from_disk(&mut self, key: &Key) {
        let Some(shown) = self.shown.get(key) else {
            return;
        };
        let uri = shown.uri.clone();
        let config = self.config(key);
        let path = key
            .path()
            .filter(|path| is_inside(path, &self.session.folders));
        let read = path.map(|path| read(&path, &config));
        let Some(Ok((text, encoding))) = read else {
            if let Some(Err(why)) = read {
                tracing::warn!("{}: {why}", key.name());
            }
            self.shown.remove(key);
            self.publisher.clear(key, uri.clone());
            self.forget(key, uri);
            return;
        };
        let file = self.host.file(&key.name());
        if let Some(old) = self.host.set_options(file, options(&config)) {
            self.discard(old);
        }
        let lines = LineIndex::new(&text);
        let old = self.host.set_text(file, text.into(), encoding);
        self.discard(old);
        let generation = self.publisher.advance(key);
        // What it uses is to be there, too.
        self.has_changed(file);
        self.link();
        let now = Shown {
            uri: uri.clone(),
            config: Arc::clone(&config),
            used: self.host.closure(file).to_vec(),
            due: None,
        };
        self.shown.insert(key.clone(), now);
        self.submit(
            self.closed_view(key, uri, file, lines, config),
            Box::new(self.report(key, generation)),
        );
    }

    /// Lets go of all that is known of a closed file.
    pub(super) fn forget(&mut self, key: &Key, uri: Uri) {
        let file = self.host.file(&key.name());
        let old = self.host.set_text(file, "".into(), Encoding::Utf8);
        self.discard(old);
        // The thread ends with the process alone.
        let _ = self.attic.send(Discarded::File);
        self.submit(
            self.closed_view(key, uri, file, LineIndex::new(""), Arc::default()),
            Box::new(Forget),
        );
    }
}

/// The limits of the parser.
pub(super) fn options(config: &Config) -> ParseOptions {
    config
        .max_nesting
        .map_or_else(ParseOptions::default, |max_depth| ParseOptions {
            max_depth,
        })
}

/// Why a text of this length in bytes is not worked on, if it is not.
pub(super) fn loss(config: &Config, length: usize) -> Option<Loss> {
    let limit = config.max_file_size.unwrap_or(MAX_FILE_SIZE);
    (length as u64 > limit).then_some(Loss::TooLarge { limit })
}

/// The text of a file.
pub(super) fn read(path: &Path, config: &Config) -> Result<(String, Encoding), String> {
    let limit = config.max_file_size.unwrap_or(MAX_FILE_SIZE);
    let bytes = Input::at(path.to_owned()).read(limit);
    bytes.map(source::decode).map_err(|problem| problem.message)
}

/// How the file spells the text that the client has read from it, and does not say.
pub(super) fn encoding(path: &Path, text: &str, config: &Config) -> Encoding {
    if text.is_ascii() {
        return Encoding::Utf8;
    }
    // A file that is not there yet will be written as it should be.
    read(path, config).map_or(Encoding::Utf8, |(_, encoding)| encoding)
}
