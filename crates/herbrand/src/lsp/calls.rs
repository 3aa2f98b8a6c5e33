//! What the server asks of the client.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::Request;
use tower_lsp::ls_types::*;

use super::capabilities::ClientFeatures;
use super::owner::{Handle, Task};
use super::progress::Progress;
use super::settings::Settings;
use super::stopping::Stoppables;
use super::transport::Outbox;

/// How long a client may take to answer a request of the server's.
const PATIENCE: Duration = Duration::from_secs(30);

/// `workspace/textDocumentContent/refresh`, which the library does not know.
enum ContentRefresh {}

impl Request for ContentRefresh {
    type Params = Value;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

/// Requests to the client. None is ever waited for where a message of the client's is handled:
/// the client may be waiting itself.
#[derive(Clone)]
pub(super) struct ClientCalls {
    client: Client,
    runtime: tokio::runtime::Handle,
    outbox: Outbox,
    tokens: Arc<AtomicU64>,
    /// The work that the client shows.
    pub(super) stoppables: Stoppables,
}

impl ClientCalls {
    /// Calls made on `runtime`.
    pub(super) fn new(
        client: Client,
        runtime: tokio::runtime::Handle,
        outbox: Outbox,
    ) -> ClientCalls {
        ClientCalls {
            client,
            runtime,
            outbox,
            tokens: Arc::default(),
            stoppables: Stoppables::default(),
        }
    }

    /// Shows progress under the client's token. Without one the client is asked to accept one of
    /// the server's, if it can.
    pub(super) fn progress(
        &self,
        token: Option<ProgressToken>,
        title: String,
        features: ClientFeatures,
    ) -> Option<(ProgressToken, Progress)> {
        if let Some(token) = token {
            let progress = Progress::new(self.outbox.clone(), token.clone(), title);
            progress.shown().begin();
            return Some((token, progress));
        }
        if !features.creates_progress {
            return None;
        }
        let number = self.tokens.fetch_add(1, Ordering::Relaxed);
        let token = ProgressToken::String(format!("herbrand-{number}"));
        let progress = Progress::new(self.outbox.clone(), token.clone(), title);
        let (client, shown, asked) = (self.client.clone(), progress.shown(), token.clone());
        self.spawn("creating progress", async move {
            client.create_work_done_progress(asked).await?;
            shown.begin();
            Ok(())
        });
        Some((token, progress))
    }

    /// Has the client show a document.
    pub(super) fn show_document(&self, uri: Uri) {
        let client = self.client.clone();
        self.spawn("showing a document", async move {
            let params = ShowDocumentParams {
                uri,
                external: None,
                take_focus: Some(true),
                selection: None,
            };
            client.show_document(params).await
        });
    }

    /// Has the client ask for the text of a document of the server's again.
    pub(super) fn refresh_content(&self, uri: &Uri) {
        let client = self.client.clone();
        let params = json!({ "uri": uri });
        self.spawn("refreshing a document", async move {
            client.send_request::<ContentRefresh>(params).await
        });
    }

    fn spawn<T>(&self, what: &'static str, call: impl Future<Output = Result<T>> + Send + 'static) {
        self.runtime.spawn(async move {
            match tokio::time::timeout(PATIENCE, call).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => tracing::warn!("{what}: {error}"),
                Err(_) => tracing::warn!("{what}: the client does not answer"),
            }
        });
    }

    /// Shows a message to the user.
    pub(super) fn show_error(&self, message: &str) {
        let client = self.client.clone();
        let message = message.to_owned();
        self.runtime
            .spawn(async move { client.show_message(MessageType::ERROR, message).await });
    }

    /// Has the client ask for diagnostics again.
    pub(super) fn refresh_diagnostics(&self) {
        let client = self.client.clone();
        self.spawn("refreshing diagnostics", async move {
            client.workspace_diagnostic_refresh().await
        });
    }

    /// Has the client ask for code lenses again.
    pub(super) fn refresh_lenses(&self) {
        let client = self.client.clone();
        self.spawn("refreshing code lenses", async move {
            client.code_lens_refresh().await
        });
    }

    /// Registers capabilities with the client.
    pub(super) fn register(&self, registrations: Vec<Registration>) {
        let client = self.client.clone();
        self.spawn("registering", async move {
            client.register_capability(registrations).await
        });
    }

    /// Has the owner take the settings that the client has.
    pub(super) fn fetch_settings(&self, owner: Handle) {
        let (client, calls) = (self.client.clone(), self.clone());
        self.spawn("asking for settings", async move {
            let item = ConfigurationItem {
                scope_uri: None,
                section: Some("herbrand".to_owned()),
            };
            let values = client.configuration(vec![item]).await?;
            calls.apply_settings(values.first().unwrap_or(&Value::Null), &owner);
            Ok(())
        });
    }

    /// Hands settings to the owner, and tells the user what is wrong with them.
    pub(super) fn apply_settings(&self, value: &Value, owner: &Handle) {
        let (settings, faults) = Settings::read(value);
        // The owner is gone only when the process is about to end.
        drop(owner.send(Task::Settings(settings)));
        self.show_faults(&faults);
    }

    /// Tells the user what is wrong with the settings.
    pub(super) fn show_faults(&self, faults: &[String]) {
        for fault in faults {
            tracing::error!("{fault}");
            self.show_error(fault);
        }
    }
}
