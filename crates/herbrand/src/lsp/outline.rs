//! The outline of a file of QPROP, in the words of the protocol.

use tower_lsp::ls_types::{
    DocumentHighlight, DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation,
    SymbolKind,
};

use ide::{OutlineItem, OutlineKind, Target};

use super::workers::View;

/// The outline of the document, flat for clients that know no other.
pub(super) fn outline(view: &View, items: Vec<OutlineItem>) -> DocumentSymbolResponse {
    if view.session.features.hierarchical_symbols {
        let nested = items.into_iter().map(|item| nested(view, item));
        return DocumentSymbolResponse::Nested(nested.collect());
    }
    let mut flat = Vec::new();
    for mut item in items {
        let children = std::mem::take(&mut item.children);
        let container = item.name.clone();
        flat.push(information(view, item, None));
        let children = children.into_iter();
        flat.extend(children.map(|child| information(view, child, Some(container.clone()))));
    }
    DocumentSymbolResponse::Flat(flat)
}

/// The places that mean the same as the one under the cursor.
pub(super) fn highlights(view: &View, targets: &[Target]) -> Vec<DocumentHighlight> {
    let place = view.place();
    let own = targets.iter().filter(|target| target.file == view.file);
    let marked = |target: &Target| DocumentHighlight {
        range: place.range(target.range),
        kind: None,
    };
    own.map(marked).collect()
}

fn nested(view: &View, item: OutlineItem) -> DocumentSymbol {
    let place = view.place();
    let children: Vec<_> = item
        .children
        .into_iter()
        .map(|child| nested(view, child))
        .collect();
    #[expect(deprecated, reason = "the type has no other constructor")]
    DocumentSymbol {
        detail: Some(item.detail).filter(|detail| *detail != item.name),
        name: item.name,
        kind: kind(item.kind),
        tags: None,
        deprecated: None,
        range: place.range(item.range),
        selection_range: place.range(item.selection),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn information(view: &View, item: OutlineItem, container: Option<String>) -> SymbolInformation {
    #[expect(deprecated, reason = "the type has no other constructor")]
    SymbolInformation {
        kind: kind(item.kind),
        name: item.name,
        tags: None,
        deprecated: None,
        location: Location::new(view.uri.clone(), view.place().range(item.range)),
        container_name: container,
    }
}

fn kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Sort => SymbolKind::ENUM,
        OutlineKind::Constant | OutlineKind::Fact => SymbolKind::CONSTANT,
        OutlineKind::Relation => SymbolKind::CLASS,
        OutlineKind::Function => SymbolKind::FIELD,
        OutlineKind::Rule => SymbolKind::FUNCTION,
        OutlineKind::Question => SymbolKind::EVENT,
    }
}
