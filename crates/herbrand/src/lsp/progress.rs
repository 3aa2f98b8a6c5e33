//! How far a piece of work is, as the client shows it.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tower_lsp::ls_types::ProgressToken;

use super::transport::Outbox;

/// Progress that a client shows. Dropping it is its end.
pub(super) struct Progress(Arc<Shown>);

/// The part of it that waits for the client's consent.
pub(super) struct Shown {
    outbox: Outbox,
    token: ProgressToken,
    title: String,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The client has not agreed to the token yet.
    Waiting,
    Begun,
    Over,
}

impl Progress {
    /// Progress under a token that is not to be used yet: [`Shown::begin`] says when.
    pub(super) fn new(outbox: Outbox, token: ProgressToken, title: String) -> Progress {
        Progress(Arc::new(Shown {
            outbox,
            token,
            title,
            state: Mutex::new(State::Waiting),
        }))
    }

    /// What begins when the client agrees.
    pub(super) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.0)
    }

    /// Says what is being done, and how much of it is done where that is known.
    pub(super) fn report(&self, message: &str, percentage: Option<u32>) {
        let state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Begun {
            let mut report = json!({ "kind": "report", "message": message });
            if let Some(percentage) = percentage {
                report["percentage"] = percentage.into();
            }
            self.0.send(&report);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Begun {
            self.0.send(&json!({ "kind": "end" }));
        }
        *state = State::Over;
    }
}

impl Shown {
    /// The client knows the token: progress is shown from now on, unless it is over.
    pub(super) fn begin(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Waiting {
            *state = State::Begun;
            let begin = json!({
                "kind": "begin", "title": self.title, "cancellable": true, "percentage": 0,
            });
            self.send(&begin);
        }
    }

    fn send(&self, value: &Value) {
        let params = json!({ "token": self.token, "value": value });
        self.outbox.notify("$/progress", params);
    }
}
