//! What stands at a place, and where else it stands.

use hir::{Blk, BlockPlaces, Item};
use logic::{Atom, Literal, LiteralKind, Name, NodeId, Relation, Term, VarId};
use source::File;
use syntax::{SyntaxKind, TextRange, TextSize};

use crate::Snapshot;

/// Something that has a meaning, wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A relation.
    Relation(Relation),
    /// A function, with its number of arguments.
    Function(Name, u32),
    /// An object constant.
    Object(Name),
    /// A variable of the form at hand.
    Variable(VarId),
    /// A connective or the sign of a rule.
    Connective(SyntaxKind),
    /// A word of a directive comment: the directive's key, and the word's number, 0 for the key.
    DirectiveWord(Name, u32, Name),
}

/// A symbol with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub symbol: Symbol,
    /// Its name in the text.
    pub range: TextRange,
    /// The ordinal of the block, and the form or directive in the block, unless it stands in
    /// none.
    pub item: Option<(u32, Item)>,
}

/// What stands at an offset; between two things, what begins there.
pub fn symbol_at(snapshot: &Snapshot, file: File, offset: TextSize) -> Option<Found> {
    let parse = &snapshot.content(file).parse;
    let tokens = parse.root().token_at_offset(offset);
    // Of two neighbours the one that is a word.
    let candidates = [tokens.clone().right_biased(), tokens.left_biased()];
    let token = candidates
        .into_iter()
        .flatten()
        .find(|token| is_word(token.kind()))?;
    let range = token.text_range();
    let block = block_at(parse.starts(), range.start());
    let places = BlockPlaces::new(snapshot.db(), file, block)?;
    if token.kind() == SyntaxKind::DirectiveWord {
        return directive_word(snapshot, &places, range);
    }
    let mut ancestors = token.parent_ancestors();
    let item = if ancestors.any(|node| node.kind() == SyntaxKind::Directive) {
        let mut spans = places.directives().iter();
        Item::Directive(spans.position(|span| span.full.contains_range(range))? as u32)
    } else {
        let mut forms = places.forms().iter();
        Item::Form(forms.position(|form| form.contains_range(range))? as u32)
    };
    let mut symbol = None;
    visit(snapshot, places.block(), item, &mut |node, found, _| {
        let is_here = places
            .node(item, node)
            .is_some_and(|span| span.name == range);
        if is_here && symbol.is_none() {
            symbol = Some(found);
        }
    });
    let symbol =
        symbol.or_else(|| is_connective(token.kind()).then(|| Symbol::Connective(token.kind())))?;
    Some(Found {
        symbol,
        range,
        item: Some((block, item)),
    })
}

fn is_word(kind: SyntaxKind) -> bool {
    use SyntaxKind::{DirectiveWord, Name, QuotedName, Variable};
    matches!(kind, Name | QuotedName | Variable | DirectiveWord) || is_connective(kind)
}

fn is_connective(kind: SyntaxKind) -> bool {
    use SyntaxKind::{Amp, AndKw, Arrow, DistinctKw, NotKw, OrKw, Pipe};
    matches!(kind, Arrow | NotKw | OrKw | AndKw | DistinctKw | Amp | Pipe)
}

fn directive_word(
    snapshot: &Snapshot,
    places: &BlockPlaces<'_>,
    range: TextRange,
) -> Option<Found> {
    let lines = hir::directives(snapshot.db(), places.block());
    let (line, word) = places
        .directives()
        .iter()
        .zip(lines)
        .find_map(|(span, line)| {
            let word = span.words.iter().position(|&word| word == range)?;
            Some((line, word))
        })?;
    let text = if word == 0 {
        line.key.clone()
    } else {
        line.words.get(word - 1)?.clone()
    };
    let symbol = Symbol::DirectiveWord(line.key.clone(), word as u32, text);
    Some(Found {
        symbol,
        range,
        item: None,
    })
}

/// The ordinal of the block that holds an offset.
pub(crate) fn block_at(starts: &[TextSize], offset: TextSize) -> u32 {
    (starts.partition_point(|&start| start <= offset).max(1) - 1) as u32
}

/// What an occurrence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is the head, or in it.
    Head,
    /// It is a literal of the body that is not under a `not`, or in one.
    Positive,
    /// It is under a `not` or in a `distinct`.
    Other,
    /// A directive declares it as input.
    Declaration,
}

/// Visits every relation, function, object and variable of a form or a directive, in the order of
/// the text.
pub(crate) fn visit(
    snapshot: &Snapshot,
    block: Blk<'_>,
    item: Item,
    visitor: &mut impl FnMut(NodeId, Symbol, Role),
) {
    match item {
        Item::Form(form) => {
            let forms = hir::forms(snapshot.db(), block);
            let rule = forms.get(form as usize).map(|lowered| &lowered.form.rule);
            let Some(Some(rule)) = rule else { return };
            visit_atom(&rule.head, Role::Head, visitor);
            for literal in &rule.body {
                visit_literal(literal, Role::Positive, visitor);
            }
        }
        Item::Directive(ordinal) => {
            let directives = hir::directives(snapshot.db(), block);
            let Some(directive) = directives.get(ordinal as usize) else {
                return;
            };
            for input in directive.inputs() {
                let relation = Symbol::Relation(input.relation.clone());
                visitor(input.id, relation, Role::Declaration);
            }
            for literal in &directive.literals() {
                visit_literal(literal, Role::Positive, visitor);
            }
        }
    }
}

fn visit_literal(literal: &Literal, role: Role, visitor: &mut impl FnMut(NodeId, Symbol, Role)) {
    match &literal.kind {
        LiteralKind::Atom(atom) => visit_atom(atom, role, visitor),
        LiteralKind::Not(inner) => visit_literal(inner, Role::Other, visitor),
        LiteralKind::Distinct(terms) => {
            for term in terms {
                visit_term(term, Role::Other, visitor);
            }
        }
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            for part in parts {
                visit_literal(part, role, visitor);
            }
        }
    }
}

fn visit_atom(atom: &Atom, role: Role, visitor: &mut impl FnMut(NodeId, Symbol, Role)) {
    visitor(atom.id, Symbol::Relation(Relation::of(atom)), role);
    for term in &atom.args {
        visit_term(term, role, visitor);
    }
}

fn visit_term(term: &Term, role: Role, visitor: &mut impl FnMut(NodeId, Symbol, Role)) {
    match term {
        Term::Constant { id, name } => visitor(*id, Symbol::Object(name.clone()), role),
        Term::Variable { id, variable } => visitor(*id, Symbol::Variable(*variable), role),
        Term::Function { id, name, args } => {
            visitor(*id, Symbol::Function(name.clone(), args.len() as u32), role);
            for term in args {
                visit_term(term, role, visitor);
            }
        }
    }
}
