//! When open documents are grounded, and what follows from the result.

use std::time::Instant;

use ide::Grounded;

use super::Owner;
use crate::lsp::grounding::Prepare;
use crate::lsp::uri::Key;
use crate::lsp::virtual_documents::{expansion_of, file_name};

impl Owner {
    pub(super) fn ground_due(&mut self) {
        let now = Instant::now();
        let mut due = Vec::new();
        for (key, document) in &mut self.documents {
            let grounding = &mut document.grounding;
            if grounding.due.is_some_and(|due| due <= now) {
                grounding.due = None;
                due.push(key.clone());
            }
        }
        for key in due {
            let Some(document) = self.documents.get(&key) else {
                continue;
            };
            let work = Prepare {
                key: key.clone(),
                generation: document.generation,
                cancel: document.grounding.flag(),
                queue: self.groundings.clone(),
                features: self.session.features,
                name: file_name(&document.uri),
                prepared: None,
            };
            self.submit(self.view(&key, document), Box::new(work));
        }
    }

    pub(super) fn grounded(&mut self, key: &Key, generation: u64, grounded: Option<Grounded>) {
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        if document.generation != generation {
            return;
        }
        let Some(grounded) = grounded else {
            document.grounding.due = Some(Instant::now());
            return;
        };
        let reports = grounded.reports();
        document.grounding.state = grounded;
        let expansion = expansion_of(&document.uri).filter(|_| document.grounding.expanded);
        let features = self.session.features;
        if reports && !features.pulls_diagnostics {
            document.due = Some(Instant::now());
        } else if reports && features.refreshes_diagnostics {
            self.calls.refresh_diagnostics();
        }
        if let Some(uri) = expansion
            && features.asks_for_content
        {
            self.calls.refresh_content(&uri);
        }
        if features.refreshes_lenses {
            self.calls.refresh_lenses();
        }
    }
}
