//! What the user can stop: the work behind the progress that the client shows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::ProgressToken;

/// The work that can be stopped, by the token of its progress.
#[derive(Clone, Default)]
pub(super) struct Stoppables(Arc<Mutex<FxHashMap<ProgressToken, Switch>>>);

/// What stops a piece of work.
#[derive(Clone)]
struct Switch {
    cancel: Arc<AtomicBool>,
    /// Whether it was the user who did.
    by_user: Arc<AtomicBool>,
}

/// A piece of work that the user can stop, until this is dropped.
pub(super) struct Stoppable {
    all: Stoppables,
    token: ProgressToken,
    switch: Switch,
}

impl Stoppables {
    /// Lets the user set the flag by the token.
    pub(super) fn add(&self, token: ProgressToken, cancel: &Arc<AtomicBool>) -> Stoppable {
        let switch = Switch {
            cancel: Arc::clone(cancel),
            by_user: Arc::default(),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(token.clone(), switch.clone());
        Stoppable {
            all: self.clone(),
            token,
            switch,
        }
    }

    /// The user does so.
    pub(super) fn stop(&self, token: &ProgressToken) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(switch) = all.get(token) {
            switch.by_user.store(true, Ordering::Relaxed);
            switch.cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Stoppable {
    /// Whether the user has stopped it.
    pub(super) fn is_stopped(&self) -> bool {
        self.switch.by_user.load(Ordering::Relaxed)
    }
}

impl Drop for Stoppable {
    fn drop(&mut self) {
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&self.token);
    }
}

/// Does the work, and something else now and then until it is done.
pub(super) fn meanwhile<T>(
    pace: Duration,
    mut tick: impl FnMut() + Send,
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let (working, end) = channel::<()>();
        scope.spawn(move || {
            while end.recv_timeout(pace) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        let result = work();
        drop(working);
        result
    })
}
