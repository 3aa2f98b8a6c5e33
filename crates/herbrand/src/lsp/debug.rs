//! What tests need to provoke: `herbrand/debug`.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::workers::View;

/// The parameters of `herbrand/debug`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DebugParams {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) action: DebugAction,
    #[serde(default)]
    pub(super) retry: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum DebugAction {
    /// Answers the document's text and version, and how many changes the database has seen.
    Text,
    /// Never ends until an edit interrupts it.
    Wait,
    /// Notices no edit, and ends with the next `release`.
    Hold,
    /// Ends all `hold`s that were asked for before, whatever else the server is busy with.
    Release,
    /// Panics.
    Panic,
}

/// What `hold`s wait at.
#[derive(Clone, Default)]
pub(super) struct Gate(Arc<(Mutex<u64>, Condvar)>);

/// A `hold` that was asked for.
pub(super) struct Hold {
    gate: Gate,
    /// How often the gate had been opened then.
    opened: u64,
}

impl Gate {
    /// Lets all pass that were asked for by now.
    pub(super) fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.1.notify_all();
    }

    /// Asks for a hold.
    pub(super) fn hold(&self) -> Hold {
        Hold {
            gate: self.clone(),
            opened: *self.0.0.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl Hold {
    fn wait(&self) {
        let (opened, changed) = &*self.gate.0;
        let mut now = opened.lock().unwrap_or_else(PoisonError::into_inner);
        while *now <= self.opened {
            now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Does what a test wants, where the settings allow it.
pub(super) fn perform(action: DebugAction, view: &View, hold: &Hold) -> Result<Value> {
    if !view.session.settings.debug_requests {
        return Err(Error::method_not_found());
    }
    match action {
        DebugAction::Text => {
            let text = &view.snapshot.content(view.file).text;
            let changes = view.snapshot.changes();
            Ok(serde_json::json!({ "version": view.version, "text": &**text, "changes": changes }))
        }
        DebugAction::Wait => loop {
            view.snapshot.unwind_if_cancelled();
            std::thread::sleep(Duration::from_millis(1));
        },
        DebugAction::Hold => {
            // A test knows by this line that the hold has begun.
            tracing::info!("holding");
            hold.wait();
            Ok(Value::Null)
        }
        DebugAction::Release => Ok(Value::Null),
        DebugAction::Panic => panic!("as the client wished"),
    }
}
