//! How generated accessors find children.

use super::AstElement;
use crate::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// The first child of a type.
pub(super) fn child<T: AstElement>(node: &SyntaxNode) -> Option<T> {
    node.children_with_tokens().find_map(T::cast)
}

/// All children of a type.
pub(super) fn children<T: AstElement>(node: &SyntaxNode) -> impl Iterator<Item = T> + use<T> {
    node.children_with_tokens().filter_map(T::cast)
}

/// The first token of a kind.
pub(super) fn token(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    node.children_with_tokens()
        .find(|element| element.kind() == kind)
        .and_then(SyntaxElement::into_token)
}

/// The child at a place, counted among those of some kinds, if it is of the type. An error node
/// holds the place of the child that should be there.
pub(super) fn child_at<T: AstElement>(
    node: &SyntaxNode,
    among: &'static [SyntaxKind],
    place: usize,
) -> Option<T> {
    places(node, among).nth(place).and_then(T::cast)
}

/// The children of a type from a place on; see [`child_at`].
pub(super) fn children_from<T: AstElement>(
    node: &SyntaxNode,
    among: &'static [SyntaxKind],
    place: usize,
) -> impl Iterator<Item = T> + use<T> {
    places(node, among).skip(place).filter_map(T::cast)
}

/// The token of a kind at a place; see [`child_at`].
pub(super) fn token_at(
    node: &SyntaxNode,
    kind: SyntaxKind,
    among: &'static [SyntaxKind],
    place: usize,
) -> Option<SyntaxToken> {
    places(node, among)
        .nth(place)
        .filter(|element| element.kind() == kind)
        .and_then(SyntaxElement::into_token)
}

/// The tokens of a kind from a place on; see [`child_at`].
pub(super) fn tokens_from(
    node: &SyntaxNode,
    kind: SyntaxKind,
    among: &'static [SyntaxKind],
    place: usize,
) -> impl Iterator<Item = SyntaxToken> + use<> {
    places(node, among)
        .skip(place)
        .filter(move |element| element.kind() == kind)
        .filter_map(SyntaxElement::into_token)
}

fn places(
    node: &SyntaxNode,
    among: &'static [SyntaxKind],
) -> impl Iterator<Item = SyntaxElement> + use<> {
    node.children_with_tokens()
        .filter(|element| element.kind() == SyntaxKind::Error || among.contains(&element.kind()))
}
