//! Diagnostics that are pushed.
//!
//! A stale report must never overtake a fresh one. So each document has a generation, raised
//! with every change, and a report is sent under the lock that guards the generations, if at
//! all.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Sender;
use rustc_hash::FxHashMap;
use serde_json::json;
use tower_lsp::ls_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use super::convert;
use super::owner::Task;
use super::transport::Outbox;
use super::uri::Key;
use super::workers::{Outcome, View, Work};

/// Where reports go out. Cloning is cheap.
#[derive(Clone)]
pub(super) struct Publisher {
    outbox: Outbox,
    generations: Arc<Mutex<FxHashMap<Key, u64>>>,
}

impl Publisher {
    /// A publisher that has not sent anything.
    pub(super) fn new(outbox: Outbox) -> Publisher {
        Publisher {
            outbox,
            generations: Arc::default(),
        }
    }

    /// Makes every report that is on its way stale, and returns the new generation.
    pub(super) fn advance(&self, key: &Key) -> u64 {
        let mut generations = self
            .generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let generation = generations.entry(key.clone()).or_default();
        *generation += 1;
        *generation
    }

    /// The generation of a document as it is now.
    pub(super) fn freshness(&self, key: &Key, generation: u64) -> Freshness {
        Freshness {
            publisher: self.clone(),
            key: key.clone(),
            generation,
        }
    }

    /// Takes back what was reported of a document.
    pub(super) fn clear(&self, key: &Key, uri: Uri) {
        let generation = self.advance(key);
        self.publish(key, generation, uri, None, Vec::new());
    }

    fn publish(
        &self,
        key: &Key,
        generation: u64,
        uri: Uri,
        version: Option<i32>,
        found: Vec<Diagnostic>,
    ) {
        let generations = self
            .generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if generations.get(key) == Some(&generation) {
            let params = PublishDiagnosticsParams::new(uri, found, version);
            self.outbox
                .notify("textDocument/publishDiagnostics", json!(params));
        } else {
            tracing::debug!("dropped a stale report of {}", key.as_str());
        }
    }
}

/// A generation of a document.
pub(super) struct Freshness {
    publisher: Publisher,
    key: Key,
    generation: u64,
}

impl Freshness {
    /// Its number.
    pub(super) fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the document has not changed since.
    pub(super) fn is_current(&self) -> bool {
        let generations = self
            .publisher
            .generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        generations.get(&self.key) == Some(&self.generation)
    }
}

/// The work of one report.
pub(super) struct Report {
    pub(super) publisher: Publisher,
    pub(super) key: Key,
    pub(super) generation: u64,
    pub(super) result: Option<(Uri, Option<i32>, Vec<Diagnostic>)>,
}

impl Work for Report {
    fn run(&mut self, view: View) {
        let found = convert::diagnostics(&view);
        let version = view
            .version
            .filter(|_| view.session.features.diagnostic_versions);
        self.result = Some((view.uri.clone(), version, found));
    }

    fn finish(self: Box<Self>, outcome: Outcome, owner: &Sender<Task>) {
        if let Some((uri, version, found)) = self.result {
            self.publisher
                .publish(&self.key, self.generation, uri, version, found);
        }
        // The owner is gone only when the process is about to end.
        let _ = owner.send(Task::Reported {
            key: self.key,
            generation: self.generation,
            outcome,
        });
    }
}

/// The work of a file that nobody looks at any more: asked once about its empty text, the
/// database lets go of what it knew of the old one.
pub(super) struct Forget;

impl Work for Forget {
    fn run(&mut self, view: View) {
        let found = ide::diagnostics(&view.snapshot, view.file, &ide::Grounded::Off, &[]);
        drop((found, view));
    }

    fn finish(self: Box<Self>, _: Outcome, _: &Sender<Task>) {}
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::str::FromStr;

    use super::*;

    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody panics").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_report_that_an_edit_has_overtaken_is_dropped() {
        let output = Output::default();
        let outbox = Outbox::start(output.clone()).expect("a thread can be started");
        let publisher = Publisher::new(outbox.clone());
        let uri = Uri::from_str("untitled:a").expect("a URI");
        let (key, other) = (
            Key::new(&uri),
            Key::new(&Uri::from_str("untitled:b").expect("a URI")),
        );
        let old = publisher.advance(&key);
        let new = publisher.advance(&key);
        publisher.advance(&other);
        publisher.publish(&key, new, uri.clone(), Some(2), Vec::new());
        publisher.publish(&key, old, uri.clone(), Some(1), Vec::new());
        publisher.clear(&key, uri.clone());
        publisher.publish(&key, new, uri, Some(2), Vec::new());
        outbox.flush();
        let sent = String::from_utf8(output.0.lock().expect("nobody panics").clone());
        let sent = sent.expect("it is JSON");
        assert_eq!(sent.matches("publishDiagnostics").count(), 2, "{sent}");
        assert_eq!(sent.matches("\"version\":2").count(), 1, "{sent}");
        assert_eq!(sent.matches("\"version\":1").count(), 0, "{sent}");
    }
}
