//! The outline of a file: what it declares, its rules, and what it asks for.

use hir::{BlockPlaces, Item};
use logic::formula::written::{Check, DeclarationKind, ExprKind, Goal, Statement};
use logic::{Name, NodeId};
use rustc_hash::FxHashMap;
use source::File;
use syntax::TextRange;

use super::each_statement;
use crate::Snapshot;
use crate::document_symbols::LISTED_FACTS;

/// What a part of an outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineKind {
    /// A sort.
    Sort,
    /// A constant.
    Constant,
    /// A relation, with its facts.
    Relation,
    /// A fact.
    Fact,
    /// A function.
    Function,
    /// A rule or another constraint.
    Rule,
    /// An expectation, an objective, or what is shown.
    Question,
}

/// A part of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// What it is called.
    pub name: String,
    /// The statement, cut short.
    pub detail: String,
    /// What it is.
    pub kind: OutlineKind,
    /// The whole statement.
    pub range: TextRange,
    /// Its name in it.
    pub selection: TextRange,
    /// The first facts of a relation.
    pub children: Vec<OutlineItem>,
}

/// The longest detail, in characters.
const DETAIL: usize = 60;

/// The outline, in the order of the file. Of the facts of a relation the first are listed below
/// it.
pub fn outline(snapshot: &Snapshot, file: File) -> Vec<OutlineItem> {
    let text = &*snapshot.content(file).text;
    let mut items: Vec<OutlineItem> = Vec::new();
    let mut relations: FxHashMap<Name, usize> = FxHashMap::default();
    let mut facts: Vec<(Name, OutlineItem)> = Vec::new();
    each_statement(snapshot, file, |site, statement, places| {
        let Some(&range) = places.forms().get(site.form as usize) else {
            return;
        };
        let Some((name, kind, node)) = described(statement) else {
            return;
        };
        let detail = shortened(&text[range]);
        let item = OutlineItem {
            name: name.map_or_else(|| detail.clone(), ToString::to_string),
            detail,
            kind,
            range,
            selection: selection(places, site.form, node).unwrap_or(range),
            children: Vec::new(),
        };
        match (kind, fact_of(statement)) {
            (OutlineKind::Rule, Some(relation)) => facts.push((relation, item)),
            (OutlineKind::Relation, _) => {
                relations.insert(Name::new(&item.name), items.len());
                items.push(item);
            }
            _ => items.push(item),
        }
    });
    for (relation, fact) in facts {
        match relations.get(&relation) {
            Some(&place) if items[place].children.len() < LISTED_FACTS => {
                items[place].children.push(OutlineItem {
                    kind: OutlineKind::Fact,
                    ..fact
                });
            }
            Some(_) => {}
            None => items.push(fact),
        }
    }
    items.sort_by_key(|item| item.range.start());
    items
}

fn selection(places: &BlockPlaces<'_>, form: u32, node: Option<NodeId>) -> Option<TextRange> {
    Some(places.node(Item::Form(form), node?)?.name)
}

/// The name of a statement, what it is, and the node to select.
fn described(statement: &Statement) -> Option<(Option<&Name>, OutlineKind, Option<NodeId>)> {
    let named = |name: &logic::formula::written::Identifier, kind| Some((name.id, kind));
    let (id, kind) = match statement {
        Statement::Sort { name, .. } => named(name, OutlineKind::Sort),
        Statement::Constant { name, .. } => named(name, OutlineKind::Constant),
        Statement::Declaration(declaration) => named(
            &declaration.name,
            match declaration.kind {
                DeclarationKind::Function(_) => OutlineKind::Function,
                DeclarationKind::Unknown | DeclarationKind::Given => OutlineKind::Relation,
            },
        ),
        Statement::Definition { name, .. } => named(name, OutlineKind::Relation),
        Statement::Constraint {
            name: Some(name), ..
        } => named(name, OutlineKind::Rule),
        Statement::Constraint { .. } | Statement::Soft { .. } => {
            return Some((None, OutlineKind::Rule, None));
        }
        Statement::Check(
            Check::Sat
            | Check::Unsat
            | Check::Unique
            | Check::Models(..)
            | Check::Cost(..)
            | Check::Proves(_)
            | Check::Refutes(_)
            | Check::Possible(_),
        )
        | Statement::Objective {
            goal: Goal::Minimize | Goal::Maximize,
            ..
        }
        | Statement::Show { .. }
        | Statement::ShowGrid(_) => return Some((None, OutlineKind::Question, None)),
        Statement::Variables { .. }
        | Statement::Grid { .. }
        | Statement::Use(_)
        | Statement::Infix(_) => None,
    }?;
    Some((name_of(statement), kind, Some(id)))
}

fn name_of(statement: &Statement) -> Option<&Name> {
    match statement {
        Statement::Sort { name, .. }
        | Statement::Constant { name, .. }
        | Statement::Definition { name, .. }
        | Statement::Constraint {
            name: Some(name), ..
        } => Some(&name.name),
        Statement::Declaration(declaration) => Some(&declaration.name.name),
        _ => None,
    }
}

/// The relation that a bare statement may be a fact of.
fn fact_of(statement: &Statement) -> Option<Name> {
    match statement {
        Statement::Constraint {
            is_rule: false,
            formula,
            ..
        } => match &formula.kind {
            ExprKind::Apply { name, .. } => Some(name.name.clone()),
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The text on one line, cut short.
pub(super) fn shortened(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    match words.char_indices().nth(DETAIL) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}
