//! The thread that owns all files.
//!
//! It takes tasks in order. Edits gather in drafts until a read, or an empty queue, commits
//! them, one change for each file; so a read sees exactly the edits that came before it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use ide::Host;
use rustc_hash::FxHashMap;
use source::{CONFIG_FILE, Config, Content, Encoding, File, LineIndex};
use syntax::ParseOptions;
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::{FileChangeType, TextDocumentContentChangeEvent, Uri};

use super::config;
use super::documents::Document;
use super::publish::{Forget, Publisher, Report};
use super::requests;
use super::server::ClientCalls;
use super::settings::{Session, Settings};
use super::transport::Outbox;
use super::uri::{Key, is_inside};
use super::workers::{self, Job, Outcome, STACK_SIZE, View, Work};

/// The protocol's code for a request that failed through no fault of its own.
const REQUEST_FAILED: i64 = -32803;

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
    /// No more edits.
    ShutDown,
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
    let (attic, discarded) = crossbeam_channel::unbounded::<Content>();
    std::thread::Builder::new()
        .name("attic".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(move || discarded.into_iter().for_each(drop))?;
    let owner = Owner {
        host: Host::new(ParseOptions::default()),
        session: Arc::default(),
        documents: FxHashMap::default(),
        shown: FxHashMap::default(),
        publisher: Publisher::new(outbox),
        calls,
        jobs,
        attic,
        shut_down: false,
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
    /// Closed files of the workspace whose diagnostics the client still shows, with the
    /// client's spelling.
    shown: FxHashMap<Key, Uri>,
    publisher: Publisher,
    calls: ClientCalls,
    jobs: Sender<Job>,
    /// Where old trees are taken apart.
    attic: Sender<Content>,
    shut_down: bool,
}

impl Owner {
    fn run(mut self, tasks: &Receiver<Task>) {
        loop {
            let due = self
                .documents
                .values()
                .filter_map(|document| document.due)
                .min();
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
        }
    }

    fn perform(&mut self, task: Task) {
        if self.shut_down {
            if let Task::Read(request) = task {
                request.refuse(Error::invalid_request());
            }
            return;
        }
        match task {
            Task::Begin(session) => self.session = Arc::from(session),
            Task::Open { uri, version, text } => self.open(uri, version, text),
            Task::Change {
                uri,
                version,
                changes,
            } => self.change(&uri, version, changes),
            Task::Lose { uri, why } => self.lose(&Key::new(&uri), &why),
            Task::Save { uri } => {
                // Not every client tells when a `herbrand.toml` changes.
                tracing::debug!("saved {}", uri.as_str());
                self.reconfigure();
            }
            Task::Close { uri } => self.close(&uri),
            Task::Watched(changes) => self.watched(changes),
            Task::Folders { added, removed } => {
                let session = Arc::make_mut(&mut self.session);
                session.folders.retain(|folder| !removed.contains(folder));
                session.folders.extend(added);
                self.reconfigure();
            }
            Task::Settings(settings) => self.settings(settings),
            Task::Read(request) => self.read(request),
            Task::Reported {
                key,
                generation,
                outcome,
            } => self.reported(&key, generation, outcome),
            Task::ShutDown => self.shut_down = true,
        }
    }

    fn open(&mut self, uri: Uri, version: i32, text: String) {
        let key = Key::new(&uri);
        self.shown.remove(&key);
        let file = self.host.file(&key.name());
        let lines = Arc::new(LineIndex::new(&text));
        let old = self.host.set_text(file, text.into(), Encoding::Utf8);
        self.discard(old);
        let generation = self.publisher.advance(&key);
        let due = self.due();
        let config = self.config(&key);
        let document = Document {
            uri,
            file,
            version,
            lines,
            draft: None,
            lost: false,
            due,
            generation,
            config,
        };
        if self.documents.insert(key.clone(), document).is_some() {
            tracing::warn!("{} was opened twice", key.as_str());
        }
    }

    fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let key = Key::new(uri);
        let due = self.due();
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
        document.generation = self.publisher.advance(&key);
        document.due = due;
        let committed = self.host.text(document.file);
        if let Err(why) = document.change(committed, changes, self.session.encoding) {
            self.lose(&key, &why);
        }
    }

    fn lose(&mut self, key: &Key, why: &str) {
        tracing::error!("a change of {} cannot be applied: {why}", key.as_str());
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        document.lost = true;
        document.due = None;
        if !self.session.features.pulls_diagnostics {
            self.publisher.clear(key, document.uri.clone());
        }
        document.generation = self.publisher.advance(key);
        self.calls.show_error(&lost_message(key));
    }

    fn close(&mut self, uri: &Uri) {
        let key = Key::new(uri);
        let Some(document) = self.documents.remove(&key) else {
            tracing::error!("{} was closed, but is not open", key.as_str());
            return;
        };
        let in_workspace = key
            .path()
            .filter(|path| is_inside(path, &self.session.folders));
        match in_workspace {
            Some(path) if !self.session.features.pulls_diagnostics => {
                self.shown.insert(key.clone(), document.uri);
                self.report_from_disk(&key, &path);
            }
            _ => {
                if !self.session.features.pulls_diagnostics {
                    self.publisher.clear(&key, document.uri.clone());
                }
                self.forget(&key, document.uri);
            }
        }
    }

    /// Reports a closed file as it is on the disk, or takes back what was reported.
    fn report_from_disk(&mut self, key: &Key, path: &std::path::Path) {
        let Some(uri) = self.shown.get(key).cloned() else {
            return;
        };
        let Ok(bytes) = std::fs::read(path) else {
            self.shown.remove(key);
            self.publisher.clear(key, uri.clone());
            self.forget(key, uri);
            return;
        };
        let file = self.host.file(&key.name());
        let text = String::from_utf8_lossy(&bytes);
        let lines = LineIndex::new(&text);
        let old = self.host.set_text(file, text.into(), Encoding::Utf8);
        self.discard(old);
        let generation = self.publisher.advance(key);
        self.submit(
            self.closed_view(key, uri, file, lines),
            Box::new(self.report(key, generation)),
        );
    }

    /// Lets go of all that is known of a closed file.
    fn forget(&mut self, key: &Key, uri: Uri) {
        let file = self.host.file(&key.name());
        let old = self.host.set_text(file, "".into(), Encoding::Utf8);
        self.discard(old);
        self.submit(
            self.closed_view(key, uri, file, LineIndex::new("")),
            Box::new(Forget),
        );
    }

    fn watched(&mut self, changes: Vec<(Uri, FileChangeType)>) {
        for (uri, kind) in changes {
            let key = Key::new(&uri);
            if key.as_str().ends_with(&format!("/{CONFIG_FILE}")) {
                self.reconfigure();
                continue;
            }
            // An open document is the editor's, whatever happens on the disk.
            if self.documents.contains_key(&key) {
                continue;
            }
            if kind == FileChangeType::DELETED {
                if let Some(uri) = self.shown.remove(&key) {
                    self.publisher.clear(&key, uri.clone());
                    self.forget(&key, uri);
                }
            } else if let Some(path) = key.path() {
                self.report_from_disk(&key, &path);
            }
        }
    }

    fn settings(&mut self, settings: Settings) {
        if self.session.settings != settings {
            Arc::make_mut(&mut self.session).settings = settings;
            self.reconfigure();
            self.refresh();
        }
    }

    /// What the project and the user want of a document.
    fn config(&self, key: &Key) -> Arc<Config> {
        let found = key
            .path()
            .map(|path| config::find(&path, &self.session.folders));
        let mut config = found
            .unwrap_or_else(|| Ok(Config::default()))
            .unwrap_or_else(|error| {
                tracing::error!("{error}");
                self.calls.show_error(&error);
                Config::default()
            });
        for (code, level) in self.session.settings.levels().unwrap_or_default() {
            config.levels.entry(code).or_insert(level);
        }
        Arc::new(config)
    }

    /// Reads every `herbrand.toml` again.
    fn reconfigure(&mut self) {
        let mut changed = false;
        for key in self.documents.keys().cloned().collect::<Vec<_>>() {
            let config = self.config(&key);
            if let Some(document) = self
                .documents
                .get_mut(&key)
                .filter(|document| document.config != config)
            {
                document.config = config;
                changed = true;
            }
        }
        if changed {
            self.refresh();
        }
    }

    /// Has everything that is shown computed anew.
    fn refresh(&mut self) {
        if self.session.features.pulls_diagnostics {
            if self.session.features.refreshes_diagnostics {
                self.calls.refresh_diagnostics();
            }
            return;
        }
        let due = self.due();
        for (key, document) in &mut self.documents {
            if !document.lost {
                document.generation = self.publisher.advance(key);
                document.due = due;
            }
        }
    }

    fn read(&mut self, request: Box<dyn requests::Request>) {
        self.commit_all();
        let key = &request.key().clone();
        let Some(document) = self.documents.get(key) else {
            let message = format!("`{}` is not open", key.name());
            request.refuse(Error::invalid_params(message));
            return;
        };
        if document.lost {
            request.refuse(Error {
                code: ErrorCode::ServerError(REQUEST_FAILED),
                message: lost_message(key).into(),
                data: None,
            });
            return;
        }
        let view = self.view(key, document);
        self.submit(view, request.into_work());
    }

    fn reported(&mut self, key: &Key, generation: u64, outcome: Outcome) {
        if outcome == Outcome::Interrupted {
            // An edit of another document; one of this has raised the generation.
            if let Some(document) = self.documents.get_mut(key) {
                if document.generation == generation && document.due.is_none() {
                    document.due = Some(Instant::now());
                }
            } else if let (true, Some(path)) = (self.shown.contains_key(key), key.path()) {
                self.report_from_disk(key, &path);
            }
        } else if let (false, Some(uri)) = (self.documents.contains_key(key), self.shown.get(key)) {
            self.forget(key, uri.clone());
        }
    }

    fn commit_all(&mut self) {
        for document in self.documents.values_mut() {
            let Some(draft) = document.draft.take() else {
                continue;
            };
            let lines = LineIndex::new(draft.text());
            if let Some(old) = self.host.commit(document.file, draft) {
                document.lines = Arc::new(lines);
                // The thread ends with the process alone.
                let _ = self.attic.send(old);
            }
        }
    }

    fn report_due(&mut self) {
        let now = Instant::now();
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
            let Some(document) = self.documents.get(&key).filter(|document| !document.lost) else {
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

    /// When a change made now is to be reported; never to a client that asks.
    fn due(&self) -> Option<Instant> {
        (!self.session.features.pulls_diagnostics)
            .then(|| Instant::now() + self.session.settings.pause())
    }

    fn closed_view(&self, key: &Key, uri: Uri, file: File, lines: LineIndex) -> View {
        View {
            snapshot: self.host.snapshot(),
            file,
            uri,
            version: None,
            lines: Arc::new(lines),
            session: Arc::clone(&self.session),
            freshness: self.publisher.freshness(key, 0),
            config: self.config(key),
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
        }
    }

    fn submit(&self, view: View, work: Box<dyn Work>) {
        if self.jobs.send(Job { view, work }).is_err() {
            tracing::error!("no worker is left");
        }
    }

    fn discard(&self, content: Content) {
        // The thread ends with the process alone.
        let _ = self.attic.send(content);
    }
}

fn lost_message(key: &Key) -> String {
    format!(
        "the server has lost track of `{}`: close the file and open it again",
        key.name()
    )
}
