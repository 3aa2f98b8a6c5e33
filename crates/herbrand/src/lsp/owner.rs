//! The thread that owns all files.
//!
//! It takes tasks in order. Edits gather in drafts until a read, or an empty queue, commits
//! them, one change for each file; so a read sees exactly the edits that came before it.

mod disk;
mod editing;
mod grounds;
mod project;
mod runs;
mod uses;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use ide::{Grounded, Host, Run};
use rustc_hash::FxHashMap;
use source::{Config, Content, File, LineIndex};
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::{FileChangeType, TextDocumentContentChangeEvent, Uri};

use super::calls::ClientCalls;
use super::documents::{Document, Due, Loss};
use super::grounding;
use super::publish::{Publisher, Report};
use super::requests;
use super::settings::{Session, Settings};
use super::transport::Outbox;
use super::uri::Key;
use super::virtual_documents::is_virtual;
use super::workers::{self, Job, Outcome, STACK_SIZE, View, Work};

/// The protocol's code for a request that failed through no fault of its own.
pub(super) const REQUEST_FAILED: i64 = -32803;

/// Something for the owner to do.
pub(super) enum Task {
    /// The session begins.
    Begin(Box<Session>),
    Open {
        uri: Uri,
        version: i32,
        text: String,
    },
    Change {
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    /// A change that cannot be read.
    Lose {
        uri: Uri,
        why: String,
    },
    Save {
        uri: Uri,
    },
    Close {
        uri: Uri,
    },
    /// Files changed on the disk.
    Watched(Vec<(Uri, FileChangeType)>),
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    Settings(Settings),
    Read(Box<dyn requests::Request>),
    /// A report is done, or was interrupted.
    Reported {
        key: Key,
        generation: u64,
        outcome: Outcome,
    },
    /// The solver has answered a question about a document.
    Answered {
        key: Key,
        generation: u64,
        run: Option<Arc<Run>>,
        text: Arc<str>,
    },
    /// A grounding is done; `None` where an edit of another document came before it began.
    Grounded {
        key: Key,
        generation: u64,
        grounded: Option<Grounded>,
    },
}

/// Where tasks go. Sending never waits.
pub(super) type Handle = Sender<Task>;

/// Starts the thread, and those that it needs.
pub(super) fn start(outbox: Outbox, calls: ClientCalls) -> (Handle, io::Result<()>) {
    let (handle, tasks) = crossbeam_channel::unbounded();
    let started = start_threads(&handle, tasks, outbox, calls);
    (handle, started)
}

fn start_threads(
    handle: &Handle,
    tasks: Receiver<Task>,
    outbox: Outbox,
    calls: ClientCalls,
) -> io::Result<()> {
    let jobs = workers::start(handle)?;
    let groundings = grounding::start(handle, &calls)?;
    let host = Host::default();
    let sweeper = host.sweeper();
    let (attic, discarded) = crossbeam_channel::unbounded();
    std::thread::Builder::new()
        .name("attic".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(move || {
            for discarded in discarded {
                match discarded {
                    Discarded::Content(content) => drop(content),
                    Discarded::File => sweeper.sweep(),
                }
            }
        })?;
    let owner = Owner {
        host,
        session: Arc::default(),
        documents: FxHashMap::default(),
        shown: FxHashMap::default(),
        faults: FxHashMap::default(),
        round: 0,
        publisher: Publisher::new(outbox),
        calls,
        jobs,
        groundings,
        attic,
        uses: uses::Uses::default(),
    };
    std::thread::Builder::new()
        .name("owner".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(move || owner.run(&tasks))?;
    Ok(())
}

struct Owner {
    host: Host,
    session: Arc<Session>,
    documents: FxHashMap<Key, Document>,
    /// Closed files of the workspace whose diagnostics the client still shows.
    shown: FxHashMap<Key, Shown>,
    /// What was told of configurations that cannot be used, with the round in which it was so.
    faults: FxHashMap<String, u64>,
    /// How often all configurations have been read.
    round: u64,
    publisher: Publisher,
    calls: ClientCalls,
    jobs: Sender<Job>,
    /// Where specs are grounded, one after the other.
    groundings: Sender<grounding::Job>,
    /// Where old trees are taken apart.
    attic: Sender<Discarded>,
    /// What documents use.
    uses: uses::Uses,
}

/// What is taken apart where no edit waits for it.
enum Discarded {
    /// A text and its tree.
    Content(Content),
    /// A whole file, whose content came before.
    File,
}

/// A file that is not open, but reported.
struct Shown {
    /// As the client spells it.
    uri: Uri,
    /// What counted when it was reported.
    config: Arc<Config>,
    /// The files that it used then, itself among them.
    used: Vec<File>,
    /// When to report it again.
    due: Option<Instant>,
}

impl Owner {
    fn run(mut self, tasks: &Receiver<Task>) {
        loop {
            let dues = self
                .documents
                .values()
                .flat_map(|document| [document.due, document.grounding.due]);
            let shown = self.shown.values().map(|shown| shown.due);
            let due = dues.chain(shown).flatten().min();
            let task = match due {
                Some(due) => tasks.recv_deadline(due),
                None => tasks.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match task {
                Ok(task) => self.perform(task),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while let Ok(task) = tasks.try_recv() {
                self.perform(task);
            }
            self.commit_all();
            self.report_due();
            self.ground_due();
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Begin(session) => self.session = Arc::from(session),
            Task::Open { uri, version, text } => self.open(uri, version, text),
            Task::Change {
                uri,
                version,
                changes,
            } => self.change(&uri, version, changes),
            Task::Lose { uri, why } => self.lose(&Key::new(&uri), Loss::OutOfStep(why)),
            Task::Save { uri } => self.save(&uri),
            Task::Close { uri } => self.close(&uri),
            Task::Watched(changes) => self.watched(changes),
            Task::Folders { added, removed } => self.folders(added, &removed),
            Task::Settings(settings) => self.settings(settings),
            Task::Read(request) => self.read(request),
            Task::Reported {
                key,
                generation,
                outcome,
            } => self.reported(&key, generation, &outcome),
            Task::Answered {
                key,
                generation,
                run,
                text,
            } => self.answered(&key, generation, run, text),
            Task::Grounded {
                key,
                generation,
                grounded,
            } => self.grounded(&key, generation, grounded),
        }
    }

    fn read(&mut self, request: Box<dyn requests::Request>) {
        self.commit_all();
        let key = &request.key().clone();
        let Some(document) = self.documents.get_mut(key) else {
            let message = format!("`{}` is not open", key.name());
            request.refuse(Error::invalid_params(message));
            return;
        };
        if let Some(loss) = &document.lost {
            request.refuse(Error {
                code: ErrorCode::ServerError(REQUEST_FAILED),
                message: loss.message(key).into(),
                data: None,
            });
            return;
        }
        if let Some(flag) = request.cancel() {
            if flag.load(Ordering::Relaxed) {
                request.refuse(Error::content_modified());
                return;
            }
            document.grounding.watch(flag);
        }
        let Some(document) = self.documents.get(key) else {
            return;
        };
        let view = self.view(key, document);
        self.submit(view, request.into_work());
    }

    fn reported(&mut self, key: &Key, generation: u64, outcome: &Outcome) {
        if *outcome == Outcome::Interrupted {
            // An edit of another document; one of this has raised the generation.
            if let Some(document) = self.documents.get_mut(key) {
                if document.generation == generation && document.due.is_none() {
                    document.due = Some(Instant::now());
                }
            } else {
                self.report_from_disk(key);
            }
        } else if let Some(shown) = self.shown.get(key)
            && !self.is_used(key)
        {
            self.forget(key, shown.uri.clone());
        }
    }

    fn commit_all(&mut self) {
        let mut changed = Vec::new();
        for document in self.documents.values_mut() {
            let Some(draft) = document.draft.take() else {
                continue;
            };
            let lines = LineIndex::new(draft.text());
            if let Some(old) = self.host.commit(document.file, draft) {
                document.lines = Arc::new(lines);
                changed.push(document.file);
                // The thread ends with the process alone.
                let _ = self.attic.send(Discarded::Content(old));
            }
        }
        for file in changed {
            self.has_changed(file);
        }
        self.link();
    }

    fn report_due(&mut self) {
        let now = Instant::now();
        let closed = self.shown.iter();
        let closed = closed.filter(|(_, shown)| shown.due.is_some_and(|due| due <= now));
        for key in closed.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.report_from_disk(&key);
        }
        let due: Vec<_> = self
            .documents
            .iter_mut()
            .filter(|(_, document)| document.due.is_some_and(|due| due <= now))
            .map(|(key, document)| {
                document.due = None;
                (key.clone(), document.generation)
            })
            .collect();
        for (key, generation) in due {
            let Some(document) = self
                .documents
                .get(&key)
                .filter(|document| document.lost.is_none())
            else {
                continue;
            };
            let view = self.view(&key, document);
            self.submit(view, Box::new(self.report(&key, generation)));
        }
    }

    fn report(&self, key: &Key, generation: u64) -> Report {
        Report {
            publisher: self.publisher.clone(),
            key: key.clone(),
            generation,
            result: None,
        }
    }

    /// When to do what follows from a change made now.
    fn due(&self, uri: &Uri) -> Due {
        if is_virtual(uri) {
            return Due::default();
        }
        let now = Instant::now();
        let settings = &self.session.settings;
        Due {
            report: (!self.session.features.pulls_diagnostics).then(|| now + settings.pause()),
            ground: settings.grounding.pause().map(|pause| now + pause),
        }
    }

    fn closed_view(
        &self,
        key: &Key,
        uri: Uri,
        file: File,
        lines: LineIndex,
        config: Arc<Config>,
    ) -> View {
        View {
            snapshot: self.host.snapshot(),
            file,
            uri,
            version: None,
            lines: Arc::new(lines),
            session: Arc::clone(&self.session),
            freshness: self.publisher.freshness(key, 0),
            config,
            grounded: Grounded::Off,
            runs: Vec::new(),
            answer: None,
            names: self.names(),
        }
    }

    fn view(&self, key: &Key, document: &Document) -> View {
        View {
            snapshot: self.host.snapshot(),
            file: document.file,
            uri: document.uri.clone(),
            version: Some(document.version),
            lines: Arc::clone(&document.lines),
            session: Arc::clone(&self.session),
            freshness: self.publisher.freshness(key, document.generation),
            config: Arc::clone(&document.config),
            grounded: document.grounding.state.clone(),
            runs: self.runs_about(document.file),
            answer: document.grounding.answer.clone(),
            names: self.names(),
        }
    }

    fn submit(&self, view: View, work: Box<dyn Work>) {
        if self.jobs.send(Job { view, work }).is_err() {
            tracing::error!("no worker is left");
        }
    }

    fn discard(&self, content: Content) {
        // The thread ends with the process alone.
        let _ = self.attic.send(Discarded::Content(content));
    }
}
