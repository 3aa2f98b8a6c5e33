//! What the client can do, and what the server offers it.

use source::PositionEncoding;
use tower_lsp::ls_types::*;

use super::ground::GROUND;
use super::runs::{CHECK, PROVE, SOLVE};

/// What the server needs to know of the client's abilities.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientFeatures {
    /// It asks for diagnostics: none are pushed then.
    pub(super) pulls_diagnostics: bool,
    pub(super) refreshes_diagnostics: bool,
    pub(super) diagnostic_versions: bool,
    pub(super) related_information: bool,
    pub(super) hierarchical_symbols: bool,
    pub(super) markdown_hover: bool,
    pub(super) code_action_literals: bool,
    pub(super) preferred_actions: bool,
    pub(super) document_changes: bool,
    pub(super) registers_watchers: bool,
    pub(super) registers_configuration: bool,
    pub(super) answers_configuration: bool,
    pub(super) refreshes_lenses: bool,
    pub(super) creates_progress: bool,
    pub(super) shows_documents: bool,
    /// It asks for the text of documents of the server's. The library does not know of it: the
    /// front reads it.
    pub(super) asks_for_content: bool,
}

impl ClientFeatures {
    /// Reads the client's capabilities.
    pub(super) fn new(client: &ClientCapabilities) -> ClientFeatures {
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let window = client.window.as_ref();
        let publish = text.and_then(|text| text.publish_diagnostics.as_ref());
        let actions = text.and_then(|text| text.code_action.as_ref());
        let hover = text
            .and_then(|text| text.hover.as_ref())
            .and_then(|hover| hover.content_format.as_ref());
        let refreshes_diagnostics = workspace
            .and_then(|workspace| workspace.diagnostics.as_ref())
            .is_some_and(|diagnostics| diagnostics.refresh_support == Some(true));
        ClientFeatures {
            // A client that cannot be told to ask again would never hear of what is found later:
            // in the background, by the solver, in files that others use.
            pulls_diagnostics: refreshes_diagnostics
                && text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes_diagnostics,
            diagnostic_versions: publish
                .is_some_and(|publish| publish.version_support == Some(true)),
            related_information: publish
                .is_some_and(|publish| publish.related_information == Some(true))
                || text
                    .and_then(|text| text.diagnostic.as_ref())
                    .is_some_and(|diagnostic| diagnostic.related_information == Some(true)),
            hierarchical_symbols: text
                .and_then(|text| text.document_symbol.as_ref())
                .is_some_and(|symbol| symbol.hierarchical_document_symbol_support == Some(true)),
            markdown_hover: hover.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            code_action_literals: actions
                .is_some_and(|actions| actions.code_action_literal_support.is_some()),
            preferred_actions: actions
                .is_some_and(|actions| actions.is_preferred_support == Some(true)),
            document_changes: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref())
                .is_some_and(|edit| edit.document_changes == Some(true)),
            registers_watchers: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref())
                .is_some_and(|watched| watched.dynamic_registration == Some(true)),
            registers_configuration: workspace
                .and_then(|workspace| workspace.did_change_configuration.as_ref())
                .is_some_and(|configuration| configuration.dynamic_registration == Some(true)),
            answers_configuration: workspace
                .is_some_and(|workspace| workspace.configuration == Some(true)),
            creates_progress: window.is_some_and(|window| window.work_done_progress == Some(true)),
            shows_documents: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
            asks_for_content: false,
            refreshes_lenses: workspace
                .and_then(|workspace| workspace.code_lens.as_ref())
                .is_some_and(|lens| lens.refresh_support == Some(true)),
        }
    }
}

/// The best encoding that the client offers: UTF-8, else UTF-16, which every client has, else
/// UTF-32.
pub(super) fn position_encoding(client: &ClientCapabilities) -> PositionEncoding {
    let offered = client
        .general
        .as_ref()
        .and_then(|general| general.position_encodings.as_deref());
    let Some(offered) = offered.filter(|offered| !offered.is_empty()) else {
        return PositionEncoding::Utf16;
    };
    if offered.contains(&PositionEncodingKind::UTF8) {
        PositionEncoding::Utf8
    } else if offered.contains(&PositionEncodingKind::UTF16)
        || !offered.contains(&PositionEncodingKind::UTF32)
    {
        PositionEncoding::Utf16
    } else {
        PositionEncoding::Utf32
    }
}

/// What the server offers.
pub(super) fn server_capabilities(
    encoding: PositionEncoding,
    features: ClientFeatures,
) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            PositionEncoding::Utf8 => PositionEncodingKind::UTF8,
            PositionEncoding::Utf16 => PositionEncodingKind::UTF16,
            PositionEncoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        diagnostic_provider: features.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("herbrand".to_owned()),
                inter_file_dependencies: true,
                ..DiagnosticOptions::default()
            })
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(true),
        }),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [GROUND, SOLVE, PROVE, CHECK].map(str::to_owned).into(),
            work_done_progress_options: WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}
