//! What runs of the solver have shown of open documents.

use std::sync::Arc;
use std::time::Instant;

use ide::Run;
use source::File;

use super::Owner;
use crate::lsp::documents::Due;
use crate::lsp::uri::Key;

impl Owner {
    /// What is known of a text that is still the same is told from now on.
    pub(super) fn answered(
        &mut self,
        key: &Key,
        generation: u64,
        run: Option<Arc<Run>>,
        text: Arc<str>,
    ) {
        // An edit that waits makes it another text.
        self.commit_all();
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        if document.generation != generation {
            return;
        }
        document.grounding.answer = Some(text);
        let Some(run) = run else {
            return;
        };
        let all = &mut document.grounding.runs;
        let old: Vec<Arc<Run>> = all.extract_if(.., |old| old.asked == run.asked).collect();
        all.push(Arc::clone(&run));
        self.report_runs(&old);
        self.report_runs(&[run]);
        if self.session.features.refreshes_lenses {
            self.calls.refresh_lenses();
        }
    }

    /// The document, or what counts for it, is another now.
    pub(super) fn touch(&mut self, key: &Key, due: Due) {
        let generation = self.publisher.advance(key);
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        let runs = document.touch(generation, due);
        self.report_runs(&runs);
    }

    /// Has the documents reported anew that runs have found something wrong in.
    pub(super) fn report_runs(&mut self, runs: &[Arc<Run>]) {
        let features = self.session.features;
        let mut runs = runs.iter().filter(|run| !run.reports.is_empty()).peekable();
        if runs.peek().is_none() {
            return;
        }
        if features.pulls_diagnostics {
            if features.refreshes_diagnostics {
                self.calls.refresh_diagnostics();
            }
            return;
        }
        for run in runs {
            for document in self.documents.values_mut() {
                if document.lost.is_none() && document.due.is_none() && run.is_about(document.file)
                {
                    document.due = Some(Instant::now());
                }
            }
        }
    }

    /// What runs have shown that concerns a file.
    pub(super) fn runs_about(&self, file: File) -> Vec<Arc<Run>> {
        let runs = self
            .documents
            .values()
            .flat_map(|document| &document.grounding.runs);
        runs.filter(|run| run.is_about(file)).cloned().collect()
    }
}
