//! Building green trees bottom-up on one stack.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::SyntaxKind;

pub(crate) type GreenElement = NodeOrToken<GreenNode, GreenToken>;

/// The tokens that make up most of a rule sheet, made once for all versions of a file, so that
/// a form which is read again takes no more room than before.
#[derive(Clone, Debug)]
pub(crate) struct SharedTokens {
    l_paren: GreenToken,
    r_paren: GreenToken,
    blank: GreenToken,
    line_end: GreenToken,
}

impl SharedTokens {
    pub(crate) fn new() -> Self {
        let token = |kind: SyntaxKind, text| GreenToken::new(kind.into(), text);
        Self {
            l_paren: token(SyntaxKind::LParen, "("),
            r_paren: token(SyntaxKind::RParen, ")"),
            blank: token(SyntaxKind::Whitespace, " "),
            line_end: token(SyntaxKind::Whitespace, "\n"),
        }
    }
}

/// A stack of finished elements, of which the topmost become the children of the next node.
#[derive(Debug)]
pub(crate) struct TreeBuilder {
    stack: Vec<GreenElement>,
    shared: SharedTokens,
}

impl TreeBuilder {
    pub(crate) fn new(shared: SharedTokens) -> Self {
        Self {
            stack: Vec::new(),
            shared,
        }
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let token = match (kind, text) {
            (SyntaxKind::LParen, _) => self.shared.l_paren.clone(),
            (SyntaxKind::RParen, _) => self.shared.r_paren.clone(),
            (SyntaxKind::Whitespace, " ") => self.shared.blank.clone(),
            (SyntaxKind::Whitespace, "\n") => self.shared.line_end.clone(),
            _ => GreenToken::new(kind.into(), text),
        };
        self.stack.push(NodeOrToken::Token(token));
    }

    /// Where a node would begin that takes everything pushed from now on.
    pub(crate) fn mark(&self) -> usize {
        self.stack.len()
    }

    /// Makes a node of everything pushed since `mark`.
    pub(crate) fn node(&mut self, kind: SyntaxKind, mark: usize) {
        let node = GreenNode::new(kind.into(), self.stack.drain(mark..));
        self.stack.push(NodeOrToken::Node(node));
    }

    /// Pushes an element that was made before.
    pub(crate) fn push(&mut self, element: GreenElement) {
        self.stack.push(element);
    }

    /// What the topmost element is.
    pub(crate) fn top_kind(&self) -> Option<SyntaxKind> {
        self.stack.last().map(|element| element.kind().into())
    }

    /// Takes off the topmost element.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn pop(&mut self) -> GreenElement {
        self.stack.pop().expect("an element was pushed before")
    }
}
