//! From the green tree of a statement of QPROP to what it says, names unresolved.
//!
//! The parts of a statement are numbered as they are met, outer before inner. What is missing in
//! a statement with a syntax error is [`ExprKind::Missing`]; a statement without its name is
//! nothing.

mod expressions;
mod sets;
mod statements;

use logic::formula::written::{Expr, ExprKind, Identifier, Text};
use logic::{Name, NodeId};
use rowan::GreenNodeData;
use syntax::{SyntaxKind, TextRange, TextSize};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::green::{Child, children};
use crate::{FormSpan, Note, NoteKind};

/// What is noted while a statement is lowered.
#[derive(Default)]
pub(crate) struct Lowering {
    pub(crate) spans: Vec<FormSpan>,
    pub(crate) notes: Vec<Note>,
}

/// The children of a node that are no trivia and no directives.
fn parts<'a>(node: &'a GreenNodeData, start: TextSize) -> Vec<Child<'a>> {
    children(node, start)
        .filter(|child| !child.kind.is_trivia() && child.kind != SyntaxKind::Directive)
        .collect()
}

/// The parts of a child that is a node.
fn parts_of<'a>(child: &Child<'a>) -> Vec<Child<'a>> {
    child
        .node()
        .map_or_else(Vec::new, |node| parts(node, child.range.start()))
}

fn is_expression(kind: SyntaxKind) -> bool {
    (SyntaxKind::QpropIff..=SyntaxKind::QpropLiteral).contains(&kind)
}

/// The first part of a kind.
fn find<'a, 'b>(parts: &'b [Child<'a>], kind: SyntaxKind) -> Option<&'b Child<'a>> {
    parts.iter().find(|part| part.kind == kind)
}

/// The name that a token is, in normal form C.
fn name_of(token: &Child<'_>) -> Name {
    let text = token.token().map_or("", |token| token.text());
    if text.is_ascii() || is_nfc(text) {
        Name::new(text)
    } else {
        Name::new(text.nfc().collect::<String>())
    }
}

impl Lowering {
    /// A new part.
    fn push(&mut self, full: TextRange, name: TextRange) -> NodeId {
        let id = NodeId(self.spans.len() as u32);
        self.spans.push(FormSpan { full, name });
        id
    }

    /// The name that a token is.
    fn identifier(&mut self, token: &Child<'_>) -> Identifier {
        Identifier {
            id: self.push(token.range, token.range),
            name: name_of(token),
        }
    }

    /// The name declared by a statement or a binder: its own token.
    fn declared(&mut self, parts: &[Child<'_>]) -> Option<Identifier> {
        find(parts, SyntaxKind::Name).map(|token| self.identifier(token))
    }

    /// The name that a node of kind [`SyntaxKind::QpropName`] holds.
    fn reference(&mut self, node: &Child<'_>) -> Option<Identifier> {
        self.declared(&parts_of(node))
    }

    /// The first name that is used among the parts.
    fn first_reference(&mut self, parts: &[Child<'_>]) -> Option<Identifier> {
        find(parts, SyntaxKind::QpropName).and_then(|node| self.reference(node))
    }

    /// A string without its quotes.
    fn text(&mut self, token: &Child<'_>) -> Text {
        let text = token.token().map_or("", |token| token.text());
        Text {
            id: self.push(token.range, token.range),
            text: text.trim_matches('"').into(),
        }
    }

    /// What stands for an expression that is missing before `end`.
    fn missing(&mut self, end: TextSize) -> Expr {
        let range = TextRange::empty(end);
        Expr {
            id: self.push(range, range),
            kind: ExprKind::Missing,
        }
    }

    /// Notes parentheses around an expression.
    fn note_grouped(&mut self, node: NodeId) {
        self.notes.push(Note {
            node,
            kind: NoteKind::Grouped,
        });
    }
}
