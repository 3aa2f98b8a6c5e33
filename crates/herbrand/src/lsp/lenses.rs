//! Code lenses: where they stand is told at once, what they say when it is asked for.

use ide::PuzzleLensKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;

use super::ground::GROUND;
use super::runs::{CHECK, SOLVE};
use super::workers::View;

/// What a lens carries until it is asked for its text.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct LensData {
    pub(super) uri: Uri,
    what: What,
}

/// What a lens is about.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
enum What {
    /// A relation of a rule sheet.
    Relation {
        relation: String,
        arity: u32,
        rules: u32,
    },
    /// A puzzle: a model.
    Solve,
    /// A puzzle: its ground expansion.
    Ground,
    /// A `check` of a puzzle, by its block, its form in it, and its line.
    Check { block: u32, form: u32, line: u32 },
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
    let lens = |range: Range, what: What| CodeLens {
        range,
        command: None,
        data: Some(json!(LensData {
            uri: view.uri.clone(),
            what,
        })),
    };
    if ide::is_puzzle(&view.snapshot, view.file) {
        let found = ide::puzzle_lenses(&view.snapshot, view.file).into_iter();
        let puzzle = found.map(|found| {
            let range = place.range(found.range);
            let what = match found.kind {
                PuzzleLensKind::Solve => What::Solve,
                PuzzleLensKind::Ground => What::Ground,
                PuzzleLensKind::Check { block, form } => What::Check {
                    block,
                    form,
                    line: range.start.line,
                },
            };
            lens(range, what)
        });
        return puzzle.collect();
    }
    let found = ide::lenses(&view.snapshot, view.file).into_iter();
    let sheet = found.map(|found| {
        let what = What::Relation {
            relation: found.relation.name.to_string(),
            arity: found.relation.arity,
            rules: found.rules,
        };
        lens(place.range(found.range), what)
    });
    sheet.collect()
}

/// What a lens says now.
pub(super) fn command(view: &View, data: &LensData) -> Command {
    let puzzle = |kind| ide::puzzle_lens_title(view.file, kind, &view.grounded, &view.runs);
    let mut argument = json!({ "uri": data.uri });
    let (title, command) = match &data.what {
        What::Relation {
            relation,
            arity,
            rules,
        } => {
            let relation = logic::Relation::new(relation.as_str(), *arity);
            let title = ide::lens_title(&relation, *rules, &view.grounded);
            (title, GROUND)
        }
        What::Solve => (puzzle(PuzzleLensKind::Solve), SOLVE),
        What::Ground => (puzzle(PuzzleLensKind::Ground), GROUND),
        What::Check { block, form, line } => {
            argument["line"] = json!(line);
            let (block, form) = (*block, *form);
            (puzzle(PuzzleLensKind::Check { block, form }), CHECK)
        }
    };
    Command {
        title,
        command: command.to_owned(),
        arguments: Some(vec![argument]),
    }
}
