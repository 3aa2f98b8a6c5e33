//! The threads that read.
//!
//! A read gets a view with a snapshot of its own. The owner cannot change anything while a
//! snapshot lives, so the view is gone, whatever happened, before the answer is given.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::Sender;
use ide::{Grounded, Run, Snapshot};
use rustc_hash::FxHashMap;
use salsa::Cancelled;
use source::{Config, Content, File, LineIndex};
use tower_lsp::ls_types::Uri;

use super::convert::Place;
use super::front::panic_message;
use super::owner::Task;
use super::publish::Freshness;
use super::settings::Session;

/// Deeply nested input recurses deeply.
pub(super) const STACK_SIZE: usize = 16 << 20;

/// A document as one read sees it.
pub(super) struct View {
    pub(super) snapshot: Snapshot,
    pub(super) file: File,
    /// As the client spells it.
    pub(super) uri: Uri,
    /// `None` for a file that is not open.
    pub(super) version: Option<i32>,
    pub(super) lines: Arc<LineIndex>,
    pub(super) session: Arc<Session>,
    /// Whether this is still the newest text.
    pub(super) freshness: Freshness,
    /// What counts for this document.
    pub(super) config: Arc<Config>,
    /// What this very text grounds to, as far as it is known.
    pub(super) grounded: Grounded,
    /// What runs have shown of this very text, those of files that use it among them.
    pub(super) runs: Vec<Arc<Run>>,
    /// What the solver answered last about it.
    pub(super) answer: Option<Arc<str>>,
    /// How the client is to call the other files that are known.
    pub(super) names: Arc<FxHashMap<File, Uri>>,
}

/// What a view leaves when its snapshot is gone: enough for what needs the text and the tree
/// alone, and no edit waits for it.
pub(super) struct Detached {
    pub(super) content: Content,
    pub(super) version: Option<i32>,
    pub(super) freshness: Freshness,
    lines: Arc<LineIndex>,
    session: Arc<Session>,
}

impl View {
    /// Lets go of the snapshot.
    pub(super) fn detach(self) -> Detached {
        Detached {
            content: self.snapshot.content(self.file).clone(),
            version: self.version,
            freshness: self.freshness,
            lines: self.lines,
            session: self.session,
        }
    }
}

impl Detached {
    /// The text, to find positions in it.
    pub(super) fn place(&self) -> Place<'_> {
        Place {
            text: &self.content.text,
            lines: &self.lines,
            encoding: self.session.encoding,
        }
    }
}

/// How a piece of work ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It ran to its end.
    Done,
    /// An edit came in between.
    Interrupted,
    /// It panicked, with this message.
    Panicked(String),
}

/// Something to do with a view.
pub(super) trait Work: Send {
    /// Computes, and keeps the result. May unwind.
    fn run(&mut self, view: View);
    /// Makes the result known, when the view is gone.
    fn finish(self: Box<Self>, outcome: Outcome, owner: &Sender<Task>);
    /// Whether nobody waits for the result any more.
    fn is_obsolete(&self) -> bool {
        false
    }
}

/// A view with what to do with it.
pub(super) struct Job {
    pub(super) view: View,
    pub(super) work: Box<dyn Work>,
}

/// Starts the threads; they end when the sender is dropped.
pub(super) fn start(owner: &Sender<Task>) -> io::Result<Sender<Job>> {
    let (sink, source) = crossbeam_channel::unbounded::<Job>();
    let count = std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 4));
    for number in 0..count {
        let source = source.clone();
        let owner = owner.clone();
        std::thread::Builder::new()
            .name(format!("worker-{number}"))
            .stack_size(STACK_SIZE)
            .spawn(move || {
                for job in source {
                    perform(job, &owner);
                }
            })?;
    }
    Ok(sink)
}

fn perform(Job { view, mut work }: Job, owner: &Sender<Task>) {
    if work.is_obsolete() {
        return;
    }
    let result = catch_unwind(AssertUnwindSafe(|| {
        view.snapshot.unwind_if_cancelled();
        work.run(view);
    }));
    let outcome = match result {
        Ok(()) => Outcome::Done,
        Err(payload) if payload.is::<Cancelled>() => Outcome::Interrupted,
        Err(payload) => {
            let message = panic_message(&*payload).to_owned();
            tracing::error!("a read panicked: {message}");
            Outcome::Panicked(message)
        }
    };
    work.finish(outcome, owner);
}
