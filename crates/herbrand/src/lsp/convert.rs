//! From byte ranges to the protocol's positions and back, and from plain data to its types.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;
use source::{File, LineColumn, LineIndex, PositionEncoding, Severity};
use syntax::{TextRange, TextSize};
use tower_lsp::ls_types::*;

use super::virtual_documents::is_virtual;
use super::workers::View;

/// A text with what it takes to find positions in it.
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a LineIndex,
    pub(super) encoding: PositionEncoding,
}

impl View {
    /// The document's text, to find positions in it.
    pub(super) fn place(&self) -> Place<'_> {
        Place {
            text: &self.snapshot.content(self.file).text,
            lines: &self.lines,
            encoding: self.session.encoding,
        }
    }
}

impl Place<'_> {
    /// The offset of a position; past the end of a line it is the line's end.
    pub(super) fn offset(&self, position: Position) -> TextSize {
        let at = LineColumn {
            line: position.line,
            column: position.character,
        };
        self.lines.offset(self.text, at, self.encoding)
    }

    /// The bytes of a range; `None` when it ends before it starts.
    pub(super) fn text_range(&self, range: Range) -> Option<TextRange> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        (start <= end).then(|| TextRange::new(start, end))
    }

    /// The position of an offset.
    pub(super) fn position(&self, offset: TextSize) -> Position {
        let at = self.lines.position(self.text, offset, self.encoding);
        Position::new(at.line, at.column)
    }

    /// The range of some bytes.
    pub(super) fn range(&self, range: TextRange) -> Range {
        Range::new(self.position(range.start()), self.position(range.end()))
    }

    /// An edit.
    pub(super) fn edit(&self, edit: &syntax::TextEdit) -> TextEdit {
        TextEdit::new(self.range(edit.range), edit.insert.clone())
    }
}

/// Edits that lay out a text. Where the last one gives it its line end, it reaches to the line
/// behind the last: Neovim would add an empty line to its own line end otherwise.
pub(super) fn format_edits(place: &Place<'_>, edits: &[syntax::TextEdit]) -> Vec<TextEdit> {
    let mut all: Vec<_> = edits.iter().map(|edit| place.edit(edit)).collect();
    let ends_line = |text: &str| text.ends_with(['\n', '\r']);
    if let (Some(edit), Some(last)) = (edits.last(), all.last_mut())
        && edit.range.end() == TextSize::of(place.text)
        && ends_line(&edit.insert)
        && !ends_line(place.text)
    {
        last.range.end = Position::new(last.range.end.line + 1, 0);
    }
    all
}

/// A diagnostic as the client shows it. The help stands below the message, since the protocol
/// has no place of its own for it.
pub(super) fn diagnostic(view: &View, diagnostic: &source::Diagnostic) -> Diagnostic {
    let place = view.place();
    let mut message = diagnostic.message.clone();
    for help in &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let related = diagnostic
        .related
        .iter()
        .map(|related| DiagnosticRelatedInformation {
            location: Location::new(view.uri.clone(), place.range(related.range)),
            message: related.message.clone(),
        });
    Diagnostic {
        range: place.range(diagnostic.range),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(diagnostic.code.name().to_owned())),
        source: Some("herbrand".to_owned()),
        message,
        related_information: (view.session.features.related_information
            && !diagnostic.related.is_empty())
        .then(|| related.collect()),
        ..Diagnostic::default()
    }
}

/// What is wrong with the document, at the levels that the user wants.
pub(super) fn found(view: &View) -> Vec<source::Diagnostic> {
    // What the server made is no work of the user's.
    if is_virtual(&view.uri) {
        return Vec::new();
    }
    let mut found = ide::diagnostics(&view.snapshot, view.file, &view.grounded, &view.runs);
    view.config.apply(&mut found);
    found
}

/// All diagnostics of the document.
pub(super) fn diagnostics(view: &View) -> Vec<Diagnostic> {
    found(view)
        .iter()
        .map(|found| diagnostic(view, found))
        .collect()
}

/// The answer to a client that asks for diagnostics. Its id is made of the diagnostics alone:
/// an edit that changes none of them leaves the client with what it has.
pub(super) fn diagnostic_report(
    view: &View,
    previous: Option<&str>,
) -> DocumentDiagnosticReportResult {
    let items = diagnostics(view);
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&items)
        .unwrap_or_default()
        .hash(&mut hasher);
    let result_id = format!("{:016x}", hasher.finish());
    let report = if previous == Some(result_id.as_str()) {
        RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        }
        .into()
    } else {
        let full = FullDocumentDiagnosticReport {
            result_id: Some(result_id),
            items,
        };
        RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: full,
        }
        .into()
    };
    DocumentDiagnosticReportResult::Report(report)
}

/// Places in the document and in others.
pub(super) fn locations(view: &View, targets: &[ide::Target]) -> Vec<Location> {
    let place = view.place();
    let mut others: FxHashMap<File, LineIndex> = FxHashMap::default();
    let mut found = Vec::new();
    for target in targets {
        if target.file == view.file {
            let range = place.range(target.range);
            found.push(Location::new(view.uri.clone(), range));
            continue;
        }
        // A file that the client cannot be told of is of no use to it.
        let Some(uri) = view.names.get(&target.file) else {
            continue;
        };
        let text = &view.snapshot.content(target.file).text;
        let lines = others
            .entry(target.file)
            .or_insert_with(|| LineIndex::new(text));
        let encoding = view.session.encoding;
        let place = Place {
            text,
            lines,
            encoding,
        };
        found.push(Location::new(uri.clone(), place.range(target.range)));
    }
    found
}

/// The outline of the document, flat for clients that know no other.
pub(super) fn document_symbols(
    view: &View,
    groups: Vec<ide::SymbolGroup>,
) -> DocumentSymbolResponse {
    let place = view.place();
    if !view.session.features.hierarchical_symbols {
        let items = groups.into_iter().flat_map(|group| {
            let container = format!("{}/{}", group.relation.name, group.relation.arity);
            group
                .items
                .into_iter()
                .map(move |item| (container.clone(), item))
        });
        let flat = items.map(|(container, item)| {
            #[expect(deprecated, reason = "the type has no other constructor")]
            SymbolInformation {
                kind: item_kind(&item),
                name: item.head,
                tags: None,
                deprecated: None,
                location: Location::new(view.uri.clone(), place.range(item.range)),
                container_name: Some(container),
            }
        });
        return DocumentSymbolResponse::Flat(flat.collect());
    }
    let symbol = |name, detail, kind, range, selection, children| {
        #[expect(deprecated, reason = "the type has no other constructor")]
        DocumentSymbol {
            name,
            detail,
            kind,
            tags: None,
            deprecated: None,
            range: place.range(range),
            selection_range: place.range(selection),
            children,
        }
    };
    let nested = groups.into_iter().map(|group| {
        let name = format!("{}/{}", group.relation.name, group.relation.arity);
        let selection = group.items.first().map_or(group.range, |item| item.name);
        let detail = Some(contents(&group));
        let items = group.items.into_iter().map(|item| {
            symbol(
                item.head.clone(),
                None,
                item_kind(&item),
                item.range,
                item.name,
                None,
            )
        });
        let items = Some(items.collect());
        symbol(
            name,
            detail,
            SymbolKind::CLASS,
            group.range,
            selection,
            items,
        )
    });
    DocumentSymbolResponse::Nested(nested.collect())
}

fn item_kind(item: &ide::SymbolItem) -> SymbolKind {
    if item.is_rule {
        SymbolKind::FUNCTION
    } else {
        SymbolKind::CONSTANT
    }
}

/// "1 rule and 2 facts".
fn contents(group: &ide::SymbolGroup) -> String {
    let mut facts = count(group.facts, "fact");
    if group.facts > ide::LISTED_FACTS {
        facts = format!("{facts}, {} of them listed", ide::LISTED_FACTS);
    }
    match (group.facts, group.rules) {
        (_, 0) => facts,
        (0, rules) => count(rules, "rule"),
        (_, rules) => format!("{} and {facts}", count(rules, "rule")),
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}

/// Actions that the client can apply; of the kinds that it wants, if it says which.
pub(super) fn code_actions(
    view: &View,
    found: &[source::Diagnostic],
    actions: Vec<ide::Action>,
    only: Option<&[CodeActionKind]>,
) -> CodeActionResponse {
    let features = view.session.features;
    let wanted = only.is_none_or(|only| {
        only.iter()
            .any(|kind| ["", "quickfix"].contains(&kind.as_str()))
    });
    // A client without literals knows commands alone, and there are none.
    if !features.code_action_literals || !wanted {
        return Vec::new();
    }
    let place = view.place();
    let convert = |action: ide::Action| {
        let edits: Vec<_> = action.edits.iter().map(|edit| place.edit(edit)).collect();
        let mended = action
            .mends
            .iter()
            .map(|&number| diagnostic(view, &found[number]));
        let fix = action.kind == ide::ActionKind::Fix;
        let action = CodeAction {
            title: action.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(mended.collect()),
            edit: Some(workspace_edit(view, edits)),
            is_preferred: (fix && features.preferred_actions).then_some(true),
            ..CodeAction::default()
        };
        CodeActionOrCommand::CodeAction(action)
    };
    actions.into_iter().map(convert).collect()
}

/// Edits of the document, of the version that they were made for where the client checks it.
fn workspace_edit(view: &View, edits: Vec<TextEdit>) -> WorkspaceEdit {
    if view.session.features.document_changes {
        let text_document = OptionalVersionedTextDocumentIdentifier {
            uri: view.uri.clone(),
            version: view.version,
        };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let change = TextDocumentEdit {
            text_document,
            edits,
        };
        WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![change])),
            ..WorkspaceEdit::default()
        }
    } else {
        let changes = [(view.uri.clone(), edits)].into_iter().collect();
        WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        }
    }
}

/// A hover, in what the client can show.
pub(super) fn hover(view: &View, hover: ide::Hover) -> Hover {
    let markdown = view.session.features.markdown_hover;
    let (kind, value) = if markdown {
        (MarkupKind::Markdown, hover.markup)
    } else {
        (
            MarkupKind::PlainText,
            hover.markup.replace("**", "").replace('`', ""),
        )
    };
    Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(view.place().range(hover.range)),
    }
}
