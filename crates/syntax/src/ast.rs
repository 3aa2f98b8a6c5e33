//! The typed syntax tree: views of nodes and tokens by what the grammar calls them.
//!
//! The types of [`kif`], [`hrf`], [`qprop`] and [`directive`] are generated from
//! `grammar/*.ungram`. Accessors return what is there: in a form with a syntax error a child may
//! be missing, and where an error node stands in the place of a child, that child is missing and
//! no other takes its place.

pub mod directive;
pub mod hrf;
pub mod kif;
mod names;
pub mod qprop;
mod support;

pub use self::directive::Directive;
use crate::{SyntaxElement, SyntaxKind};

/// A view of a node or a token.
pub trait AstElement: Sized {
    /// Whether something of this kind can be seen so.
    fn can_cast(kind: SyntaxKind) -> bool;

    /// The view, if the element is of a fitting kind.
    fn cast(element: SyntaxElement) -> Option<Self>;

    /// What is seen.
    fn syntax(&self) -> SyntaxElement;
}
