//! What the project and the user want.

use std::path::PathBuf;
use std::sync::Arc;

use source::Config;

use super::{Owner, disk};
use crate::lsp::config;
use crate::lsp::settings::Settings;
use crate::lsp::uri::{Key, is_inside};

impl Owner {
    pub(super) fn settings(&mut self, settings: Settings) {
        if self.session.settings != settings {
            Arc::make_mut(&mut self.session).settings = settings;
            self.reconfigure();
            self.refresh();
        }
    }

    pub(super) fn folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let session = Arc::make_mut(&mut self.session);
        session.folders.retain(|folder| !removed.contains(folder));
        session.folders.extend(added);
        let folders = &self.session.folders;
        let is_left = |key: &Key| key.path().is_none_or(|path| !is_inside(&path, folders));
        let left: Vec<_> = self
            .shown
            .keys()
            .filter(|&key| is_left(key))
            .cloned()
            .collect();
        for key in left {
            self.report_from_disk(&key);
        }
        self.reconfigure();
    }

    /// What the project and the user want of a document. What is wrong there is told once.
    pub(super) fn config(&mut self, key: &Key) -> Arc<Config> {
        let found = key
            .path()
            .map(|path| config::find(&path, &self.session.folders));
        let mut config = match found {
            Some(Ok(config)) => config,
            Some(Err(error)) => {
                tracing::error!("{error}");
                if self.faults.insert(error.clone(), self.round).is_none() {
                    self.calls.show_error(&error);
                }
                Config::default()
            }
            None => Config::default(),
        };
        for (code, level) in self.session.settings.levels().unwrap_or_default() {
            config.levels.entry(code).or_insert(level);
        }
        Arc::new(config)
    }

    /// Reads every `herbrand.toml` again.
    pub(super) fn reconfigure(&mut self) {
        self.round += 1;
        let mut changed = false;
        for key in self.documents.keys().cloned().collect::<Vec<_>>() {
            let config = self.config(&key);
            let Some(document) = self.documents.get_mut(&key) else {
                continue;
            };
            if document.config == config {
                continue;
            }
            changed = true;
            document.config = config;
            let options = disk::options(&document.config);
            if let Some(old) = self.host.set_options(document.file, options) {
                self.discard(old);
            }
            self.check_size(&key);
        }
        if changed {
            // Documents may be instances of other specs.
            self.look_again();
            self.refresh();
        }
        for key in self.shown.keys().cloned().collect::<Vec<_>>() {
            let config = self.config(&key);
            if self
                .shown
                .get(&key)
                .is_some_and(|shown| shown.config != config)
            {
                self.report_from_disk(&key);
            }
        }
        // What is mended and broken again is told again.
        self.faults.retain(|_, round| *round == self.round);
    }

    /// Has all that is known of the open documents computed anew.
    pub(super) fn refresh(&mut self) {
        let features = self.session.features;
        if features.pulls_diagnostics && features.refreshes_diagnostics {
            self.calls.refresh_diagnostics();
        }
        for key in self.documents.keys().cloned().collect::<Vec<_>>() {
            let Some(document) = self.documents.get(&key).filter(|one| one.lost.is_none()) else {
                continue;
            };
            let due = self.due(&document.uri);
            self.touch(&key, due);
        }
    }
}
