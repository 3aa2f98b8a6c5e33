//! Code lenses: where they stand is told at once, what they say when it is asked for.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;

use super::ground::GROUND;
use super::workers::View;

/// What a lens carries until it is asked for its text.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct LensData {
    pub(super) uri: Uri,
    relation: String,
    arity: u32,
    rules: u32,
}

impl LensData {
    /// What a lens of this server carries.
    ///
    /// # Errors
    /// For a lens of another.
    pub(super) fn of(lens: &CodeLens) -> Result<LensData> {
        LensData::deserialize(lens.data.clone().unwrap_or_default())
            .map_err(|error| Error::invalid_params(format!("not a lens of this server: {error}")))
    }
}

/// The lenses of a document, without what they say.
pub(super) fn unresolved(view: &View) -> Vec<CodeLens> {
    let place = view.place();
    let lens = |lens: ide::Lens| CodeLens {
        range: place.range(lens.range),
        command: None,
        data: Some(json!(LensData {
            uri: view.uri.clone(),
            relation: lens.relation.name.to_string(),
            arity: lens.relation.arity,
            rules: lens.rules,
        })),
    };
    let found = ide::lenses(&view.snapshot, view.file);
    found.into_iter().map(lens).collect()
}

/// What a lens says now.
pub(super) fn command(view: &View, data: &LensData) -> Command {
    let relation = logic::Relation::new(data.relation.as_str(), data.arity);
    Command {
        title: ide::lens_title(&relation, data.rules, &view.grounded),
        command: GROUND.to_owned(),
        arguments: Some(vec![json!({ "uri": data.uri })]),
    }
}
