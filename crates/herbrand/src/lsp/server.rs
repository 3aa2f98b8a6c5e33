//! The handlers. The first statement of each puts a task into the owner's queue.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use syntax::Dialect;
use tokio::sync::oneshot;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;

use super::calls::ClientCalls;
use super::capabilities::{ClientFeatures, position_encoding, server_capabilities};
use super::convert;
use super::debug::{self, DebugAction, DebugParams, Gate};
use super::ground::{self, Expander};
use super::lenses::{self, LensData};
use super::outline;
use super::owner::{Handle, Task};
use super::parent::ParentWatch;
use super::requests::{Read, WhenInterrupted};
use super::settings::{Session, Settings};
use super::uri::{Key, folder};
use super::workers::View;

/// Where lines are broken, as on the command line.
const LINE_WIDTH: u32 = 80;

/// What the protocol library calls.
pub(super) struct Backend {
    owner: Handle,
    pub(super) calls: ClientCalls,
    parent: ParentWatch,
    features: OnceLock<ClientFeatures>,
    /// What is wrong with the initialization options.
    faults: OnceLock<Vec<String>>,
    asks_for_content: AtomicBool,
    gate: Gate,
    pub(super) expander: Expander,
}

impl Backend {
    /// A backend that is not initialized.
    pub(super) fn new(
        owner: Handle,
        calls: ClientCalls,
        parent: ParentWatch,
        expander: Expander,
    ) -> Backend {
        Backend {
            owner,
            calls,
            parent,
            features: OnceLock::new(),
            faults: OnceLock::new(),
            asks_for_content: AtomicBool::new(false),
            gate: Gate::default(),
            expander,
        }
    }

    pub(super) fn features(&self) -> ClientFeatures {
        self.features.get().copied().unwrap_or_default()
    }

    /// The client asks for the text of documents of the server's; said before `initialize`.
    pub(super) fn set_asks_for_content(&self) {
        self.asks_for_content.store(true, Ordering::Relaxed);
    }

    pub(super) fn enqueue(&self, task: Task) {
        if self.owner.send(task).is_err() {
            tracing::error!("the owner thread is gone");
        }
    }

    /// Queues a read, and returns where its answer will arrive.
    pub(super) fn read<T: Send + 'static>(
        &self,
        uri: &Uri,
        when_interrupted: WhenInterrupted,
        compute: impl FnMut(View) -> Result<T> + Send + 'static,
    ) -> Answer<T> {
        self.read_until(None, uri, when_interrupted, compute)
    }

    /// The same for the beginning of longer work, of which an edit is to set the flag.
    pub(super) fn read_until<T: Send + 'static>(
        &self,
        cancel: Option<Arc<AtomicBool>>,
        uri: &Uri,
        when_interrupted: WhenInterrupted,
        compute: impl FnMut(View) -> Result<T> + Send + 'static,
    ) -> Answer<T> {
        let (request, answer) = Read::with_answer(Key::new(uri), when_interrupted, cancel, compute);
        self.enqueue(Task::Read(request));
        Answer(answer)
    }

    /// Takes a notification about a document, decoded or not.
    pub(super) fn document_event(&self, method: &str, params: Option<Value>) {
        let params = params.unwrap_or_default();
        let lost = params.pointer("/textDocument/uri").cloned();
        let decoded = match method {
            "textDocument/didOpen" => DidOpenTextDocumentParams::deserialize(params).map(|open| {
                let TextDocumentItem {
                    uri, version, text, ..
                } = open.text_document;
                Some(Task::Open { uri, version, text })
            }),
            "textDocument/didChange" => {
                DidChangeTextDocumentParams::deserialize(params).map(|change| {
                    let VersionedTextDocumentIdentifier { uri, version } = change.text_document;
                    Some(Task::Change {
                        uri,
                        version,
                        changes: change.content_changes,
                    })
                })
            }
            "textDocument/didSave" => DidSaveTextDocumentParams::deserialize(params).map(|save| {
                Some(Task::Save {
                    uri: save.text_document.uri,
                })
            }),
            "textDocument/didClose" => {
                DidCloseTextDocumentParams::deserialize(params).map(|close| {
                    Some(Task::Close {
                        uri: close.text_document.uri,
                    })
                })
            }
            _ => Ok(None),
        };
        match decoded {
            Ok(Some(task)) => self.enqueue(task),
            Ok(None) => tracing::debug!("{method} is not for this server"),
            Err(error) => {
                tracing::error!("{method} cannot be decoded: {error}");
                let uri = lost.and_then(|uri| Uri::deserialize(uri).ok());
                match uri {
                    Some(uri) if method != "textDocument/didSave" => {
                        self.enqueue(Task::Lose {
                            uri,
                            why: error.to_string(),
                        });
                    }
                    _ => {}
                }
            }
        }
    }

    /// The syntax tree of a document, for people who look for a bug.
    pub(super) async fn syntax_tree(&self, params: DocumentParams) -> Result<SyntaxTree> {
        let answer = self.read(&params.text_document.uri, WhenInterrupted::Fail, |view| {
            let view = view.detach();
            let tree = format!("{:#?}", view.content.parse.root());
            Ok(SyntaxTree {
                version: view.version,
                tree,
            })
        });
        answer.wait().await
    }

    /// What tests need to provoke.
    pub(super) async fn debug(&self, params: DebugParams) -> Result<Value> {
        if params.action == DebugAction::Release {
            self.gate.open();
        }
        let when_interrupted = if params.retry {
            WhenInterrupted::Retry
        } else {
            WhenInterrupted::Fail
        };
        let (action, hold) = (params.action, self.gate.hold());
        let answer = self.read(&params.text_document.uri, when_interrupted, move |view| {
            debug::perform(action, &view, &hold)
        });
        answer.wait().await
    }
}

/// An answer that is on its way.
pub(super) struct Answer<T>(oneshot::Receiver<Result<T>>);

impl<T> Answer<T> {
    /// Waits for it.
    pub(super) async fn wait(self) -> Result<T> {
        self.0
            .await
            .unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

/// Parameters of a request about a whole document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentParams {
    text_document: TextDocumentIdentifier,
}

/// The answer to `herbrand/syntaxTree`.
#[derive(Debug, Serialize)]
pub(super) struct SyntaxTree {
    version: Option<i32>,
    tree: String,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let encoding = position_encoding(&params.capabilities);
        let mut features = ClientFeatures::new(&params.capabilities);
        features.asks_for_content = self.asks_for_content.load(Ordering::Relaxed);
        let (settings, faults) = Settings::read(&params.initialization_options.unwrap_or_default());
        // Told when the client is ready to hear it.
        let _ = self.faults.set(faults);
        #[expect(deprecated, reason = "old clients send nothing else")]
        let root = params.root_uri;
        let folders = match params.workspace_folders {
            Some(folders) => folders
                .iter()
                .filter_map(|given| folder(&given.uri))
                .collect(),
            None => root.iter().filter_map(folder).collect(),
        };
        self.enqueue(Task::Begin(Box::new(Session {
            encoding,
            features,
            folders,
            settings,
        })));
        let _ = self.features.set(features);
        if let Some(id) = params.process_id {
            self.parent.start(id);
        }
        Ok(InitializeResult {
            capabilities: server_capabilities(encoding, features),
            server_info: Some(ServerInfo {
                name: "herbrand".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.calls
            .show_faults(self.faults.get().map_or(&[], Vec::as_slice));
        let features = self.features();
        let mut registrations = Vec::new();
        if features.registers_watchers {
            let watchers: Vec<_> = ["**/*.{kif,gdl,hrf,qprop}", "**/herbrand.toml"]
                .map(|glob| serde_json::json!({ "globPattern": glob }))
                .into();
            registrations.push(Registration {
                id: "herbrand-files".to_owned(),
                method: "workspace/didChangeWatchedFiles".to_owned(),
                register_options: Some(serde_json::json!({ "watchers": watchers })),
            });
        }
        if features.registers_configuration {
            registrations.push(Registration {
                id: "herbrand-settings".to_owned(),
                method: "workspace/didChangeConfiguration".to_owned(),
                register_options: Some(serde_json::json!({ "section": "herbrand" })),
            });
        }
        if !registrations.is_empty() {
            self.calls.register(registrations);
        }
    }

    async fn shutdown(&self) -> Result<()> {
        // From now on the front lets no message through but `exit`; reads on their way are answered.
        Ok(())
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if params.settings.is_null() && self.features().answers_configuration {
            self.calls.fetch_settings(self.owner.clone());
        } else {
            self.calls.apply_settings(&params.settings, &self.owner);
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| {
            folders
                .iter()
                .filter_map(|given| folder(&given.uri))
                .collect()
        };
        let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
        self.enqueue(Task::Folders { added, removed });
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.enqueue(Task::Watched(
            params
                .changes
                .into_iter()
                .map(|event| (event.uri, event.typ))
                .collect(),
        ));
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let previous = params.previous_result_id;
        let answer = self.read(
            &params.text_document.uri,
            WhenInterrupted::Retry,
            move |view| Ok(convert::diagnostic_report(&view, previous.as_deref())),
        );
        answer.wait().await
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let TextDocumentPositionParams {
            text_document,
            position,
        } = params.text_document_position_params;
        let answer = self.read(&text_document.uri, WhenInterrupted::Fail, move |view| {
            let offset = view.place().offset(position);
            let found = ide::definitions(&view.snapshot, view.file, offset);
            Ok(Some(GotoDefinitionResponse::Array(convert::locations(
                &view, &found,
            ))))
        });
        answer.wait().await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let TextDocumentPositionParams {
            text_document,
            position,
        } = params.text_document_position;
        let with_definitions = params.context.include_declaration;
        let answer = self.read(&text_document.uri, WhenInterrupted::Fail, move |view| {
            let offset = view.place().offset(position);
            let others: Vec<_> = view.names.keys().copied().collect();
            let found =
                ide::references(&view.snapshot, view.file, &others, offset, with_definitions);
            Ok(Some(convert::locations(&view, &found)))
        });
        answer.wait().await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let TextDocumentPositionParams {
            text_document,
            position,
        } = params.text_document_position_params;
        let answer = self.read(&text_document.uri, WhenInterrupted::Fail, move |view| {
            let offset = view.place().offset(position);
            let found = ide::references(&view.snapshot, view.file, &[], offset, true);
            Ok(Some(outline::highlights(&view, &found)))
        });
        answer.wait().await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        let answer = self.read(
            &params.text_document.uri,
            WhenInterrupted::Retry,
            move |view| {
                if view.snapshot.content(view.file).parse.dialect() == Dialect::Qprop {
                    let items = ide::outline(&view.snapshot, view.file);
                    return Ok(Some(outline::outline(&view, items)));
                }
                let groups = ide::document_symbols(&view.snapshot, view.file);
                Ok(Some(convert::document_symbols(&view, groups)))
            },
        );
        answer.wait().await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let CodeActionParams {
            text_document,
            range,
            context,
            ..
        } = params;
        let answer = self.read(&text_document.uri, WhenInterrupted::Fail, move |view| {
            let found = convert::found(&view);
            let Some(range) = view.place().text_range(range) else {
                return Ok(None);
            };
            let actions = ide::code_actions(&view.snapshot, view.file, &found, range);
            Ok(Some(convert::code_actions(
                &view,
                &found,
                actions,
                context.only.as_deref(),
            )))
        });
        answer.wait().await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let TextDocumentPositionParams {
            text_document,
            position,
        } = params.text_document_position_params;
        let answer = self.read(&text_document.uri, WhenInterrupted::Fail, move |view| {
            let offset = view.place().offset(position);
            Ok(
                ide::hover(&view.snapshot, view.file, offset, &view.grounded)
                    .map(|hover| convert::hover(&view, hover)),
            )
        });
        answer.wait().await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let answer = self.read(&params.text_document.uri, WhenInterrupted::Fail, |view| {
            let view = view.detach();
            let edits = ide::formatting(&view.content, LINE_WIDTH);
            let place = view.place();
            let edits = convert::format_edits(&place, &edits);
            // Edits of a text that is gone would be applied to another.
            if view.freshness.is_current() {
                Ok(Some(edits))
            } else {
                Err(Error::content_modified())
            }
        });
        answer.wait().await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.execute(params).await.map(Some)
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let answer = self.read(&params.text_document.uri, WhenInterrupted::Retry, |view| {
            Ok(Some(ground::links(&view)))
        });
        answer.wait().await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let answer = self.read(&params.text_document.uri, WhenInterrupted::Retry, |view| {
            Ok(Some(lenses::unresolved(&view)))
        });
        answer.wait().await
    }

    async fn code_lens_resolve(&self, mut lens: CodeLens) -> Result<CodeLens> {
        let data = LensData::of(&lens)?;
        let uri = data.uri.clone();
        let answer = self.read(&uri, WhenInterrupted::Retry, move |view| {
            Ok(lenses::command(&view, &data))
        });
        lens.command = Some(answer.wait().await?);
        Ok(lens)
    }
}
