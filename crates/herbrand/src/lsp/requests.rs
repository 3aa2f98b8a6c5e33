//! Reads that a client waits for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crossbeam_channel::Sender;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::front::internal_error;
use super::owner::Task;
use super::uri::Key;
use super::workers::{Outcome, View, Work};

/// What a read does when an edit interrupts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenInterrupted {
    /// It speaks of a position, which means something else in the new text: the client is told
    /// to ask again.
    Fail,
    /// It is as good for the new text: it starts anew.
    Retry,
}

/// A read on its way to a worker.
pub(super) struct Read<T, F> {
    key: Key,
    when_interrupted: WhenInterrupted,
    cancel: Option<Arc<AtomicBool>>,
    compute: F,
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

/// What the owner needs to know of a read.
pub(super) trait Request: Work {
    /// The document that it reads.
    fn key(&self) -> &Key;
    /// What an edit of the document is to set, where the read is the beginning of longer work.
    fn cancel(&self) -> Option<&Arc<AtomicBool>>;
    /// Answers without having read.
    fn refuse(self: Box<Self>, error: Error);
    /// The same, as work for a worker.
    fn into_work(self: Box<Self>) -> Box<dyn Work>;
}

impl<T, F> Read<T, F>
where
    T: Send + 'static,
    F: FnMut(View) -> Result<T> + Send + 'static,
{
    /// A read of a document, and where its answer will arrive.
    pub(super) fn with_answer(
        key: Key,
        when_interrupted: WhenInterrupted,
        cancel: Option<Arc<AtomicBool>>,
        compute: F,
    ) -> (Box<dyn Request>, oneshot::Receiver<Result<T>>) {
        let (reply, answer) = oneshot::channel();
        (
            Box::new(Read {
                key,
                when_interrupted,
                cancel,
                compute,
                result: None,
                reply,
            }),
            answer,
        )
    }
}

impl<T, F> Work for Read<T, F>
where
    T: Send + 'static,
    F: FnMut(View) -> Result<T> + Send + 'static,
{
    fn run(&mut self, view: View) {
        self.result = Some((self.compute)(view));
    }

    fn finish(self: Box<Self>, outcome: Outcome, owner: &Sender<Task>) {
        let answer = match (outcome, self.when_interrupted) {
            (Outcome::Interrupted, WhenInterrupted::Retry) => {
                // The owner is gone only when the process is about to end.
                let _ = owner.send(Task::Read(self));
                return;
            }
            (Outcome::Interrupted, WhenInterrupted::Fail) => Err(Error::content_modified()),
            (Outcome::Panicked(message), _) => Err(internal_error(&message)),
            (Outcome::Done, _) => self.result.unwrap_or_else(|| Err(Error::internal_error())),
        };
        // A client that cancelled has its answer already.
        let _ = self.reply.send(answer);
    }

    fn is_obsolete(&self) -> bool {
        self.reply.is_closed()
    }
}

impl<T, F> Request for Read<T, F>
where
    T: Send + 'static,
    F: FnMut(View) -> Result<T> + Send + 'static,
{
    fn key(&self) -> &Key {
        &self.key
    }

    fn cancel(&self) -> Option<&Arc<AtomicBool>> {
        self.cancel.as_ref()
    }

    fn refuse(self: Box<Self>, error: Error) {
        // A client that cancelled has its answer already.
        let _ = self.reply.send(Err(error));
    }

    fn into_work(self: Box<Self>) -> Box<dyn Work> {
        self
    }
}
