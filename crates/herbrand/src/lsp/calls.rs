//! What the server asks of the client.

use std::future::Future;
use std::time::Duration;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use super::owner::Handle;
use super::server::apply_settings;

/// How long a client may take to answer a request of the server's.
const PATIENCE: Duration = Duration::from_secs(30);

/// Requests to the client. None is ever waited for where a message of the client's is handled:
/// the client may be waiting itself.
#[derive(Clone)]
pub(super) struct ClientCalls {
    client: Client,
    runtime: tokio::runtime::Handle,
}

impl ClientCalls {
    /// Calls made on `runtime`.
    pub(super) fn new(client: Client, runtime: tokio::runtime::Handle) -> ClientCalls {
        ClientCalls { client, runtime }
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
        let client = self.client.clone();
        self.spawn("asking for settings", async move {
            let item = ConfigurationItem {
                scope_uri: None,
                section: Some("herbrand".to_owned()),
            };
            let values = client.configuration(vec![item]).await?;
            apply_settings(values.first().unwrap_or(&Value::Null), &owner);
            Ok(())
        });
    }
}
