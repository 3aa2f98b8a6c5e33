//! Green trees walked with offsets, without the cost of syntax nodes.

use rowan::{GreenNodeData, GreenTokenData, Language, NodeOrToken};
use syntax::{HerbrandLanguage, SyntaxKind, TextRange, TextSize};

/// A child of a green node with its place.
#[derive(Clone, Copy)]
pub(crate) struct Child<'a> {
    pub(crate) kind: SyntaxKind,
    pub(crate) range: TextRange,
    pub(crate) element: NodeOrToken<&'a GreenNodeData, &'a GreenTokenData>,
}

impl<'a> Child<'a> {
    pub(crate) fn node(&self) -> Option<&'a GreenNodeData> {
        self.element.into_node()
    }

    pub(crate) fn token(&self) -> Option<&'a GreenTokenData> {
        self.element.into_token()
    }
}

/// The children of `node`, which starts at `start`.
pub(crate) fn children(
    node: &GreenNodeData,
    start: TextSize,
) -> impl Iterator<Item = Child<'_>> + Clone {
    let mut at = start;
    node.children().map(move |element| {
        let (raw, len) = match element {
            NodeOrToken::Node(node) => (node.kind(), node.text_len()),
            NodeOrToken::Token(token) => (token.kind(), token.text_len()),
        };
        let range = TextRange::at(at, len);
        at += len;
        Child {
            kind: HerbrandLanguage::kind_from_raw(raw),
            range,
            element,
        }
    })
}
