//! The typed syntax tree: views of nodes and tokens by what the grammar calls them.
//!
//! The types of [`kif`] and [`hrf`] are generated from `grammar/*.ungram`. Accessors return what
//! is there: in a form with a syntax error a child may be missing, and where an error node stands
//! in the place of a child, that child is missing and no other takes its place.

pub mod hrf;
pub mod kif;
mod names;
mod support;

use crate::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// A view of a node or a token.
pub trait AstElement: Sized {
    /// Whether something of this kind can be seen so.
    fn can_cast(kind: SyntaxKind) -> bool;

    /// The view, if the element is of a fitting kind.
    fn cast(element: SyntaxElement) -> Option<Self>;

    /// What is seen.
    fn syntax(&self) -> SyntaxElement;
}

/// A comment that speaks to Herbrand: `; herbrand: allow unsafe-variable`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directive(SyntaxNode);

impl AstElement for Directive {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::Directive
    }

    fn cast(element: SyntaxElement) -> Option<Self> {
        element
            .into_node()
            .filter(|node| Self::can_cast(node.kind()))
            .map(Self)
    }

    fn syntax(&self) -> SyntaxElement {
        SyntaxElement::Node(self.0.clone())
    }
}

impl Directive {
    /// What kind of directive it is; missing in `; herbrand:` alone.
    pub fn key(&self) -> Option<SyntaxToken> {
        self.words().next()
    }

    /// What it says: the words behind its key.
    pub fn values(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        self.words().skip(1)
    }

    fn words(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        self.0
            .children_with_tokens()
            .filter(|element| element.kind() == SyntaxKind::DirectiveWord)
            .filter_map(SyntaxElement::into_token)
    }
}
